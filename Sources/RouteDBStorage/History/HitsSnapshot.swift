import RouteDBSQLite

/// A history as it is at one moment, for as long as the snapshot is kept.
///
/// It is confined to one thread at a time, and so are its cursors.
package final class HitsSnapshot {
    private let database: Database

    /// Takes the connection of a reader, which must not be used otherwise.
    ///
    /// - Throws: `busy`, `corrupt`, `storageFailure`.
    package init(_ reader: HitsReader) throws(RouteDBError) {
        database = reader.database
        // It ends with the connection. The first read is what takes the snapshot.
        try database.run("BEGIN DEFERRED")
    }

    /// Makes a cursor before the first segment; see ``HitsCursor``.
    package func cursor(
        times: ClosedRange<Int64>, texts: Bool
    ) throws(RouteDBError) -> HitsCursor {
        try HitsCursor(database: database, times: times, texts: texts)
    }

    /// Runs a closure that reads a segment; damage that it finds is told as the file's.
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
