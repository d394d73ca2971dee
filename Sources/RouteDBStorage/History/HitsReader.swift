package import RouteDBMigrations
import RouteDBSQLite

/// Reads the hits of a history, beside any writers.
///
/// It owns one connection, and is confined to whoever owns it: one thread at a time. Everything
/// that one call reads is of one moment.
package final class HitsReader {
    /// The connection, for those who interrupt a long read.
    package let database: Database
    let scripts: [MigrationScript]

    /// Opens a history.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - busyTimeoutMilliseconds: How long to wait for a lock of another process.
    ///   - scripts: The schema's scripts; tests give others.
    /// - Throws: `databaseMissing`, `notAHistory`, `schemaTooNew`, `schemaMismatch`, `readOnly`,
    ///   `busy`, `corrupt`, `storageFailure`.
    package init(
        path: String, busyTimeoutMilliseconds: Int = 5_000,
        scripts: [MigrationScript] = MigrationScript.history
    ) throws(RouteDBError) {
        self.scripts = scripts
        database = try HitsFile.openForReading(
            path: path, busyTimeoutMilliseconds: busyTimeoutMilliseconds, scripts: scripts)
    }

    /// Lends every segment that may have hits of a range of time, and then the tail as if it were
    /// one.
    ///
    /// A segment may have hits of other times as well. It must not be used after the closure.
    ///
    /// - Parameters:
    ///   - times: The range, in microseconds.
    ///   - texts: Whether texts will be asked for; without them less is read.
    ///   - body: What is done with a segment.
    /// - Throws: `corrupt` for a damaged segment, with its id and the place; what the closure
    ///   throws, as `storageFailure` unless it is a `RouteDBError`.
    package func scan(
        _ times: ClosedRange<Int64> = .min ... .max, texts: Bool,
        _ body: (HitSegment) throws -> Void
    ) throws(RouteDBError) {
        try database.transaction(.deferred) {
            let cursor = try HitsCursor(database: database, times: times, texts: texts)
            while let segment = try cursor.next() { try body(segment) }
        }
    }
}

extension HitSegment {
    /// Says whether the times from the earliest to the latest hit meet a range.
    func overlaps(_ times: ClosedRange<Int64>) -> Bool {
        firstTime <= times.upperBound && lastTime >= times.lowerBound
    }
}
