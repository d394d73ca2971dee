import RouteDBDatabase
import RouteDBMigrations
import RouteDBRouting
import RouteDBSQLite

/// The failures that a commit to the history survives.
package enum HitsDurability: Sendable {
    /// The end of the process. If the machine loses power, hits since the last checkpoint may be
    /// lost; the file remains intact.
    case normal
    /// The end of the process, and a loss of power.
    case full
}

/// Identifies the hits of a history: to write or delete some changes one of the numbers.
///
/// Summing up durations changes none, since it changes no hits.
package struct HitsMoment: Hashable, Sendable {
    /// The number of hits ever written, and of those that were pruned.
    package let hits: Int64
    package let pruned: Int64
    /// The id of the newest segment.
    let segment: Int64
}

/// Opens history files.
///
/// 1. Every commit and every checkpoint happens under ``HitsLock``: SQLite's automatic checkpoints,
///    including those on closing, are disabled.
/// 2. No code opens or closes SQLite's files itself.
/// 3. Only a writer creates a file or upgrades an old one. A reader reads the current schema only.
enum HitsFile {
    private static let pageSize = 16_384
    /// The maximum size of the write-ahead log after its content was copied into the file.
    private static let logSizeLimit = 64 << 20
    private static let incrementalVacuum = 2

    /// The conventional paths of a history's registry: `routes.db` or `routes` for
    /// `routes.hits.db`.
    static func registries(ofHistory path: String) -> [String] {
        let suffix = ".hits.db"
        guard path.hasSuffix(suffix) else { return [] }
        let stem = String(path.dropLast(suffix.count))
        return [stem + ".db", stem]
    }

    /// Opens a history for writing; the caller holds its lock.
    static func openForWriting(
        path: String, limit: FileLimit?, durability: HitsDurability, time: Timestamp,
        busyTimeout: Duration, scripts: [MigrationScript]
    ) throws(RouteDBError) -> Database {
        let file = FileAccess(path: path)
        try DatabaseKind.history.checkPlace(file, writes: true)
        if !file.exists { limit?.prepareFile(at: file.resolved.path, isCompanion: true) }
        let database = try open(path, .create, busyTimeout)
        // A foreign file keeps its journal mode; the migrator refuses it.
        let state = try SchemaState.read(from: database)
        if case .foreign = state {} else { try configure(database, durability) }
        try Migrator(database: database, scripts: scripts)
            .create(time: time) {}
        return database
    }

    /// Opens a history for reading.
    static func openForReading(
        path: String, busyTimeout: Duration, scripts: [MigrationScript]
    ) throws(RouteDBError) -> Database {
        let file = FileAccess(path: path)
        guard file.exists else {
            throw RouteDBError(
                .databaseMissing, "No history exists at '\(path)'.",
                hint: DatabaseKind.history.creationHint)
        }
        try DatabaseKind.history.checkPlace(file, writes: false)
        var database = try open(path, file.readingMode, busyTimeout)
        do {
            try Migrator(database: database, scripts: scripts).requireCurrent()
        } catch {
            guard needsIndex(error) else { throw error }
            let log = try requireEmptyLog(of: file)
            database = try open(path, .immutable, busyTimeout)
            database.emptyLog = log
            try Migrator(database: database, scripts: scripts).requireCurrent()
        }
        return database
    }

    /// Returns whether SQLite could not create the log or its index, which it needs to read the file.
    private static func needsIndex(_ error: RouteDBError) -> Bool {
        guard let cause = error.underlying else { return false }
        return ResultCode.cannotOpen ~= cause || ResultCode.readOnlyDirectory ~= cause
    }

    /// The write-ahead log of a history.
    static func log(of path: String) -> FileAccess {
        FileAccess(path: FileAccess(path: path).resolved.path + "-wal")
    }

    /// Returns the log of a history that can be read without it, because the log is empty.
    private static func requireEmptyLog(of file: FileAccess) throws(RouteDBError) -> FileAccess {
        let log = log(of: file.path)
        guard log.hasBytes else { return log }
        throw RouteDBError(
            .readOnly,
            "The history '\(file.path)' cannot be read where it is: its latest hits are in the log"
                + " '\(log.path)', and SQLite cannot make the index of the log beside it.",
            hint: "Make the directory writable, or copy both files to one that is.")
    }

    private static func open(
        _ path: String, _ mode: OpenMode, _ busyTimeout: Duration
    ) throws(RouteDBError) -> Database {
        do {
            let connection = try Connection(path: path, mode: mode, busyTimeout: busyTimeout)
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
            // These two affect only an empty file; on any other, the second would write a page, for
            // which a full disk may have no space.
            if try connection.pragma("page_count") == 0 {
                try connection.setPragma("page_size", to: pageSize)
                try connection.setPragma("auto_vacuum", to: incrementalVacuum)
            }
            try connection.setFileChunk(bytes: pageSize)
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
