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
    /// What edits look up.
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
        let table = Item.table.name
        let next = if let next = nextIDs[table] { next } else { try versions.nextID() }
        let id = try versions.checkedNew(next)
        nextIDs[table] = id + 1
        return id
    }
}
