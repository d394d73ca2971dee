import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting
import RouteDBTestSupport
import Testing

/// When the durations of quarters of an hour are summed up, and when they are forgotten again (D3).
@Suite("Durations of quarters of an hour")
struct SummedDurationTests {
    private static let quarter: Int64 = 900_000_000
    private let fixture: HistoryFixture
    private let writer: HitsWriter

    init() throws {
        fixture = try HistoryFixture()
        writer = try fixture.writer()
    }

    /// Hits of one quarter.
    private func hits(_ count: Int, in quarter: Int64, seed: UInt64 = 1) -> [Hit] {
        var random = HitGenerator(seed: seed)
        return (0..<count).map { index in
            var hit = random.hit()
            hit.time = Timestamp(microseconds: quarter * Self.quarter + Int64(index) % Self.quarter)
            hit.durationMicroseconds = Int64(index)
            hit.source = 0
            return hit
        }
    }

    private func append(_ quarters: ClosedRange<Int64>, _ count: Int = 40) throws {
        for quarter in quarters { try writer.append(HitBatch(hits(count, in: quarter))) }
    }

    /// The quarters with durations, and those that are unsummed.
    private func quarters() throws -> (summed: [String], unsummed: [String]) {
        let file = try HostileFile(path: fixture.path)
        let select = "SELECT DISTINCT bucket / 900 FROM"
        return (
            try file.rows("\(select) rollup_duration ORDER BY 1").map { $0[0] },
            try file.rows("\(select) unsummed_bucket ORDER BY 1").map { $0[0] }
        )
    }

    private func expect(
        summed: [Int], unsummed: [Int], _ location: SourceLocation = #_sourceLocation
    ) throws {
        let quarters = try quarters()
        #expect(quarters.summed == summed.map(String.init), sourceLocation: location)
        #expect(quarters.unsummed == unsummed.map(String.init), sourceLocation: location)
        #expect(try fixture.reader().verify() == [], sourceLocation: location)
    }

    @Test("a quarter is summed up when the one after the next has begun")
    func isOver() throws {
        try append(-2 ... -2)
        try expect(summed: [], unsummed: [-2])
        try append(-1 ... -1)
        try expect(summed: [], unsummed: [-2, -1])
        try append(0...0)
        try expect(summed: [-2], unsummed: [-1, 0])
        try append(5...5)
        try expect(summed: [-2, -1, 0], unsummed: [5])
    }

    @Test("late hits make a quarter unsummed, until a new quarter begins")
    func late() throws {
        try append(0...4)
        try expect(summed: [0, 1, 2], unsummed: [3, 4])
        try append(1...1)
        try expect(summed: [0, 2], unsummed: [1, 3, 4])
        // Of another process, which has not seen that quarter 4 has begun.
        let other = try fixture.writer(stream: 2)
        try other.append(HitBatch(hits(3, in: 2)))
        try expect(summed: [0], unsummed: [1, 2, 3, 4])
        try other.append(HitBatch(hits(3, in: 3)))
        try expect(summed: [0], unsummed: [1, 2, 3, 4])
        try append(4...5)
        try expect(summed: [0, 1, 2, 3], unsummed: [4, 5])
    }

    @Test("the first hit of a quarter lets its writer sum up, of however many that each write once")
    func shortProcesses() throws {
        try append(0...0)
        for quarter in Int64(1)...4 {
            try fixture.writer(stream: nil).append(HitBatch(hits(9, in: quarter)))
        }
        try expect(summed: [0, 1, 2], unsummed: [3, 4])
        // Not each of many reads a day.
        try fixture.writer(stream: nil).append(HitBatch(hits(3, in: 1)))
        try fixture.writer(stream: nil).append(HitBatch(hits(3, in: 4)))
        try expect(summed: [0, 2], unsummed: [1, 3, 4])
    }

    @Test("at its end, a process leaves a quarter to others of which it wrote less than half")
    func share() throws {
        try append(0...0, 100)
        writer.sumUpWritten()
        try expect(summed: [0], unsummed: [])
        for count in [40, 60] {
            let other = try fixture.writer(stream: nil)
            try other.append(HitBatch(hits(count, in: 0)))
            other.sumUpWritten()
            try expect(summed: [], unsummed: [0])
        }
        let last = try fixture.writer(stream: nil)
        try last.append(HitBatch(hits(200, in: 0)))
        last.sumUpWritten()
        try expect(summed: [0], unsummed: [])
    }

    @Test("what a writer has written is summed up at its end, whatever the order of the times")
    func written() throws {
        for quarter in [900, 300, 0, 1, 300] as [Int64] { try append(quarter...quarter) }
        try expect(summed: [], unsummed: [0, 1, 300, 900])
        writer.sumUpWritten()
        try expect(summed: [0, 1, 300, 900], unsummed: [])
        try append(1...1)
        // Not its own.
        try fixture.writer(stream: 2).append(HitBatch(hits(3, in: 300)))
        writer.sumUpWritten()
        try expect(summed: [0, 1, 900], unsummed: [300])
        writer.sumUpWritten()
        try expect(summed: [0, 1, 900], unsummed: [300])
    }

    @Test("histograms are made some at a time, and all of them")
    func manyRows() throws {
        for quarter in Int64(0)...3 {
            let all = (0..<900).map { number in
                var hit = hits(1, in: quarter, seed: UInt64(number))[0]
                hit.namespace = Int64(number + 1)
                return hit
            }
            try writer.append(HitBatch(all))
        }
        writer.sumUpWritten()
        try expect(summed: [0, 1, 2, 3], unsummed: [])
        #expect(try fixture.number("SELECT count(*) FROM rollup_duration") == 3_600)
    }

    @Test("a pruning and a forgetting make unsummed what they change a part of")
    func removing() throws {
        try append(0...6)
        let limit = Timestamp(microseconds: 2 * Self.quarter + 20)
        #expect(try writer.prune(HitRetention(olderThan: limit), time: 0) == 100)
        let unsummed = try quarters().unsummed
        #expect(unsummed.suffix(3) == ["2", "5", "6"])
        #expect(try fixture.reader().verify() == [])
        try append(7...7)
        // Of the first two no hits are left, so nothing is read for them.
        try expect(summed: [2, 3, 4, 5], unsummed: [0, 1, 6, 7])
        let number = try fixture.number("SELECT sum(length(histogram)) FROM rollup_duration")
        var step = ImportStep(.new(newest: 0), name: "a.log", first: 1, time: 0)
        step.digests = Array(0..<10)
        step.counts.imported = 10
        let log = try writer.append(HitBatch(hits(10, in: 4, seed: 2)), step).log
        try expect(summed: [2, 3, 5], unsummed: [0, 1, 4, 6, 7])
        _ = try writer.forget([log], time: 0)
        try append(8...8)
        try expect(summed: [2, 3, 4, 5, 6], unsummed: [0, 1, 7, 8])
        #expect(
            try fixture.number(
                "SELECT sum(length(histogram)) FROM rollup_duration WHERE bucket < 6 * 900")
                == number)
    }

    @Test("of a quarter all of whose hits are pruned, nothing is kept")
    func pruned() throws {
        for quarter in Int64(0)...4 {
            try writer.append(HitBatch(hits(HitSegment.smallestSize, in: quarter)))
        }
        let limit = Timestamp(microseconds: 2 * Self.quarter)
        _ = try writer.prune(HitRetention(olderThan: limit), time: 0)
        try expect(summed: [2], unsummed: [3, 4])
        _ = try writer.prune(HitRetention(maximumHits: 0), time: 0)
        try expect(summed: [], unsummed: [])
        try append(1...1)
        try expect(summed: [], unsummed: [1])
    }

    @Test("hits without durations leave an empty quarter")
    func withoutDurations() throws {
        for quarter in Int64(0)...2 {
            var hits = hits(5, in: quarter)
            for index in hits.indices { hits[index].durationMicroseconds = nil }
            try writer.append(HitBatch(hits))
        }
        try expect(summed: [], unsummed: [1, 2])
    }

    @Test("quarters whose hits are scattered over many segments stay unsummed")
    func scattered() throws {
        // Segments that each have hits of all days.
        var random = SeededGenerator(seed: 5)
        let days: Int64 = 40
        for seed in UInt64(0)..<12 {
            let hits = hits(HitSegment.preferredSize, in: 0, seed: seed).enumerated().map {
                var hit = $1
                let end = days * 96 * Self.quarter
                // The first batch begins the last quarter.
                hit.time = Timestamp(
                    microseconds: $0 == 0 ? end : .random(in: 0..<end, using: &random))
                return hit
            }
            try writer.append(HitBatch(hits))
        }
        try append(days * 96 + 10...days * 96 + 10)
        let sinceThen = (days - 1) * 96 * 900 + 9_000
        #expect(
            try fixture.number("SELECT count(*) FROM unsummed_bucket WHERE bucket > \(sinceThen)")
                > 80)
        #expect(try fixture.reader().verify() == [])
    }

    @Test("extreme times are summed up too")
    func extremeTimes() throws {
        for time in [Timestamp.distantPast, .distantPast + .microseconds(1), -1, 0, .distantFuture]
        {
            var hit = hits(1, in: 0)[0]
            hit.time = time
            try writer.append(HitBatch([hit]))
        }
        #expect(try quarters().unsummed.count == 4)
        #expect(try fixture.reader().verify() == [])
        writer.sumUpWritten()
        #expect(try quarters().unsummed == [] && quarters().summed.count == 4)
        #expect(try fixture.reader().verify() == [])
    }

    @Test("quarters with few hits of a namespace and outcome stay unsummed")
    func fewHits() throws {
        writer.summing.hitsPerRow = 50
        try append(0...0, 600)
        try append(1...1, 3_000)
        try append(2...3)
        try expect(summed: [1], unsummed: [0, 2, 3])
    }

    @Test(
        "totals and durations that are not those of the hits are found",
        arguments: [
            ("UPDATE rollup_total SET hits = hits + 1 WHERE bucket = 0", "(D2)"),
            ("UPDATE rollup_total SET pruned_weight = 1 WHERE bucket = 900", "(D2)"),
            ("DELETE FROM rollup_total WHERE bucket = 0", "(D2)"),
            ("INSERT INTO rollup_total VALUES (9000, 1, 1, 1, 1, 0, 0)", "(D2)"),
            ("DELETE FROM rollup_duration WHERE bucket = 0", "(D3)"),
            ("INSERT INTO unsummed_bucket VALUES (900)", "(D3)"),
            ("DELETE FROM unsummed_bucket", "(D3)"),
            ("INSERT INTO rollup_duration VALUES (9000, 1, 1, x'0505050001')", "(D3)"),
            ("INSERT INTO rollup_duration VALUES (9223372036854775800, 1, 1, x'')", "(D3)"),
            ("UPDATE rollup_duration SET histogram = x'00' WHERE bucket = 900", "(D3)"),
            (
                """
                UPDATE rollup_duration SET histogram = (
                    SELECT histogram FROM rollup_duration AS other WHERE other.bucket = 900
                        AND other.namespace = 1 AND other.outcome = 1)
                WHERE bucket = 900
                """, "(D3)"
            ),
        ])
    func damage(sql: String, rule: String) throws {
        try append(0...4)
        #expect(try fixture.reader().verify() == [])
        try fixture.damage(sql)
        let findings = try fixture.reader().verify()
        #expect(!findings.isEmpty && findings.allSatisfy { $0.part == .rollUp })
        #expect(findings.contains { $0.message.contains(rule) }, "\(findings)")
    }
}
