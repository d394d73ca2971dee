import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting
import RouteDBTestSupport
import Testing

/// The hits of quarters of an hour by clients and by the values of parameters (D4).
@Suite("Values of quarters of an hour")
struct SummedValueTests {
    private static let quarter: Int64 = 900_000_000
    private static let bot = HitClient(isBot: true, platform: .other)
    private let fixture: HistoryFixture
    private let writer: HitsWriter

    init() throws {
        fixture = try HistoryFixture()
        writer = try fixture.writer()
        writer.summing.hitsPerRow = 1
    }

    /// Appends a hit of a quarter for each URL.
    private func append(_ urls: [String], in quarter: Int64) throws {
        let hits = urls.enumerated().map { index, url in
            var hit = Hit(
                time: Timestamp(microseconds: quarter * Self.quarter + Int64(index)),
                url: Array(url.utf8),
                outcome: .matched)
            hit.namespace = 1
            hit.weight = 2
            hit.numbers.client = Self.bot
            return hit
        }
        try writer.append(HitBatch(hits))
    }

    /// The summed values of parameters, as lines of quarter, name, value, hits and weight.
    private func values() throws -> [String] {
        let sql = """
            SELECT bucket / 900, name, value, hits, weight
            FROM rollup_value JOIN summed_parameter ON id = parameter ORDER BY 1, 2, 3
            """
        return try HostileFile(path: fixture.path).rows(sql).map { $0.joined(separator: " ") }
    }

    @Test("values are decoded, and counted for each quarter that is over")
    func over() throws {
        try writer.sumUp(parameters: ["c"])
        try append(["/a?c=x", "/b?d=1&c=x#f", "/?c=%C3%A9+1", "/a", "/a?c", "?C=y"], in: 0)
        try append(["/a?c=x"], in: 1)
        #expect(try values() == [])
        try append(["/a?c=z"], in: 2)
        #expect(try values() == ["0 c  1 2", "0 c x 2 4", "0 c é 1 1 2"])
        #expect(try fixture.reader().verify() == [])
    }

    @Test("other parameters are summed up anew, of all that is in the file")
    func changed() throws {
        for quarter in Int64(0)...2 { try append(["/a?c=x&d=y"], in: quarter) }
        #expect(try values() == [])
        try writer.sumUp(parameters: ["d", "c"])
        let all = (0...2).flatMap { ["\($0) c x 1 2", "\($0) d y 1 2"] }
        #expect(try values() == all)
        #expect(try fixture.reader().summedParameters() == ["d", "c"])
        try writer.sumUp(parameters: ["e"])
        #expect(try values() == [] && fixture.reader().summedParameters() == ["e"])
        try writer.sumUp(parameters: [])
        #expect(try fixture.reader().summedParameters() == [])
        #expect(try fixture.number("SELECT count(*) FROM unsummed_bucket") == 0)
        #expect(try fixture.reader().verify() == [])
    }

    @Test("hits of an unknown client, and without a user agent, have no client")
    func clients() throws {
        var hit = Hit(time: 0, url: Array("/a".utf8), outcome: .matched)
        hit.namespace = 1
        hit.numbers.client = Self.bot
        var other = hit
        other.numbers.client = nil
        try writer.append(HitBatch([hit, hit, other]))
        writer.sumUpWritten()
        let rows = try HostileFile(path: fixture.path).rows(
            "SELECT value, hits FROM rollup_value WHERE parameter = 0")
        #expect(rows == [["\(Self.bot.number)", "2"]])
    }

    @Test(
        "a quarter with more values than the limit is read from its hits, for that parameter only")
    func crowded() throws {
        try writer.sumUp(parameters: ["c", "d"])
        try append((0...1_000).map { "/a?c=\($0)&d=1" }, in: 0)
        try append((0..<1_000).map { "/a?c=\($0)" }, in: 1)
        writer.sumUpWritten()
        let counts = try HostileFile(path: fixture.path).rows(
            """
            SELECT bucket / 900, parameter, count(*) FROM rollup_value WHERE parameter > 0
            GROUP BY 1, 2 ORDER BY 1, 2
            """)
        #expect(counts == [["0", "2", "1"], ["1", "1", "1000"]])
        let reader = try fixture.reader()
        #expect(try reader.unsummedBuckets(in: 0...900, of: .parameter("c")) == [0])
        #expect(try reader.unsummedBuckets(in: 0...900, of: .parameter("d")) == [])
        #expect(try reader.unsummedBuckets(in: 0...900, of: .parameter("e")) == nil)
        #expect(try reader.unsummedBuckets(in: 0...900, of: .client) == [])
        #expect(try reader.verify() == [])
        try append(["/a?c=7"], in: 0)
        #expect(try fixture.number("SELECT count(*) FROM crowded_value") == 0)
        #expect(try fixture.reader().verify() == [])
    }

    @Test("late and pruned hits make a quarter unsummed, and a pruned one has no values")
    func removed() throws {
        try writer.sumUp(parameters: ["c"])
        for quarter in Int64(0)...3 { try append(["/a?c=x", "/a?c=y"], in: quarter) }
        #expect(try values().count == 4)
        try append(["/a?c=x"], in: 1)
        #expect(try values() == ["0 c x 1 2", "0 c y 1 2"])
        _ = try writer.prune(
            HitRetention(olderThan: Timestamp(microseconds: Self.quarter)), time: 0)
        #expect(try values() == [])
        #expect(try fixture.reader().verify() == [])
    }

    @Test(
        "sums that are not those of the hits are found",
        arguments: [
            "UPDATE rollup_value SET hits = hits + 1 WHERE bucket = 0 AND parameter = 1",
            "UPDATE rollup_value SET value = 'z' WHERE value = 'x' AND parameter = 1",
            "DELETE FROM rollup_value WHERE bucket = 0 AND parameter = 1",
            "DELETE FROM rollup_value WHERE parameter = 0 AND bucket = 900",
            "INSERT INTO rollup_value VALUES (1, 9000, 'x', 1, 1, 1, 1)",
            "INSERT INTO crowded_value VALUES (1, 900)",
            "INSERT INTO unsummed_bucket VALUES (900)",
        ])
    func damage(sql: String) throws {
        try writer.sumUp(parameters: ["c"])
        for quarter in Int64(0)...4 { try append(["/a?c=x", "/b?c=y"], in: quarter) }
        #expect(try fixture.reader().verify() == [])
        try fixture.damage(sql)
        let findings = try fixture.reader().verify()
        #expect(!findings.isEmpty && findings.allSatisfy { $0.part == .rollUp })
    }
}
