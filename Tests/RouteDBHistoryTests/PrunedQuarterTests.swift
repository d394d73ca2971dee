import RouteDBDatabase
import RouteDBHistory
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// Pruning whole quarters of an hour, whose roll-ups are not changed one by one (P4).
@Suite("Pruned quarters of an hour")
struct PrunedQuarterTests {
    private static let quarter: Int64 = 900_000_000
    private let fixture: HistoryFixture
    private let writer: HitsWriter

    init() throws {
        fixture = try HistoryFixture()
        writer = try fixture.writer()
    }

    /// Writes a segment whose hits lie over some quarters from a time on, in their order.
    private func write(from time: Int64, quarters: Int64 = 3, _ random: inout HitGenerator) throws {
        let count = Int64(HitSegment.smallestSize)
        let hits = (0..<count).map { index in
            var hit = random.hit()
            hit.time = Timestamp(microseconds: time + index * quarters * Self.quarter / count)
            hit.source = 0
            return hit
        }
        try writer.append(HitBatch(hits))
    }

    private func prune(before time: Int64) throws -> Int64 {
        try writer.prune(HitRetention(olderThan: Timestamp(microseconds: time)), time: 0)
    }

    /// The hits and the pruned hits of all roll-ups.
    private func sums(onlyPruned: Bool = false) throws -> (hits: Int64, pruned: Int64) {
        var sums: (hits: Int64, pruned: Int64) = (0, 0)
        try fixture.reader().forEachRollUp(.min ... .max, onlyPruned: onlyPruned) { row in
            sums.hits += row.hits
            sums.pruned += row.prunedHits
        }
        return sums
    }

    /// The roll-ups by day, read from the sums of days or from the quarters.
    private func days(byDay: Bool) throws -> [[Int64]: [Int64]] {
        var days: [[Int64]: [Int64]] = [:]
        func add(_ row: RollUpRow) {
            let length = HitsReader.daySeconds
            let remainder = (row.bucket % length + length) % length
            let key = [row.bucket - remainder, row.namespace, row.route, row.outcome]
            let values = [row.hits, row.weight, row.prunedHits, row.prunedWeight]
            days[key] = zip(days[key] ?? [0, 0, 0, 0], values).map { $0 + $1 }
        }
        let range: ClosedRange<Int64> = -900 * 40...900 * 300
        let reader = try fixture.reader()
        if byDay {
            try reader.forEachDay(range, add)
        } else {
            try reader.forEachRollUp(range, onlyPruned: false, add)
        }
        return days
    }

    @Test("a quarter without hits left is listed, and one with hits left is not")
    func listed() throws {
        var random = HitGenerator(seed: 1)
        for index in 0..<4 { try write(from: Int64(index) * 3 * Self.quarter, &random) }
        #expect(try prune(before: 7 * Self.quarter + 5) > 2 * HitSegment.smallestSize)
        #expect(try fixture.number("SELECT count(*) FROM pruned_bucket") == 6)
        #expect(try fixture.number("SELECT max(bucket) FROM pruned_bucket") == 4_500)
        #expect(try fixture.reader().verify().isEmpty)
        let times = try #require(try fixture.reader().times())
        #expect(times.lowerBound == 0 && times.upperBound > 11 * Self.quarter)
    }

    @Test("hits of a pruned quarter can be written later, and pruned again", arguments: 0..<6)
    func lateHits(seed: UInt64) throws {
        var random = HitGenerator(seed: seed)
        var pruned: Int64 = 0
        // Also times before 1970, and more than a day.
        let range = 130 * Self.quarter
        for round in 0..<12 {
            let start = Int64(random.random.below(Int(range))) - 20 * Self.quarter
            let length = Int64(1 + random.random.below(40))
            try write(from: start, quarters: length, &random)
            if round % 3 == 2 {
                pruned += try prune(before: start + Int64(random.random.below(Int(Self.quarter))))
            }
            #expect(try fixture.reader().verify().isEmpty)
            let left = Int64(try fixture.hits().count)
            let all = try sums()
            #expect(all.hits == left + pruned && all.pruned == pruned)
            let (summed, single) = try (days(byDay: true), days(byDay: false))
            #expect(summed == single)
            #expect(try sums(onlyPruned: true).pruned == pruned)
            #expect(try fixture.reader().info().prunedHits == pruned)
        }
        #expect(pruned > 0)
    }

    @Test("a pruning down to a number or a size lists quarters too")
    func otherRules() throws {
        var random = HitGenerator(seed: 3)
        for index in 0..<6 { try write(from: Int64(index) * 3 * Self.quarter, &random) }
        let size = Int64(HitSegment.smallestSize)
        #expect(try writer.prune(HitRetention(maximumHits: size * 4 + 7), time: 0) == size * 2 - 7)
        #expect(try fixture.reader().verify().isEmpty)
        #expect(try fixture.number("SELECT count(*) FROM pruned_bucket") >= 3)
        #expect(try writer.prune(HitRetention(maximumBytes: 0), time: 0) > 0)
        #expect(try fixture.reader().verify().isEmpty)
        #expect(try sums().pruned == size * 6)
    }

    @Test("sums of days that are not those of their roll-ups are found")
    func damagedDays() throws {
        var random = HitGenerator(seed: 5)
        for day in 0..<3 { try write(from: Int64(day) * 96 * Self.quarter, &random) }
        #expect(try fixture.number("SELECT count(DISTINCT day) FROM rollup_day") == 2)
        for change in [
            "UPDATE rollup_day SET hits = hits + 1 WHERE day = 86400",
            "UPDATE rollup_day SET pruned_weight = 1 WHERE day = 0",
            "DELETE FROM rollup_day WHERE day = 0",
            "INSERT INTO rollup_day VALUES (172800, 9, 9, 1, 1, 1, 0, 0)",
        ] {
            try fixture.damage("CREATE TABLE kept AS SELECT * FROM rollup_day; \(change)")
            let findings = try fixture.reader().verify()
            #expect(findings.contains { $0.message.contains("(D1)") }, "\(change)")
            try fixture.damage(
                "DELETE FROM rollup_day; INSERT INTO rollup_day SELECT * FROM kept; DROP TABLE kept"
            )
        }
        #expect(try fixture.reader().verify().isEmpty)
    }

    @Test("a listed quarter that has hits is found")
    func damage() throws {
        var random = HitGenerator(seed: 4)
        try write(from: 0, &random)
        try fixture.damage("INSERT INTO pruned_bucket VALUES (900)")
        let findings = try fixture.reader().verify()
        #expect(!findings.isEmpty && findings.allSatisfy { $0.part == .rollUp })
    }
}
