import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The part of a registry in which an edit may remove routes.
package struct RegistryPart: Hashable, Sendable {
    /// The names of the namespaces; unknown ones are ignored.
    package var namespaces: Set<String>
    /// The group, or `nil` for all routes of the namespaces.
    package var group: String?

    package init(namespaces: Set<String>, group: String? = nil) {
        self.namespaces = namespaces
        self.group = group
    }
}

/// Edits a registry within one revision; valid only inside the closure that receives it.
///
/// Each edit is checked before it writes anything, so an edit that throws has no effect, and the
/// closure may continue after it. The first actual change creates the revision; if nothing changes,
/// no revision is created. If the closure throws, all of its edits are rolled back. After a disk or
/// database error, every further edit throws the same error, and so does the whole write.
///
/// An editor is confined to the thread that runs the closure.
public final class RegistryEditor {
    /// The live items that edits look up.
    let live: LiveRegistry
    private let commit: CommitInfo
    /// The revision before the edits.
    package let base: Int64
    /// The revision of the edits, once there is a change.
    private(set) var revision: Int64?
    /// The error that broke the write.
    private(set) var failure: RouteDBError?
    private var isClosed = false
    /// The next unused ids, by table.
    private var nextIDs: [String: Int64] = [:]

    init(database: Database, commit: CommitInfo, base: Int64) {
        live = LiveRegistry(database)
        self.commit = commit
        self.base = base
    }

    /// Invalidates the editor.
    func close() { isClosed = true }

    /// Runs one edit.
    func perform<Result>(
        _ edit: () throws(RouteDBError) -> Result
    ) throws(RouteDBError) -> Result {
        guard !isClosed else {
            throw RouteDBError(
                .closed, "The editor was used after its transaction ended.",
                hint: "Use it only inside the closure that receives it.")
        }
        if let failure { throw failure }
        do {
            return try edit()
        } catch {
            if error.underlying is SQLiteError { failure = error }
            throw error
        }
    }

    /// The number of the revision, which is created on the first call.
    func makeRevision() throws(RouteDBError) -> Int64 {
        if let revision { return revision }
        // The base is within the range, and so the sum does not overflow.
        let number = try live.database.checked(
            base + 1, 1...RevisionRecords.maximum, "number")
        try RevisionRecords(database: live.database).insert(number: number, commit)
        revision = number
        return number
    }

    /// A new id, never used before.
    func makeID<Item>(in versions: Versions<Item>) throws(RouteDBError) -> Int64 {
        try makeID(in: Item.table)
    }

    /// A new id of a table, never used before: the one that is wanted, unless others have passed it.
    func makeID(in table: VersionedTable, atLeast wanted: Int64 = 1) throws(RouteDBError) -> Int64 {
        let next =
            if let known = nextIDs[table.name] { known } else {
                try live.database.nextID(in: table)
            }
        // An id near the end of the range would leave none for later items.
        let id = wanted < RevisionRecords.maximum / 2 ? max(next, wanted) : next
        nextIDs[table.name] = try live.database.checkedNew(id) + 1
        return id
    }

    // MARK: Trying

    /// Thrown to take back edits that were tried.
    private struct Tried: Error {}

    /// Runs edits, and takes them back.
    package func trying<Result>(_ body: () throws -> Result) throws -> Result {
        let (revision, nextIDs) = (revision, nextIDs)
        var result: Result?
        defer {
            (self.revision, self.nextIDs) = (revision, nextIDs)
            live.forgetNamespaces()
            live.forgetConverters()
        }
        do {
            try live.database.connection.savepoint {
                result = try body()
                throw Tried()
            }
        } catch is Tried {}
        guard let result else { throw Tried() }
        return result
    }
}
