package import RouteDBDatabase
import RouteDBSQLite

/// A consistent view of a history that lasts as long as the snapshot exists.
///
/// The snapshot and its cursors are confined to one thread at a time.
package final class HitsSnapshot {
    private let database: Database

    /// Takes over the connection of a reader, which must not be used for anything else.
    package init(_ reader: HitsReader) throws(RouteDBError) {
        database = reader.database
        // The transaction ends with the connection. SQLite takes the snapshot at the first read.
        try database.run("BEGIN DEFERRED")
    }

    /// Creates a cursor before the first segment; see ``HitsCursor``.
    package func cursor(
        times: ClosedRange<Int64>, texts: TextSelection
    ) throws(RouteDBError) -> HitsCursor {
        try HitsCursor(database: database, times: times, texts: texts)
    }

    /// Runs a closure that reads a segment, and reports damage that it finds as an error of the
    /// file.
    package func reading<Result>(
        _ body: () throws -> Result
    ) throws(RouteDBError) -> Result {
        do {
            let result = try body()
            try database.requireEmptyLog()
            return result
        } catch {
            throw RouteDBError(error, path: database.path, kind: database.kind)
        }
    }
}
