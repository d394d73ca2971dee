import RouteDBSQLite

/// Writes values as bytes so that different sequences of values never give the same bytes.
///
/// Every value is a byte that says its type, then, for texts and BLOBs, the length in eight bytes
/// and the bytes; for numbers, eight bytes. Numbers have the highest byte first.
package struct CanonicalEncoder {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Forgets what was written.
    mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    /// Writes a text.
    package mutating func append(_ text: String) { append(utf8: Array(text.utf8)) }

    /// Writes a text that is given as bytes.
    package mutating func append(utf8 bytes: [UInt8]) { append(bytes, as: "t") }

    /// Writes a number.
    package mutating func append(_ number: Int64) {
        append("i", UInt64(bitPattern: number))
    }

    /// Writes the columns of the current row that are not NULL, each as its name and its value.
    ///
    /// A column that a later schema adds is NULL in rows that are there, and so changes nothing.
    ///
    /// - Parameters:
    ///   - statement: The statement that stands on the row.
    ///   - columns: The columns, in the order of writing.
    mutating func append(_ statement: borrowing Statement, _ columns: [RowColumn]) {
        for column in columns {
            let kind = statement.type(at: column.index)
            guard kind != .null else { continue }
            append(column.name)
            switch kind {
            case .null: break
            case .integer: append(statement.int(at: column.index))
            case .real: append("r", statement.double(at: column.index).bitPattern)
            case .text: append(statement.bytes(at: column.index), as: "t")
            case .blob: append(statement.bytes(at: column.index), as: "b")
            }
        }
        bytes.append(UInt8(ascii: "."))
    }

    private mutating func append(_ value: [UInt8], as type: Unicode.Scalar) {
        append(type, UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    private mutating func append(_ type: Unicode.Scalar, _ number: UInt64) {
        bytes.append(UInt8(ascii: type))
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
