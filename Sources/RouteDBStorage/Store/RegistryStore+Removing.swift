import RouteDBSQLite

extension RegistryStore {
    /// Removes the file if the registry was made and nothing else was ever done to it, so that a
    /// first command that fails leaves nothing behind.
    ///
    /// Whoever has opened the file meanwhile to write waits for us, and is then told that it is
    /// gone. The store is of no use afterwards.
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

    /// Removes the file if there is nothing in it, as when a registry could not be made.
    func removeIfEmpty() {
        do {
            try database.transaction(.immediate) { removeEmptyFile() }
        } catch {
            // Even locking an empty file takes room, which a full disk gives to nobody else either.
            if error.code == .full { removeEmptyFile() }
        }
    }

    private func removeEmptyFile() {
        guard !database.connection.hasMoved else { return }
        FileAccess(path: path).resolved.removeIfEmpty()
    }
}
