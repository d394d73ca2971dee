import RouteDBSQLite

/// A table, an index, a view or a trigger of a file, as `sqlite_schema` has it.
package struct SchemaObject: Hashable, Sendable, CustomStringConvertible {
    /// `table`, `index`, `view` or `trigger`.
    package let type: String
    package let name: String
    /// The table that it belongs to; of a table or a view, itself.
    package let table: String
    /// The statement that made it; empty for an index that a constraint of the table made.
    package let sql: String

    /// What errors call it.
    package var description: String {
        type == "index" || type == "trigger"
            ? "the \(type) '\(name)' of the table '\(table)'" : "the \(type) '\(name)'"
    }

    /// What the public API says of it.
    package var addition: SchemaAddition {
        // SQLite keeps the text of the statement, beginning with these words in capitals.
        SchemaAddition(
            type: type, name: name, table: table, description: description,
            isUnique: type == "index" && sql.uppercased().hasPrefix("CREATE UNIQUE"))
    }

    /// The name as SQLite compares names: letters of ASCII in any case are the same.
    var key: String {
        String(
            decoding: name.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Whether SQLite makes and uses it itself.
    var isInternal: Bool { key.hasPrefix("sqlite_") }

    /// Everything that a file has.
    static func all(in connection: Connection) throws -> [SchemaObject] {
        try connection.withStatement("SELECT type, name, tbl_name, sql FROM sqlite_schema") {
            statement in
            var objects: [SchemaObject] = []
            while try statement.step() {
                objects.append(
                    SchemaObject(
                        type: statement.string(at: 0), name: statement.string(at: 1),
                        table: statement.string(at: 2), sql: statement.string(at: 3)))
            }
            return objects
        }
    }
}

/// A view, an index or a table that another program added to a file of ours.
public struct SchemaAddition: Hashable, Sendable, CustomStringConvertible {
    /// `view`, `index` or `table`.
    public let type: String
    /// Its name.
    public let name: String
    /// The table that an index is of; otherwise the name.
    public let table: String
    /// What errors call it, such as `the view 'report'`.
    public let description: String
    /// Whether it is an index that refuses rows which are equal in its columns, also to us.
    public let isUnique: Bool
}
