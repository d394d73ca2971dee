package import RouteDBMigrations
import RouteDBSQLite

/// A table as its records show it: the number of columns, and the types of their values.
///
/// Tables are strict, so a record of other types is not one of the table.
package struct TableShape: Sendable {
    /// A column in the order of the record.
    struct Column: Sendable {
        let name: String
        let kind: SQLiteValue.Kind
        let isRequired: Bool
    }

    package let name: String
    /// False for a table that is stored as an index (`WITHOUT ROWID`).
    let hasRowIDs: Bool
    let columns: [Column]
    /// The index of the column that is the row's number, and stored as NULL.
    let numberColumn: Int?

    /// The names of the columns, in the order of the values of a ``SalvagedRow``.
    package var columnNames: [String] { columns.map(\.name) }

    /// True if a record tells by itself that it belongs to the table, without the pages above it.
    var isTelling: Bool {
        columns.count > 4 || columns.contains { $0.kind == .blob || $0.kind == .text }
    }

    /// Returns the values of a record as those of a row; `nil` if it is not one of the table.
    ///
    /// A record may lack columns that were added later.
    func row(_ record: [SQLiteValue], number: Int64, isWhole: Bool) -> [SQLiteValue]? {
        guard record.count <= columns.count, !isWhole || record.count == columns.count else {
            return nil
        }
        var values = record + repeatElement(.null, count: columns.count - record.count)
        for (index, column) in columns.enumerated() {
            if index == numberColumn {
                guard values[index] == .null, number >= 1 else { return nil }
                values[index] = .integer(number)
            } else if values[index] == .null {
                guard !column.isRequired || index >= record.count else { return nil }
            } else if values[index].kind != column.kind {
                return nil
            }
        }
        return values
    }

    /// The tables that scripts create.
    package static func shapes(of scripts: [MigrationScript]) throws(RouteDBError) -> [TableShape] {
        do {
            let connection = try Connection.inMemory()
            for script in scripts { try connection.execute(script.sql) }
            var shapes: [TableShape] = []
            let tables =
                "SELECT name, wr FROM pragma_table_list WHERE type = 'table' AND strict = 1"
            var statement = try connection.prepare(tables)
            while try statement.step() {
                shapes.append(
                    try TableShape(
                        statement.string(at: 0), hasRowIDs: !statement.bool(at: 1), in: connection))
            }
            return shapes.sorted { $0.name < $1.name }
        } catch {
            throw RouteDBError(error, path: ":memory:")
        }
    }

    private init(_ name: String, hasRowIDs: Bool, in connection: Connection) throws(SQLiteError) {
        var statement = try connection.prepare(
            """
            SELECT name, type, "notnull", pk FROM pragma_table_info('\(name)')
            ORDER BY \(hasRowIDs ? "cid" : "pk = 0, pk, cid")
            """)
        var columns: [Column] = []
        var keys: [Int] = []
        while try statement.step() {
            let type = statement.string(at: 1)
            let isKey = statement.int(at: 3) > 0
            if isKey { keys.append(columns.count) }
            columns.append(
                Column(
                    name: statement.string(at: 0),
                    kind: type == "INTEGER" ? .integer : type == "TEXT" ? .text : .blob,
                    isRequired: statement.bool(at: 2) || isKey))
        }
        (self.name, self.hasRowIDs, self.columns) = (name, hasRowIDs, columns)
        let isNumber = hasRowIDs && keys.count == 1 && columns[keys[0]].kind == .integer
        numberColumn = isNumber ? keys[0] : nil
    }
}
