extension HitsWriter {
    /// Removes imports, as if they had never been imported; their logs can be imported again.
    ///
    /// The work is done in short transactions, between which other writers can proceed. If it is
    /// interrupted or fails, the file remains consistent, and the same call completes the work.
    ///
    /// - Parameters:
    ///   - ids: The ids of the imports.
    ///   - timeMicroseconds: The current time, for the file's list of forgotten imports.
    ///   - observe: Called at the end of each transaction, with `false`, and after it, with `true`.
    /// - Returns: The numbers of removed hits.
    /// - Throws: `importNotFound`; `importShared` if another import shares lines with one of them;
    ///   `busy`, `full`, `corrupt`, `storageFailure`.
    package func forget(
        _ ids: Set<Int64>, timeMicroseconds: Int64,
        observing observe: (_ isCommitted: Bool) -> Void = { _ in }
    ) throws(RouteDBError) -> ForgottenImports {
        var forgetting = HitsForgetting(
            database: database, ids: ids, timeMicroseconds: timeMicroseconds)
        func step<Result>(
            _ body: () throws(RouteDBError) -> Result
        ) throws(RouteDBError) -> Result {
            let result = try commit { () throws(RouteDBError) in
                let result = try body()
                observe(false)
                return result
            }
            observe(true)
            return result
        }
        try step { () throws(RouteDBError) in try forgetting.begin() }
        while true {
            let segments = try forgetting.nextSegments()
            guard !segments.isEmpty else { break }
            try step { () throws(RouteDBError) in try forgetting.remove(from: segments) }
            copyLogIfDue(adding: 4 << 20)
        }
        while try step({ () throws(RouteDBError) in try forgetting.removeRejects() }) {
            copyLogIfDue(adding: 4 << 20)
        }
        return try step { () throws(RouteDBError) in try forgetting.finish() }
    }
}
