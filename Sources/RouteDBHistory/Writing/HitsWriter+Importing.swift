package import RouteDBDatabase
import RouteDBSQLite

extension HitsWriter {
    /// Finds the known logs that a log with this first line may be.
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

    /// The last run that imported lines of a log, or `nil` if none is recorded.
    package func lastRun(of log: Int64) throws(RouteDBError) -> LogImportRecord.Run? {
        try ImportRunRecords(database: database).all(of: log)[log]?.last
    }

    /// Returns the stored run of line digests of a log that contains a line.
    package func digests(
        of log: Int64, with line: Int64
    ) throws(RouteDBError) -> (line: Int64, digests: [UInt32]) {
        try ImportRecords(database: database).run(of: log, with: line)
    }

    /// Writes hits of a log together with the progress of the import, in one transaction (I1).
    package func append(
        _ batch: HitBatch, _ step: ImportStep
    ) throws(RouteDBError) -> (log: Int64, run: Int64?) {
        let written = try commit { () throws(RouteDBError) in
            let log = try ImportRecords(database: database).add(step)
            guard !batch.isEmpty else { return (log: log, hits: Written?.none) }
            var batch = batch
            batch.setSource(log.log)
            return (log: log, hits: try write(batch))
        }
        finish(batch, written.hits, adding: step.digests.count * 4)
        return written.log
    }
}
