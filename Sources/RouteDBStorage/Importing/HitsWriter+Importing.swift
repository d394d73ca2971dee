import RouteDBSQLite

extension HitsWriter {
    /// Looks for the logs that a log may be which begins with a line.
    ///
    /// - Parameter first: The digest of the first line.
    /// - Returns: The logs, and the id of the newest log of all.
    /// - Throws: `busy`, also if one of them is being forgotten; `corrupt`, `storageFailure`.
    package func findLogs(
        first: UInt64
    ) throws(RouteDBError) -> (logs: [ImportedLog], newest: Int64) {
        try database.transaction(.deferred) {
            let records = ImportRecords(database: database)
            let logs = try records.logs(first: first)
            try ForgottenRecords(database: database).refuse(logs.map(\.id))
            return (logs, try records.newest())
        }
    }

    /// The last run that brought lines of a log; nil if none is kept.
    ///
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
    package func lastRun(of log: Int64) throws(RouteDBError) -> LogImportRecord.Run? {
        try ImportRunRecords(database: database).all(of: log)[log]?.last
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
    /// - Returns: The id of the log, and the number of the run if the step has one.
    /// - Throws: `busy`, also if another import went on in the log meanwhile; `full`,
    ///   `storageFailure`, `corrupt`. Nothing was written then.
    package func append(
        _ batch: HitBatch, _ step: ImportStep
    ) throws(RouteDBError) -> (log: Int64, run: Int64?) {
        let written = try commit { () throws(RouteDBError) in
            let written = try ImportRecords(database: database).add(step)
            guard !batch.isEmpty else { return written }
            var batch = batch
            batch.setSource(written.log)
            _ = try write(batch)
            return written
        }
        copyLogIfDue(adding: size(of: batch) + step.digests.count * 4)
        return written
    }
}
