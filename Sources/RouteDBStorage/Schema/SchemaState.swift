import RouteDBSQLite

/// The kind of a file, according to its header.
enum SchemaState: Hashable {
    /// The file is empty: it has no bytes, or no tables and no application id.
    case empty
    /// A file of the expected kind.
    case ours(version: Int64)
    /// A database of another application.
    case foreign(applicationID: Int64)

    /// Reads the state; to act on it, begin a transaction first.
    static func read(from database: Database) throws(RouteDBError) -> SchemaState {
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
