import RouteDBSQLite

/// What a file is, by its header.
enum SchemaState: Hashable {
    /// Nothing is in it: no bytes, or no table and no mark of anybody.
    case empty
    /// A file of the kind that it should be, of a schema version.
    case ours(version: Int64)
    /// Somebody else's database.
    case foreign(applicationID: Int64)

    /// Reads it; the caller holds a transaction if it acts on the answer.
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
