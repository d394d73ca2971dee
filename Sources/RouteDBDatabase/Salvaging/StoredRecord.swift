import RouteDBSQLite

/// Reads the record format of SQLite: types and sizes of the values, then their bytes.
///
/// https://www.sqlite.org/fileformat2.html#record_format describes it.
enum StoredRecord {
    /// More columns than any table of ours has.
    private static let maximumColumns = 256

    /// Returns the values of a record; `nil` if it is damaged.
    ///
    /// Of a record whose end is missing, these are the values that are whole.
    static func values(of bytes: [UInt8], isCut: Bool = false) -> [SQLiteValue]? {
        guard let head = bytes.varint(at: 0), head.value >= 1, head.value <= bytes.count else {
            return nil
        }
        var values: [SQLiteValue] = []
        var (place, body) = (head.end, Int(head.value))
        while place < Int(head.value) {
            guard values.count < maximumColumns, let type = bytes.varint(at: place),
                type.end <= Int(head.value), let size = size(of: type.value)
            else { return nil }
            guard size <= bytes.count - body else { return isCut ? values : nil }
            values.append(value(type.value, bytes[body..<body + size]))
            (place, body) = (type.end, body + size)
        }
        return values
    }

    /// The size of a value of a type; `nil` for a type that records do not have.
    private static func size(of type: Int64) -> Int? {
        switch type {
        case 0, 8, 9: 0
        case 1...4: Int(type)
        case 5: 6
        case 6, 7: 8
        case 12...: Int(clamping: (type - 12) / 2)
        default: nil
        }
    }

    private static func value(_ type: Int64, _ bytes: ArraySlice<UInt8>) -> SQLiteValue {
        switch type {
        case 0: .null
        case 8, 9: .integer(type - 8)
        case 1...6: .integer(integer(bytes))
        case 7: .real(Double(bitPattern: UInt64(bitPattern: integer(bytes))))
        case _ where type % 2 == 1: .text(String(decoding: bytes, as: UTF8.self))
        default: .blob(Array(bytes))
        }
    }

    /// A number with a sign, of one to eight bytes.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
        let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
        return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
    }
}
