package import RouteDBHistory
import RouteDBSQLite
import RouteDBStorage

/// A temporary history for one test.
package struct HistoryFixture {
    package let directory: TemporaryDirectory
    package var path: String { directory.path("routes.hits.db") }

    package init() throws {
        directory = try TemporaryDirectory()
    }

    /// Returns a writer whose stream id is the given byte, repeated 16 times, or, without one, that
    /// writes the machine's stream; it sums up the durations of quarters of an hour however few hits they
    /// have.
    package func writer(
        stream: UInt8? = 1, durability: HitsDurability = .normal
    ) throws -> HitsWriter {
        let writer = try HitsWriter(
            path: path, stream: stream.map { [UInt8](repeating: $0, count: 16) },
            durability: durability, time: 0)
        writer.summing.hitsPerRow = 1
        return writer
    }

    package func reader() throws -> HitsReader {
        try HitsReader(path: path)
    }

    /// Returns all hits: those of the segments, then those of the tail.
    package func hits() throws -> [Hit] {
        var hits: [Hit] = []
        try reader().scan(texts: .all) { hits += try $0.hits() }
        return hits
    }

    /// Runs SQL on the file, bypassing the history's code.
    package func damage(_ sql: String) throws {
        try HistoryDamage.run(sql, on: path)
    }

    /// Returns the number that a query gives.
    package func number(_ sql: String) throws -> Int64 {
        let connection = try Connection(path: path, mode: .readOnly)
        var statement = try connection.prepare(sql)
        _ = try statement.step()
        return statement.int(at: 0)
    }
}
