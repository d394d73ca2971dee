import RouteDBSQLite

extension HitsWriter {
    /// Looks for the logs that a log may be which begins with a line.
    ///
    /// - Parameter first: The digest of the first line.
    /// - Returns: The logs, and the id of the newest log of all.
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
    package func findLogs(
        first: UInt64
    ) throws(RouteDBError) -> (logs: [ImportedLog], newest: Int64) {
        try database.transaction(.deferred) {
            let records = ImportRecords(database: database)
            return (try records.logs(first: first), try records.newest())
        }
    }

    /// The digests of some lines of a log, one of them that of the line given.
    ///
    /// - Returns: The number of the first of these lines, and the digests; none if there are none.
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
    package func digests(
        of log: Int64, with line: Int64
    ) throws(RouteDBError) -> (line: Int64, digests: [UInt32]) {
        try ImportRecords(database: database).run(of: log, with: line)
    }

    /// Writes hits of a log, and how far it is imported with them, together or not at all (I1).
    ///
    /// - Parameters:
    ///   - batch: The hits, which get the log as their source.
    ///   - step: How far the log is imported.
    /// - Returns: The id of the log.
    /// - Throws: `busy`, also if another import went on in the log meanwhile; `full`,
    ///   `storageFailure`, `corrupt`. Nothing was written then.
    package func append(
        _ batch: HitBatch, _ step: ImportStep
    ) throws(RouteDBError) -> Int64 {
        let log = try commit { () throws(RouteDBError) in
            let log = try ImportRecords(database: database).add(step)
            guard !batch.isEmpty else { return log }
            var batch = batch
            batch.setSource(log)
            _ = try write(batch)
            return log
        }
        copyLogIfDue(adding: size(of: batch) + step.digests.count * 4)
        return log
    }
}
