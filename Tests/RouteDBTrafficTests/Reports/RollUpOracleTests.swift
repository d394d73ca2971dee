import RouteDBHistory
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

/// Reports from roll-ups against the same reports from the hits, while a history is written, imported
/// into, pruned and forgotten in any order.
@Suite("Roll-ups against hits")
struct RollUpOracleTests {
    @Test("reports from both agree after every change", arguments: 0..<8)
    func changes(seed: UInt64) throws {
        var history = try ChangingHistory(seed: seed)
        var (isUsed, hasValues) = (false, false)
        for _ in 0..<FuzzBudget.tries(14, byDefault: 10) {
            try history.change()
            #expect(try history.fixture.reader().verify() == [])
            for _ in 0..<4 { try compare(&history) }
            isUsed = try isUsed || history.hasDurations()
            hasValues = try hasValues || history.hasValues()
        }
        #expect(isUsed && hasValues)
    }

    private func compare(_ history: inout ChangingHistory) throws {
        let query = history.query()
        let zone = try #require(
            ZoneRules(fixed: ["UTC", "+05:45", "+00:07"][history.random.below(3)]))
        let lengths = ["15m", "1h", "7m", "1d"].compactMap { TimeBucket($0) }
        let length = lengths[history.random.below(lengths.count)]
        let path = history.fixture.path
        let hits = HistoryScan(path: path, minimumHitsPerPart: 1, prefersRollUps: false)
        for rollUps in [HistoryScan(path: path, prefersRollUps: true), HistoryScan(path: path)] {
            let pairs = try (Analysis(query, of: hits), Analysis(query, of: rollUps))
            for subject in [TopReport.Subject.platforms, .bots, .query("c"), .query("d")] {
                let (one, other) = try (pairs.0.top(subject), pairs.1.top(subject))
                #expect(one == other, "\(subject) \(query.selection)")
            }
            for division in TimelineReport.Division.allCases {
                let (one, other) = try (
                    pairs.0.timeline(by: division, bucket: length, zone: zone),
                    pairs.1.timeline(by: division, bucket: length, zone: zone)
                )
                // Their values are too long to be shown.
                let isSame = one == other
                #expect(isSame, "\(division) \(length) \(zone) \(query.selection)")
            }
            for division in [nil] + LatencyReport.Division.allCases.map(Optional.init) {
                let (one, other) = try (
                    pairs.0.latency(by: division, bucket: length, zone: zone),
                    pairs.1.latency(by: division, bucket: length, zone: zone)
                )
                let isSame = one == other
                #expect(isSame, "\(division as Any) \(length) \(query.selection)")
            }
        }
    }

    @Test("a damaged roll-up of durations is an error that names it")
    func damaged() throws {
        var history = try ChangingHistory(seed: 1)
        repeat { try history.change() } while try !history.hasDurations()
        for bytes in ["x''", "x'00'", "x'05050500FF'"] {
            try history.fixture.damage("UPDATE rollup_duration SET histogram = \(bytes)")
            let scan = HistoryScan(path: history.fixture.path, prefersRollUps: true)
            let analysis = try Analysis(AnalysisQuery(in: AnalysisFixture.snapshot), of: scan)
            let text = try complaint {
                _ = try analysis.latency(by: nil, bucket: nil, zone: .utc)
            }
            #expect(text.contains("is damaged: the durations of bucket"))
        }
    }
}

/// A history that changes at random, with times on both sides of 1970.
private struct ChangingHistory {
    private static let quarter: Int64 = 900_000_000
    private static let clients = [
        nil, HitClient(isBot: false, platform: .ios), HitClient(isBot: true, platform: .other),
        HitClient(isBot: false, platform: .linux),
    ]

    let fixture: HistoryFixture
    var random: SeededGenerator
    private var writers: [HitsWriter] = []
    /// The quarter that has been reached.
    private var now: Int64 = -30
    private var logs: Set<Int64> = []
    private var digests: UInt32 = 0

    init(seed: UInt64) throws {
        fixture = try HistoryFixture()
        random = SeededGenerator(seed: seed)
        writers = try [1, 2].map { try fixture.writer(stream: $0) }
        try writers[0].sumUp(parameters: ["d", "c"])
        try append(1_500)
    }

    /// Whether durations of some quarters are summed up.
    func hasDurations() throws -> Bool {
        try fixture.number("SELECT count(*) FROM rollup_duration") > 0
    }

    /// Whether values of a parameter are summed up in some quarters.
    func hasValues() throws -> Bool {
        try fixture.number("SELECT count(*) FROM rollup_value WHERE parameter > 0") > 0
    }

    /// Changes the history in some way.
    mutating func change() throws {
        switch random.below(10) {
        case 0...3: try append(Int(1 + random.below(1_600)))
        case 4: try appendLate()
        case 5: try importLog()
        case 6: try prune()
        case 7:
            guard let log = logs.sorted().first else { return try append(700) }
            logs.remove(log)
            _ = try writers[0].forget([log], time: 0)
        case 8:
            try writers[random.below(2)].sumUp(
                parameters: [["c"], ["c", "d"], ["d", "other"], []][random.below(4)])
        default: try writers[random.below(2)].seal()
        }
    }

    /// Appends hits in the order of their times, and goes on to later quarters.
    private mutating func append(_ count: Int) throws {
        let length = Int64(1 + random.below(8))
        let hits = (0..<count).map { index in
            hit(at: now * Self.quarter + Int64(index) * length * Self.quarter / Int64(count))
        }
        now += length
        try writers[random.below(2)].append(HitBatch(hits))
    }

    private mutating func appendLate() throws {
        let hits = (0..<1 + random.below(60)).map { _ in anyHit() }
        try writers[random.below(2)].append(HitBatch(hits))
    }

    private mutating func importLog() throws {
        let hits = (0..<1 + random.below(1_200)).map { _ in anyHit() }
            .sorted { $0.time < $1.time }
        let newest = try writers[0].findLogs(first: 0).newest
        digests += 1
        var step = ImportStep(.new(newest: newest), name: "a.log", first: UInt64(digests), time: 0)
        step.digests = hits.indices.map { UInt32($0) &+ digests &* 0x9E37_79B9 }
        step.counts.imported = Int64(hits.count)
        logs.insert(try writers[random.below(2)].append(HitBatch(hits), step).log)
    }

    private mutating func prune() throws {
        let time = Int64.random(in: -40...now, using: &random) * Self.quarter
        let isWhole = random.oneIn(2)
        let limit = time + (isWhole ? 0 : Int64(random.below(Int(Self.quarter))))
        _ = try writers[random.below(2)].prune(
            HitRetention(olderThan: Timestamp(microseconds: limit)), time: 0)
    }

    private mutating func anyHit() -> Hit {
        hit(at: Int64.random(in: -40 * Self.quarter...now * Self.quarter, using: &random))
    }

    private mutating func hit(at time: Int64) -> Hit {
        let outcome = HitOutcome(rawValue: UInt8(1 + random.below(random.oneIn(3) ? 5 : 1)))
        let url =
            "/x"
            + random.pick(["", "?c=1", "?c=%41&d=2", "?c=b+c", "?d", "?d=\(random.below(2_000))"])
        var hit = Hit(time: Timestamp(microseconds: time), url: Array(url.utf8), outcome: outcome)
        hit.numbers.client = random.pick(Self.clients)
        hit.namespace = random.oneIn(5) ? nil : Int64(1 + random.below(3))
        hit.route = random.oneIn(4) ? nil : Int64(1 + random.below(12))
        hit.durationMicroseconds =
            random.oneIn(4) ? nil : Int64(random.below(1 << random.below(30)))
        hit.weight = random.oneIn(4) ? Int64(1 + random.below(100)) : 1
        return hit
    }

    /// A query for a random window, on quarters of an hour or not, and a random filter.
    mutating func query() -> AnalysisQuery {
        var query = AnalysisQuery(in: AnalysisFixture.snapshot)
        let unit: Int64 = random.oneIn(2) ? Self.quarter : 1
        let moments = (0..<2).map { _ in
            Int64.random(in: -45 * Self.quarter...(now + 3) * Self.quarter, using: &random) / unit
                * unit
        }.sorted()
        if random.oneIn(2) { query.selection.since = Timestamp(microseconds: moments[0]) }
        if random.oneIn(2) { query.selection.until = Timestamp(microseconds: moments[1] + 1) }
        if random.oneIn(3) {
            query.selection.namespaces = Set([1, 3].map(NamespaceID.init(rawValue:)))
        }
        if random.oneIn(6) {
            query.selection.routes = Set([2, 3, 5].map(RouteID.init(rawValue:)))
        }
        if random.oneIn(4) { query.selection.outcomes = [.matched, .denied, .invalid] }
        return query
    }
}
