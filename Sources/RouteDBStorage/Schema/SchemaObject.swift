import RouteDBSQLite

/// A table, index, view or trigger of a file, as listed in `sqlite_schema`.
package struct SchemaObject: Hashable, Sendable, CustomStringConvertible {
    /// `table`, `index`, `view` or `trigger`.
    package let type: String
    package let name: String
    /// The table that it belongs to; for a table or view, its own name.
    package let table: String
    /// The statement that created it; empty for an index that implements a table constraint.
    package let sql: String

    /// The description used in errors.
    package var description: String {
        type == "index" || type == "trigger"
            ? "the \(type) '\(name)' of the table '\(table)'" : "the \(type) '\(name)'"
    }

    /// The object in the public API.
    package var addition: SchemaAddition {
        // SQLite keeps the text of the statement, beginning with these words in capitals.
        SchemaAddition(
            type: type, name: name, table: table, description: description,
            isUnique: type == "index" && sql.uppercased().hasPrefix("CREATE UNIQUE"))
    }

    /// The name in lower case, since SQLite ignores the case of ASCII letters in names.
    var key: String {
        String(
            decoding: name.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Whether SQLite itself creates and uses it.
    var isInternal: Bool { key.hasPrefix("sqlite_") }

    /// All objects of a file.
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
