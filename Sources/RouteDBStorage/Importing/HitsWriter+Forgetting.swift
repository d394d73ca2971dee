extension HitsWriter {
    /// Removes imports, as if they had never been imported; their logs can be imported again.
    ///
    /// The work is done in short transactions, between which other writers can proceed. If it is
    /// interrupted or fails, the file remains consistent, and the same call completes the work.
    ///
    /// - Parameters:
    ///   - ids: The ids of the imports.
    ///   - timeMicroseconds: The current time, for the file's list of forgotten imports.
    /// - Returns: The numbers of removed hits.
    /// - Throws: `importNotFound`; `importShared` if another import shares lines with one of them;
    ///   `busy`, `full`, `corrupt`, `storageFailure`.
    package func forget(
        _ ids: Set<Int64>, timeMicroseconds: Int64
    ) throws(RouteDBError) -> ForgottenImports {
        var forgetting = HitsForgetting(
            database: database, ids: ids, timeMicroseconds: timeMicroseconds)
        try commit { () throws(RouteDBError) in try forgetting.begin() }
        while true {
            let segments = try forgetting.nextSegments()
            guard !segments.isEmpty else { break }
            try commit { () throws(RouteDBError) in try forgetting.remove(from: segments) }
            copyLogIfDue(adding: 4 << 20)
        }
        while try commit({ () throws(RouteDBError) in try forgetting.removeRejects() }) {
            copyLogIfDue(adding: 4 << 20)
        }
        return try commit { () throws(RouteDBError) in try forgetting.finish() }
    }
}
