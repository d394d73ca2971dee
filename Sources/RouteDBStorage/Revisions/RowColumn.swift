import RouteDBSQLite

/// A column of the rows that a statement returns.
struct RowColumn: Hashable {
    let name: String
    let index: Int32

    /// The columns of a statement, sorted by the bytes of their names.
    static func all(of statement: borrowing Statement, except left: Set<String>) -> [RowColumn] {
        var columns: [RowColumn] = []
        for index in 0..<statement.columnCount {
            let name = statement.columnName(at: index)
            if !left.contains(name) { columns.append(RowColumn(name: name, index: index)) }
        }
        return columns.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}
