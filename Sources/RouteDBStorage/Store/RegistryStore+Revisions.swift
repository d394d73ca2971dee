package import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension RegistryStore {
    /// The number of the newest revision; 0 if there is none.
    package func latestRevision() throws(RouteDBError) -> Int64 {
        try RevisionRecords(database: database).latest()
    }

    /// The newest revisions, in descending order.
    package func revisions(
        below bound: Int64? = nil, limit: Int = 0
    ) throws(RouteDBError) -> [RegistryRevision] {
        try RevisionRecords(database: database).list(below: bound ?? .max, limit: limit.asLimit)
    }
}

extension RegistryStore {
    /// Removes the file if the registry was created and never changed afterwards, so that a command
    /// that creates it and then fails leaves nothing behind.
    ///
    /// A process that has opened the file for writing meanwhile waits for this, and then gets an
    /// error that the file is gone. The store cannot be used afterwards.
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
    package func removeIfEmpty() {
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
