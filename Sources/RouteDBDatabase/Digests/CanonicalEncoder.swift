package import RouteDBSQLite

/// A column of the rows that a statement returns.
package struct RowColumn: Hashable {
    package let name: String
    package let index: Int32

    /// The columns of a statement, sorted by the bytes of their names.
    package static func all(of statement: borrowing Statement, except left: Set<String>)
        -> [RowColumn]
    {
        var columns: [RowColumn] = []
        for index in 0..<statement.columnCount {
            let name = statement.columnName(at: index)
            if !left.contains(name) { columns.append(RowColumn(name: name, index: index)) }
        }
        return columns.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}

/// Encodes values as bytes so that different sequences of values always have different encodings.
///
/// Every value begins with a byte for its type. For texts and BLOBs, the length in eight bytes and
/// the bytes follow; for numbers, eight bytes. Numbers are big-endian.
package struct CanonicalEncoder {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Removes the encoded bytes.
    package mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    /// Writes a text.
    package mutating func append(_ text: String) { append(utf8: Array(text.utf8)) }

    /// Writes a text that is given as bytes.
    package mutating func append(utf8 bytes: [UInt8]) { append(bytes, as: "t") }

    /// Writes a number.
    package mutating func append(_ number: Int64) {
        append("i", UInt64(bitPattern: number))
    }

    /// Encodes the columns of the current row that are not NULL, each as its name and value.
    ///
    /// A column that a later schema adds is NULL in existing rows, and so does not change their
    /// encoding.
    package mutating func append(_ statement: borrowing Statement, _ columns: [RowColumn]) {
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
