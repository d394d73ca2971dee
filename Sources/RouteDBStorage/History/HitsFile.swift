import RouteDBMigrations
import RouteDBSQLite

/// Opens the files of histories.
///
/// 1. Every commit and every checkpoint happens under ``HitsLock``: SQLite's automatic ones are
///    off, those on closing too.
/// 2. No code opens or closes SQLite's files itself.
/// 3. Only a writer makes a file, or brings an old one up to date.
enum HitsFile {
    private static let pageSize = 16_384
    /// How large the write-ahead log may stay when it has been copied into the file.
    private static let logSizeLimit = 64 << 20
    private static let incrementalVacuum = 2

    /// Opens a history for writing; the caller holds its lock.
    static func openForWriting(
        path: String, durability: HitsDurability, timeMicroseconds: Int64,
        busyTimeoutMilliseconds: Int, scripts: [MigrationScript]
    ) throws(RouteDBError) -> Database {
        let database = try open(path, .create, busyTimeoutMilliseconds)
        // Somebody else's file keeps its journal mode: the migrator refuses it.
        let state = try SchemaState.read(from: database)
        if case .foreign = state {} else { try configure(database, durability) }
        try Migrator(database: database, scripts: scripts)
            .create(timeMicroseconds: timeMicroseconds) {}
        return database
    }

    /// Opens a history for reading.
    static func openForReading(
        path: String, busyTimeoutMilliseconds: Int, scripts: [MigrationScript]
    ) throws(RouteDBError) -> Database {
        guard FileAccess(path: path).exists else {
            throw RouteDBError(
                .databaseMissing, "No history exists at '\(path)'.",
                hint: DatabaseKind.history.creationHint)
        }
        let database = try open(path, .readOnly, busyTimeoutMilliseconds)
        try Migrator(database: database, scripts: scripts).requireCurrent()
        return database
    }

    private static func open(
        _ path: String, _ mode: OpenMode, _ busyTimeoutMilliseconds: Int
    ) throws(RouteDBError) -> Database {
        do {
            let connection = try Connection(
                path: path, mode: mode, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
            try connection.setCheckpointsOnClose(false)
            try connection.setPragma("wal_autocheckpoint", to: 0)
            return Database(connection: connection, path: path, kind: .history)
        } catch {
            throw RouteDBError(error, path: path, kind: .history)
        }
    }

    private static func configure(
        _ database: Database, _ durability: HitsDurability
    ) throws(RouteDBError) {
        let connection = database.connection
        do {
            // These two only have an effect on a file that is still empty.
            try connection.setPragma("page_size", to: pageSize)
            try connection.setPragma("auto_vacuum", to: incrementalVacuum)
            guard try connection.setPragma("journal_mode", to: "WAL") == "wal" else {
                throw RouteDBError(
                    .storageFailure,
                    "The history '\(database.path)' cannot use a write-ahead log.",
                    hint: "Keep it on a local disk.")
            }
            try connection.setPragma("journal_size_limit", to: logSizeLimit)
            try connection.setPragma("secure_delete", to: "OFF")
            switch durability {
            case .normal: try connection.setPragma("synchronous", to: "NORMAL")
            case .full: try connection.setPragma("synchronous", to: "FULL")
            }
        } catch {
            throw RouteDBError(error, path: database.path, kind: .history)
        }
    }
}
