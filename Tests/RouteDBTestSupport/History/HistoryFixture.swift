import RouteDBSQLite
package import RouteDBStorage

/// A history of its own for one test.
package struct HistoryFixture {
    package let directory: TemporaryDirectory
    package var path: String { directory.path("routes.hits.db") }

    package init() throws {
        directory = try TemporaryDirectory()
    }

    /// A writer whose stream has 16 times the byte given.
    package func writer(
        stream: UInt8 = 1, durability: HitsDurability = .normal
    ) throws -> HitsWriter {
        try HitsWriter(
            path: path, stream: [UInt8](repeating: stream, count: 16), durability: durability,
            timeMicroseconds: 0)
    }

    package func reader() throws -> HitsReader {
        try HitsReader(path: path)
    }

    /// All hits: those of the segments, then those of the tail.
    package func hits() throws -> [Hit] {
        var hits: [Hit] = []
        try reader().scan(texts: true) { hits += try $0.hits() }
        return hits
    }

    /// Runs SQL behind the history's back.
    package func damage(_ sql: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.setCheckpointsOnClose(false)
        try connection.setPragma("ignore_check_constraints", to: "ON")
        try connection.execute(sql)
        try connection.close()
    }

    /// The number that a statement gives.
    package func number(_ sql: String) throws -> Int64 {
        let connection = try Connection(path: path, mode: .readOnly)
        var statement = try connection.prepare(sql)
        _ = try statement.step()
        return statement.int(at: 0)
    }
}
