package import RouteDBMigrations
import RouteDBSQLite

/// A registry's file: its revisions, and what each of them holds.
///
/// It owns one connection and is confined to whoever owns it: one thread at a time. Everything
/// that it reads in one call is of one revision; ``write(_:dryRun:_:)`` is the only way to change
/// what the file holds.
package final class RegistryStore {
    /// The path that the file was opened by.
    package let path: String
    /// The connection, for those who watch the file or interrupt a long read.
    package let database: Database
    let migrator: Migrator

    private init(database: Database, scripts: [MigrationScript]) {
        path = database.path
        self.database = database
        migrator = Migrator(database: database, scripts: scripts)
    }

    /// Opens a registry.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mode: What it is opened for.
    ///   - busyTimeoutMilliseconds: How long to wait for another process's transaction.
    ///   - scripts: The schema's scripts; tests give others.
    /// - Returns: The store, whose file has the newest schema.
    /// - Throws: `databaseMissing`, `notARegistry`, `schemaTooNew`, `schemaMismatch`,
    ///   `permissionDenied`, `readOnly`, `busy`, `full`, `corrupt`, `storageFailure`.
    package static func open(
        path: String, mode: RegistryMode, busyTimeoutMilliseconds: Int = 5_000,
        scripts: [MigrationScript] = MigrationScript.all
    ) throws(RouteDBError) -> RegistryStore {
        try checkAccess(path, mode)
        let database: Database
        do {
            database = Database(
                connection: try Connection(
                    path: path, mode: mode.openMode,
                    busyTimeoutMilliseconds: busyTimeoutMilliseconds),
                path: path)
        } catch {
            throw RouteDBError(error, path: path)
        }
        let store = RegistryStore(database: database, scripts: scripts)
        switch mode {
        case .reading:
            try store.migrator.requireCurrent()
        case .writing(let time):
            try store.configureForWriting()
            try store.migrator.migrate(timeMicroseconds: time)
        case .creating(let commit):
            try store.configureForWriting()
            try store.migrator.create(timeMicroseconds: commit.timeMicroseconds) {
                try RevisionRecords(database: database).insert(number: 1, commit)
                try NamespaceRecords(database: database).insertDefault(revision: 1)
                try RevisionDigests(database: database).seal(1)
            }
        }
        return store
    }

    /// A number that changes when another connection has committed to the file.
    ///
    /// Only values of one store compare. It costs about a microsecond, and holds no lock.
    package func dataVersion() throws(RouteDBError) -> Int64 {
        do {
            return try database.connection.dataVersion()
        } catch {
            throw RouteDBError(error, path: path)
        }
    }

    /// Copies the newest revision, with all before it, to a file that does not exist yet.
    ///
    /// - Throws: `fileExists`, `full`, `busy`, `storageFailure`.
    package func backUp(to destination: String) throws(RouteDBError) {
        guard !FileAccess(path: destination).exists else {
            throw RouteDBError(
                .fileExists, "The file '\(destination)' exists already.",
                hint: "Give another path, or remove the file first.")
        }
        do {
            try database.connection.backUp(to: destination)
        } catch {
            // The connection to it is closed by now; what it may have left is a file of no bytes.
            FileAccess(path: destination).removeIfEmpty()
            guard case .cannotOpen = error.code else {
                throw RouteDBError(error, path: destination)
            }
            throw RouteDBError(
                .permissionDenied, "No permission to create the file '\(destination)'.",
                hint: "Give a path in an existing, writable directory.",
                underlying: error)
        }
    }

    /// A commit is on the disk when it returns, and there is no log beside the file that could be
    /// lost: Docs/durability.md.
    private func configureForWriting() throws(RouteDBError) {
        do {
            // Somebody else's file keeps its journal mode: the migrator refuses it next.
            if case .foreign = try SchemaState.read(from: database) { return }
            try database.connection.setPragma("journal_mode", to: "DELETE")
            try database.connection.setPragma("synchronous", to: "FULL")
        } catch {
            throw RouteDBError(error, path: path)
        }
    }
}

extension RegistryMode {
    fileprivate var openMode: OpenMode {
        switch self {
        case .reading: .readOnly
        case .writing: .readWrite
        case .creating: .create
        }
    }
}

extension RegistryStore {
    /// Says in clear words what the system would refuse; the answers may be outdated a moment
    /// later, and then SQLite's word counts.
    private static func checkAccess(_ path: String, _ mode: RegistryMode) throws(RouteDBError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw RouteDBError(
                .invalidValue, "The path of the registry is empty, or contains a NUL.",
                hint: "Give the path of a file.")
        }
        let file = FileAccess(path: path)
        guard !FileAccess(path: path + "/.").exists else {
            throw RouteDBError(
                .notARegistry, "'\(path)' is not a registry: it is a directory.",
                hint: "Give the path of a file, such as '\(path)/routes.db'.")
        }
        switch mode {
        case .creating where !file.exists:
            guard file.directory.exists else {
                throw RouteDBError(
                    .databaseMissing,
                    "The registry '\(path)' cannot be created: there is no directory"
                        + " '\(file.directory.path)'.",
                    hint: "Create the directory first.")
            }
        case _ where !file.exists:
            throw RouteDBError(
                .databaseMissing, "No registry exists at '\(path)'.",
                hint: "Create one with `routedb init`, or give the path of another.")
        case _ where !file.isReadable:
            throw RouteDBError(
                .permissionDenied, "No permission to read the registry '\(path)'.",
                hint: "Ask for permission, or run as the owner of the file.")
        case .reading:
            return
        case .writing, .creating:
            guard file.isWritable else {
                throw RouteDBError(
                    .readOnly, "The registry '\(path)' can only be read.",
                    hint: "Make the file writable.")
            }
        }
        if case .reading = mode { return }
        guard file.directory.isWritable else {
            throw RouteDBError(
                .readOnly,
                "The registry '\(path)' cannot be written: a write needs a second file beside it,"
                    + " and the directory '\(file.directory.path)' can only be read.",
                hint: "Make the directory writable.")
        }
    }
}
