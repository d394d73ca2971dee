import RouteDBRouting

extension RegistryStore {
    /// The number of the newest revision; 0 if there is none.
    package func latestRevision() throws(RouteDBError) -> Int64 {
        try RevisionRecords(database: database).latest()
    }

    /// The newest revisions, newest first.
    ///
    /// - Parameters:
    ///   - bound: Only revisions with a lower number are listed; `nil`: all.
    ///   - limit: How many at most; 0: all.
    /// - Returns: The revisions.
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
    package func revisions(
        below bound: Int64? = nil, limit: Int = 0
    ) throws(RouteDBError) -> [Revision] {
        try RevisionRecords(database: database).list(below: bound ?? .max, limit: limit.asLimit)
    }
}
