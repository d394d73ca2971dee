import RouteDBSQLite

/// What a file is, by its header.
enum SchemaState: Hashable {
    /// SQLite's `application_id` of a registry: "RtDB" in ASCII.
    static let applicationID: Int64 = 0x5274_4442

    /// Nothing is in it: no bytes, or no table and no mark of anybody.
    case empty
    /// A registry of a schema version.
    case registry(version: Int64)
    /// Somebody else's database.
    case foreign(applicationID: Int64)

    /// Reads it; the caller holds a transaction if it acts on the answer.
    static func read(from database: Database) throws(RouteDBError) -> SchemaState {
        let identity = try database.number("PRAGMA application_id") ?? 0
        let version = try database.number("PRAGMA user_version") ?? 0
        let objects = try database.number("SELECT count(*) FROM sqlite_schema") ?? 0
        switch identity {
        case applicationID: return .registry(version: version)
        case 0 where version == 0 && objects == 0: return .empty
        default: return .foreign(applicationID: identity)
        }
    }
}
