import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The table of import runs.
///
/// - I4: A run is updated in the transaction of each of its steps. The runs of a log together have
///   at most as many lines as the log.
struct ImportRunRecords {
    let database: Database

    /// Adds a step to its run, or creates the run if it has no number yet.
    func add(_ step: ImportStep, _ run: ImportRun, to log: Int64) throws(RouteDBError) -> Int64 {
        let last = try database.number(
            "SELECT max(run) FROM import_run WHERE import = ?1", log)
        let (next, isBeyond) = (last ?? 0).addingReportingOverflow(1)
        guard !isBeyond else { throw database.corrupt("an import has a run \(next)") }
        let number = run.number ?? next
        let sql: StaticString = """
            INSERT INTO import_run (import, run, started_at, name, format, options, imported,
                duplicate, rejected, skipped, first_time, last_time)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
            ON CONFLICT DO UPDATE SET
                imported = imported + excluded.imported, duplicate = excluded.duplicate,
                rejected = rejected + excluded.rejected, skipped = skipped + excluded.skipped,
                first_time = min(coalesce(first_time, excluded.first_time),
                    coalesce(excluded.first_time, first_time)),
                last_time = max(coalesce(last_time, excluded.last_time),
                    coalesce(excluded.last_time, last_time))
            """
        try database.run(sql) { statement in
            try statement.bind(log, at: 1)
            try statement.bind(number, at: 2)
            try statement.bind(run.startedAt, at: 3)
            try statement.bind(step.name, at: 4)
            try statement.bind(run.format, at: 5)
            try statement.bind(String(decoding: run.options, as: UTF8.self), at: 6)
            try statement.bind(step.counts.imported, at: 7)
            try statement.bind(run.duplicate, at: 8)
            try statement.bind(step.counts.rejected, at: 9)
            try statement.bind(step.counts.skipped, at: 10)
            try statement.bind(run.times?.lowerBound, at: 11)
            try statement.bind(run.times?.upperBound, at: 12)
            try statement.run()
        }
        return number
    }

    /// The runs of all logs or of one log, by log, sorted by number.
    func all(of log: Int64? = nil) throws(RouteDBError) -> [Int64: [LogImportRecord.Run]] {
        let sql: StaticString = """
            SELECT import, started_at, name, format, options, imported, duplicate, rejected, skipped,
                first_time, last_time
            FROM import_run WHERE ?1 IS NULL OR import = ?1 ORDER BY import, run
            """
        return try database.run(sql) { statement in
            try statement.bind(log, at: 1)
            var runs: [Int64: [LogImportRecord.Run]] = [:]
            while try statement.step() {
                var options = JSONObject()
                if case .object(let object)? = try? JSONValue(parsing: statement.bytes(at: 4)) {
                    options = object
                }
                let (first, last) = (statement.optionalInt(at: 9), statement.optionalInt(at: 10))
                runs[statement.int(at: 0), default: []].append(
                    LogImportRecord.Run(
                        started: statement.time(at: 1),
                        name: statement.string(at: 2), format: statement.string(at: 3),
                        options: options, imported: statement.int(at: 5),
                        duplicate: statement.int(at: 6), rejected: statement.int(at: 7),
                        skipped: statement.int(at: 8),
                        first: first.map { Timestamp(microseconds: $0) },
                        last: last.map { Timestamp(microseconds: $0) }))
            }
            return runs
        }
    }
}
