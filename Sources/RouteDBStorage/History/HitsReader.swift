package import RouteDBMigrations
import RouteDBSQLite

/// Reads the hits of a history, concurrently with any writers.
///
/// The reader owns one connection and is confined to one thread at a time. Everything read in one
/// call belongs to the same snapshot.
package final class HitsReader {
    /// The connection, for interrupting a long read.
    package let database: Database
    let scripts: [MigrationScript]

    /// Opens a history.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - busyTimeoutMilliseconds: How long to wait for a lock of another process.
    ///   - scripts: The migration scripts; tests pass others.
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

    /// Passes every segment that may have hits in a range of times to a closure, and then the tail
    /// as if it were a segment.
    ///
    /// A segment may also have hits outside the range, and is valid only within the closure.
    ///
    /// - Parameters:
    ///   - times: The range, in microseconds.
    ///   - texts: Whether texts will be read; without them, less data is loaded.
    ///   - body: Called with each segment.
    /// - Throws: `corrupt` for a damaged segment, with its id and the offset; errors of the
    ///   closure, as `storageFailure` unless they are a `RouteDBError`.
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
    /// Whether the range from the earliest to the latest hit overlaps a range of times.
    func overlaps(_ times: ClosedRange<Int64>) -> Bool {
        firstTime <= times.upperBound && lastTime >= times.lowerBound
    }
}
