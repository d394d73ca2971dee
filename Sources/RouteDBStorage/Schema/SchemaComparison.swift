import RouteDBMigrations
import RouteDBSQLite

/// The differences between the schema of a file and the one that its scripts create.
///
/// 1. Objects with our names must be exactly as the scripts create them.
/// 2. There must be no trigger.
/// 3. Other tables, views and indexes, which somebody has added under other names, are allowed.
struct SchemaComparison {
    /// A violation of the first two rules.
    struct Fault {
        /// A description, as the end of a sentence.
        let message: String
        /// Whether it could also make a reader return wrong data.
        let preventsReading: Bool
        /// Whether it is about a view of ours, which only SQL that somebody else wrote reads.
        var isOfView = false
    }

    private(set) var faults: [Fault] = []
    /// The objects that somebody has added, by name.
    private(set) var additions: [SchemaObject] = []

    /// Compares a file with scripts; the caller has begun a transaction.
    init(of database: Database, with scripts: some Sequence<MigrationScript>) throws(RouteDBError) {
        do {
            let found = try SchemaObject.all(in: database.connection)
            let made = try MadeSchema.made(by: scripts, asIn: found).objects
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

    /// Whether an object can be read in place of the expected one.
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
