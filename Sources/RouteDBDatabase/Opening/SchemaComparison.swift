package import RouteDBMigrations
package import RouteDBSQLite

/// The kind of a file, according to its header.
package enum SchemaState: Hashable {
    /// The file is empty: it has no bytes, or no tables and no application id.
    case empty
    /// A file of the expected kind.
    case ours(version: Int64)
    /// A database of another application.
    case foreign(applicationID: Int64)

    /// Reads the state; to act on it, begin a transaction first.
    package static func read(from database: Database) throws(RouteDBError) -> SchemaState {
        let identity = try database.number("PRAGMA application_id") ?? 0
        let version = try database.number("PRAGMA user_version") ?? 0
        let objects = try database.number("SELECT count(*) FROM sqlite_schema") ?? 0
        switch identity {
        case database.kind.applicationID: return .ours(version: version)
        case 0 where version == 0 && objects == 0: return .empty
        default: return .foreign(applicationID: identity)
        }
    }
}

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
    package var key: String {
        String(
            decoding: name.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// The table of a registry that follows another one, which says where that is.
    ///
    /// Only files that follow have it, so no migration creates it.
    package static let origin = SchemaObject(
        type: "table", name: "routedb_origin", table: "routedb_origin",
        sql: """
            CREATE TABLE routedb_origin (
                id      INTEGER PRIMARY KEY CHECK (id = 1),
                address TEXT NOT NULL CHECK (address <> ''),
                since   INTEGER NOT NULL
            ) STRICT
            """)

    /// True if SQLite itself creates and uses the object.
    package var isInternal: Bool { key.hasPrefix("sqlite_") }

    /// All objects of a file.
    package static func all(in connection: Connection) throws -> [SchemaObject] {
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
package struct SchemaAddition: Hashable, Sendable, CustomStringConvertible {
    /// `view`, `index` or `table`.
    package let type: String
    /// Its name.
    package let name: String
    /// The table that an index is of; otherwise the name.
    package let table: String
    /// The name of the object in errors, such as `the view 'report'`.
    package let description: String
    /// True if the object is an index that refuses rows which are equal in its columns, also to us.
    package let isUnique: Bool
}

/// The differences between the schema of a file and the one that its scripts create.
///
/// 1. Objects with our names must be exactly as the scripts create them.
/// 2. There must be no trigger.
/// 3. Other tables, views and indexes, which somebody has added under other names, are allowed.
package struct SchemaComparison {
    /// A violation of the first two rules.
    package struct Fault {
        /// A description, as the end of a sentence.
        package let message: String
        /// True if the violation could also make a reader return wrong data.
        package let preventsReading: Bool
        /// True if the violation is about a view of ours, which only SQL that somebody else wrote reads.
        var isOfView = false
    }

    package private(set) var faults: [Fault] = []
    /// The objects that somebody has added, by name.
    package private(set) var additions: [SchemaObject] = []

    /// Compares a file with scripts; the caller has begun a transaction.
    package init(of database: Database, with scripts: some Sequence<MigrationScript>)
        throws(RouteDBError)
    {
        do {
            let found = try SchemaObject.all(in: database.connection).filter { $0 != .origin }
            let made = try ExpectedSchema.made(by: scripts, asIn: found).objects
            var missing = made
            for object in found {
                if object.type == "trigger" {
                    faults.append(Fault(message: "it has \(object)", preventsReading: false))
                } else if let wanted = made[object.key] {
                    missing[object.key] = nil
                    guard object != wanted else { continue }
                    let isReadable = try Self.isReadable(object, as: wanted, in: database)
                    faults.append(
                        Fault(
                            message: "\(wanted) was changed", preventsReading: !isReadable,
                            isOfView: wanted.type == "view"))
                } else if !object.isInternal {
                    additions.append(object)
                }
            }
            faults += missing.values.sorted { $0.name < $1.name }.map {
                Fault(
                    message: "\($0) is missing", preventsReading: $0.type == "table",
                    isOfView: $0.type == "view")
            }
            additions.sort { $0.name < $1.name }
        } catch {
            throw RouteDBError(error, path: database.path, kind: database.kind)
        }
    }

    /// Returns whether an object can be read in place of the expected one.
    ///
    /// Only an ordinary table can, if every expected column is an ordinary column.
    private static func isReadable(
        _ object: SchemaObject, as wanted: SchemaObject, in database: Database
    ) throws -> Bool {
        guard wanted.type == "table" else { return true }
        guard object.type == "table", !wanted.sql.isEmpty else { return false }
        let memory = try Connection.inMemory()
        try memory.execute(wanted.sql)
        let (found, made) = (
            try columns(of: wanted.name, in: database.connection),
            try columns(of: wanted.name, in: memory)
        )
        return found.isOrdinary && made.names.isSubset(of: found.names)
    }

    /// The names of a table's columns, and whether it is an ordinary table without computed ones.
    private static func columns(
        of table: String, in connection: Connection
    ) throws -> (names: Set<String>, isOrdinary: Bool) {
        var type = try connection.prepare(
            "SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND name = ?1 COLLATE NOCASE"
                + " AND type = 'table'")
        try type.bind(table, at: 1)
        var isOrdinary = try type.step()
        var statement = try connection.prepare("SELECT name, hidden FROM pragma_table_xinfo(?1)")
        try statement.bind(table, at: 1)
        var names: Set<String> = []
        while try statement.step() {
            names.insert(statement.string(at: 0))
            isOrdinary = isOrdinary && statement.int(at: 1) == 0
        }
        return (names, isOrdinary)
    }
}
