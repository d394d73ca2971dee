import RouteDBSQLite

extension Statement {
    /// The value of a column; text is returned as its bytes.
    func cell(at index: Int32) -> SQLCell {
        switch type(at: index) {
        case .null: .null
        case .integer: .integer(int(at: index))
        case .real: .real(double(at: index))
        case .text: .text(bytes(at: index))
        case .blob: .blob(bytes(at: index))
        }
    }

    /// Binds a value; text is bound as its bytes.
    mutating func bind(_ cell: SQLCell, at index: Int32) throws(SQLiteError) {
        switch cell {
        case .null: try bindNull(at: index)
        case .integer(let value): try bind(value, at: index)
        case .real(let value): try bind(value, at: index)
        case .blob(let bytes): try bind(bytes, at: index)
        case .text(let bytes): try bind(text: bytes, at: index)
        }
    }
}
