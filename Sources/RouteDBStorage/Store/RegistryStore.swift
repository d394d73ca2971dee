package import RouteDBDatabase
package import RouteDBMigrations
package import RouteDBRouting
import RouteDBSQLite

/// The purpose for which a registry is opened.
package enum RegistryMode: Sendable {
    /// Reading only; an older schema is an error.
    case reading
    /// Reading and writing an existing registry; an older schema is upgraded.
    case writing(time: Timestamp)
    /// Like ``writing(time:)``, but a missing or empty file becomes a registry whose
    /// first revision has this information and contains only the namespace `default`.
    case creating(CommitInfo)
    /// Reading and writing a copy in memory of an existing registry, which is never written; the
    /// copy's schema is upgraded.
    case copying(time: Timestamp)
    /// Taking all content from another registry; a missing or empty file stays empty until then.
    case following(time: Timestamp)
}

/// A registry file with all of its revisions.
///
/// The store owns one connection and is confined to one thread at a time. Everything read in one
/// call belongs to the same revision. ``write(_:dryRun:_:)`` is the only way to change the content.
package final class RegistryStore {
    /// The path used to open the file.
    package let path: String
    /// The connection, for watching the file or interrupting a long read.
    package let database: Database
    package let migrator: Migrator
    /// The journal of the interrupted write, if this store reads a copy in which that write is
    /// undone.
    private let undoneJournal: FileIdentity?
    /// The file that was opened; `nil` for one in memory.
    private var opened: FileIdentity?

    private init(
        database: Database, scripts: [MigrationScript], opened: FileIdentity? = nil,
        undoneJournal: FileIdentity? = nil
    ) {
        path = database.path
        self.database = database
        self.opened = opened
        self.undoneJournal = undoneJournal
        migrator = Migrator(database: database, scripts: scripts)
    }

    /// Opens a registry.
    package static func open(
        path: String, mode: RegistryMode, busyTimeout: Duration = .seconds(5),
        scripts: [MigrationScript] = MigrationScript.all
    ) throws(RouteDBError) -> RegistryStore {
        try checkAccess(path, mode)
        let connection: Connection
        // Before it is opened: if another file takes its place meanwhile, that is noticed later.
        let opened = FileAccess(path: path).identity
        do {
            connection = try Connection(
                path: path, mode: mode.openMode(for: FileAccess(path: path)),
                busyTimeout: busyTimeout)
        } catch {
            throw RouteDBError(error, path: path)
        }
        let store = RegistryStore(
            database: Database(connection: connection, path: path), scripts: scripts,
            opened: opened)
        switch mode {
        case .reading:
            do {
                try store.migrator.requireCurrent()
            } catch {
                guard let copy = try store.undoneCopy(after: error, busyTimeout) else {
                    throw error
                }
                let undone = RegistryStore(
                    database: Database(connection: copy.connection, path: path),
                    scripts: scripts, opened: opened, undoneJournal: copy.journal)
                try undone.migrator.requireCurrent()
                return undone
            }
        case .copying(let time):
            let copy = try store.copiedToMemory(busyTimeout)
            let memory = RegistryStore(
                database: Database(connection: copy, path: path), scripts: scripts)
            try memory.migrator.migrate(time: time)
            // The copy does not follow, so it can be edited.
            try OriginRecord(database: memory.database).remove()
            return memory
        case .writing(let time):
            try store.configureForWriting()
            try store.migrator.migrate(time: time)
        case .following(let time):
            try store.configureForWriting()
            if try !store.isEmpty { try store.migrator.migrate(time: time) }
        case .creating(let commit):
            do {
                try store.create(commit)
                store.opened = FileAccess(path: path).identity
            } catch {
                store.removeIfEmpty()
                throw error
            }
        }
        return store
    }

    /// Creates a registry in memory whose first revision contains only the namespace `default`.
    package static func inMemory(
        _ commit: CommitInfo, scripts: [MigrationScript] = MigrationScript.all
    ) throws(RouteDBError) -> RegistryStore {
        do {
            let database = Database(connection: try Connection.inMemory(), path: memoryPath)
            let store = RegistryStore(database: database, scripts: scripts)
            try store.makeFirstRevision(commit)
            return store
        } catch {
            throw RouteDBError(error, path: memoryPath)
        }
    }

    /// The text that stands for the path of a registry in memory.
    package static let memoryPath = ":memory:"

    /// True if the file has no content yet.
    var isEmpty: Bool {
        get throws(RouteDBError) {
            try database.transaction(.deferred) { try SchemaState.read(from: database) == .empty }
        }
    }

    private func create(_ commit: CommitInfo) throws(RouteDBError) {
        try EditRules.check(commit)
        try configureForWriting()
        try makeFirstRevision(commit)
    }

    private func makeFirstRevision(_ commit: CommitInfo) throws(RouteDBError) {
        try migrator.create(time: commit.time) {
            try RevisionRecords(database: database).insert(number: 1, commit)
            try Versions<RouteNamespace>(database: database).insert(.initial, in: 1)
            try RevisionDigests(database: database).seal(1)
        }
    }

    /// Returns the file's content in memory, without an interrupted write if there is one.
    private func copiedToMemory(_ busyTimeout: Duration) throws(RouteDBError) -> Connection {
        do {
            return try database.connection.copiedToMemory()
        } catch {
            let error = RouteDBError(error, path: path)
            guard let copy = try undoneCopy(after: error, busyTimeout) else {
                throw error
            }
            do {
                return try copy.connection.copiedToMemory()
            } catch {
                throw RouteDBError(error, path: path)
            }
        }
    }

    /// Returns a copy without an interrupted write, if that is why the file cannot be read.
    private func undoneCopy(
        after error: RouteDBError, _ busyTimeout: Duration
    ) throws(RouteDBError) -> RolledBackCopy? {
        guard let cause = error.underlying, ResultCode.readOnlyRollback ~= cause else { return nil }
        return try RolledBackCopy(of: database.connection, path: path, busyTimeout: busyTimeout)
    }

    /// A notice for the user if the store reads a copy instead of the file itself; `nil` otherwise.
    ///
    /// This happens after an interrupted write, if this process may not write the file: it then
    /// reads a copy in which the write is undone.
    package var copyNotice: RouteDBError? {
        guard undoneJournal != nil else { return nil }
        return RouteDBError(
            .readOnly,
            "A write to the registry '\(path)' was interrupted, and this user has no permission to"
                + " undo it in the file. Reading a copy in which it is undone instead.",
            hint: "Run any command as a user who may write the file and its directory.")
    }

    /// True if the store reads a copy, and the file has been recovered or written since.
    package var isOutdatedCopy: Bool {
        guard let undoneJournal else { return false }
        return FileAccess(path: RolledBackCopy.journalPath(of: path)).identity != undoneJournal
    }

    /// True if the file that was opened is no longer at its path: it was deleted, or another one, such
    /// as a backup, has taken its place.
    package var isReplaced: Bool {
        guard let opened else { return false }
        return FileAccess(path: path).identity != opened
    }

    /// A number that changes when another connection commits to the file.
    ///
    /// Compare only values from the same store. Takes about a microsecond, and no lock.
    package func dataVersion() throws(RouteDBError) -> Int64 {
        do {
            return try database.connection.dataVersion()
        } catch {
            throw RouteDBError(error, path: path)
        }
    }

    /// Copies the newest revision and all earlier ones to a file that does not exist yet, and gets
    /// the permissions of another one: by default, of the store's own.
    package func backUp(
        to destination: String, permissionsOf other: String? = nil
    ) throws(RouteDBError) {
        let file = FileAccess(path: destination)
        try file.requireAbsent()
        FileLimit(of: other ?? path)?.prepareFile(at: file.resolved.path, isCompanion: false)
        do {
            try database.connection.backUp(to: destination)
        } catch {
            // The connection to the destination is closed by now, and the copy was rolled back.
            file.removeIfEmpty()
            guard case .cannotOpen = error.code else {
                throw RouteDBError(error, path: destination)
            }
            throw RouteDBError(
                .permissionDenied, "No permission to create the file '\(destination)'.",
                hint: "Give a path in an existing, writable directory.",
                underlying: error)
        }
    }

    /// A commit is on disk when it returns, and the file has no separate log that could be lost;
    /// see Docs/durability.md.
    private func configureForWriting() throws(RouteDBError) {
        do {
            // A foreign file keeps its journal mode; the migrator refuses it next.
            if case .foreign = try SchemaState.read(from: database) { return }
            try database.connection.setPragma("journal_mode", to: "DELETE")
            // FULL would not sync the directory once the journal is deleted: after a power failure the
            // journal could be back, and the next reader would undo the commit.
            try database.connection.setPragma("synchronous", to: "EXTRA")
        } catch {
            throw RouteDBError(error, path: path)
        }
    }
}

extension RegistryMode {
    fileprivate func openMode(for file: FileAccess) -> OpenMode {
        switch self {
        case .reading: file.readingMode
        case .copying: file.readingMode == .undoing ? .readOnly : file.readingMode
        case .writing: .readWrite
        case .creating, .following: .create
        }
    }

    fileprivate var writes: Bool {
        switch self {
        case .reading, .copying: false
        case .writing, .creating, .following: true
        }
    }
}

extension RegistryStore {
    /// Reports in plain words what the system would refuse.
    ///
    /// The checks may be outdated a moment later; then SQLite's own error applies.
    private static func checkAccess(_ path: String, _ mode: RegistryMode) throws(RouteDBError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw RouteDBError(
                .invalidValue, "The path of the registry is empty, or contains a NUL.",
                hint: "Give the path of a file.")
        }
        let file = FileAccess(path: path)
        let directory = file.resolved.directory
        try DatabaseKind.registry.checkPlace(file, writes: mode.writes)
        switch mode {
        case .creating where !file.exists, .following where !file.exists:
            guard directory.exists else {
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
        case .reading, .copying:
            return
        case .writing, .creating, .following:
            guard file.isWritable else {
                throw RouteDBError(
                    .readOnly, "The registry '\(path)' is read-only.",
                    hint: "Make the file writable.")
            }
        }
        guard directory.isWritable else {
            throw RouteDBError(
                .readOnly,
                "The registry '\(path)' cannot be written: SQLite creates a journal beside it, and"
                    + " the directory '\(directory.path)' is read-only.",
                hint: "Make the directory writable.")
        }
    }
}
