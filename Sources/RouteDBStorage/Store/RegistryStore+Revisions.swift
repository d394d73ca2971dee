package import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension RegistryStore {
    /// The number of the newest revision; 0 if there is none.
    package func latestRevision() throws(RouteDBError) -> Int64 {
        try RevisionRecords(database: database).latest()
    }

    /// The newest revisions, in descending order.
    ///
    /// - Parameters:
    ///   - bound: Lists only revisions with a lower number, or `nil` to list all.
    ///   - limit: The most revisions to return, or 0 for all.
    /// - Returns: The revisions.
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
    package func revisions(
        below bound: Int64? = nil, limit: Int = 0
    ) throws(RouteDBError) -> [RegistryRevision] {
        try RevisionRecords(database: database).list(below: bound ?? .max, limit: limit.asLimit)
    }
}

extension RegistryStore {
    /// Checks that the newest revision is the one that the writer expects.
    ///
    /// - Returns: The number of the newest revision.
    @discardableResult
    func require(expected: Int64?) throws(RouteDBError) -> Int64 {
        let records = RevisionRecords(database: database)
        let latest = try records.latest()
        guard let expected, expected != latest else { return latest }
        let place = "The registry '\(path)' is at revision \(latest), not at \(expected)"
        guard expected < latest, let first = try records.find(expected + 1) else {
            throw RouteDBError(
                .revisionConflict, "\(place).", hint: "The newest revision is \(latest).")
        }
        let others = latest - first.number
        throw RouteDBError(
            .revisionConflict,
            "\(place): \(first.author) made revision \(first.number) at"
                + " \(Timestamp(microseconds: first.timeMicroseconds))"
                + (first.message.isEmpty ? "" : ", '\(first.message)'")
                + (others == 0 ? "." : ", and \(others) followed."),
            hint: "See what changed with `routedb diff @\(expected)`, then try again with"
                + " revision \(latest).")
    }
}

extension RegistryStore {
    /// Removes the file if the registry was created and never changed afterwards, so that a command
    /// that creates it and then fails leaves nothing behind.
    ///
    /// A process that has opened the file for writing meanwhile waits for this, and then gets an
    /// error that the file is gone. The store cannot be used afterwards.
    ///
    /// - Returns: Whether it was removed.
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
    package func removeIfUntouched() throws(RouteDBError) -> Bool {
        try database.transaction(.immediate) {
            guard try RevisionRecords(database: database).latest() == 1,
                !database.connection.hasMoved
            else { return false }
            FileAccess(path: path).resolved.remove()
            return true
        }
    }

    /// Removes the file if it is empty, for example because creating the registry failed.
    func removeIfEmpty() {
        do {
            try database.transaction(.immediate) { removeEmptyFile() }
        } catch {
            // Even locking an empty file needs disk space, and on a full disk no other process can
            // lock it either.
            if error.code == .full { removeEmptyFile() }
        }
    }

    private func removeEmptyFile() {
        guard !database.connection.hasMoved else { return }
        FileAccess(path: path).resolved.removeIfEmpty()
    }
}
