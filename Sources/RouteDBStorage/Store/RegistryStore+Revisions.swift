import RouteDBRouting

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
    ) throws(RouteDBError) -> [Revision] {
        try RevisionRecords(database: database).list(below: bound ?? .max, limit: limit.asLimit)
    }
}
