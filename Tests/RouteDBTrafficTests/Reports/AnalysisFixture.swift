import RouteDBHistory
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport

@testable import RouteDB
@testable import RouteDBTraffic

/// A random history with the list of its hits: several writes, segments and a tail, times in no
/// order, a part of it pruned.
struct AnalysisFixture {
    static let start: Timestamp = 1_767_225_600_000_000
    static let hours: Int64 = 30

    let history: HistoryFixture
    /// What is in the file.
    private(set) var live: [Hit] = []
    /// What only the roll-ups tell of.
    private(set) var pruned: [Hit] = []
    private(set) var random: SeededGenerator

    init(seed: UInt64, prunes: Bool = true) throws {
        history = try HistoryFixture()
        random = SeededGenerator(seed: seed)
        let writer = try history.writer()
        var all: [Hit] = []
        for size in [1_100, 40, 1_030, 300, 2_100, 77] {
            let hits = (0..<size).map { _ in hit() }
            try writer.append(HitBatch(hits))
            all += hits
        }
        let limit = prunes && random.oneIn(2) ? Self.start + Self.span / 3 : .distantPast
        if limit > .distantPast {
            _ = try writer.prune(HitRetention(olderThan: limit), time: 0)
        }
        live = all.filter { $0.time >= limit }
        pruned = all.filter { $0.time < limit }
    }

    private static var span: Duration { .seconds(hours * 3_600) }

    private mutating func hit() -> Hit {
        let offset = Int64.random(in: 0..<Self.span.wholeMicroseconds, using: &random)
        let time = Self.start + .microseconds(offset)
        let outcome = HitOutcome(rawValue: UInt8(random.oneIn(3) ? 1 + random.below(5) : 1))
        var hit = Hit(time: time, url: Array("/r/\(random.below(40))".utf8), outcome: outcome)
        hit.namespace = random.oneIn(9) ? nil : Int64(1 + random.below(3))
        let hasRoute = outcome != .unmatched && outcome != .invalid
        // Now and then a number that no array should be made for.
        hit.route =
            !hasRoute ? nil : random.oneIn(50) ? 1 << 40 : Int64(1 + random.below(12))
        hit.durationMicroseconds =
            random.oneIn(4) ? nil : Int64(random.below(1 << random.below(30)))
        hit.weight = random.oneIn(4) ? Int64(1 + random.below(100)) : 1
        hit.principal = random.oneIn(2) ? nil : Array("p\(random.below(9))".utf8)
        hit.referrer = random.oneIn(2) ? nil : Array("https://r\(random.below(5)).example".utf8)
        hit.parameters = parameters()
        hit.client =
            random.oneIn(3)
            ? nil : HitClient(isBot: random.oneIn(2), platform: random.oneIn(2) ? .linux : .ios)
        if random.oneIn(3) { hit.url += Array("?a=1&c%6D=x+\(random.below(4))&cm=later".utf8) }
        hit.status = random.oneIn(3) ? nil : [200, 302, 404][random.below(3)]
        hit.kind = random.oneIn(2) ? nil : Array(["GET", "HEAD"][random.below(2)].utf8)
        hit.attributes = attributes()
        return hit
    }

    private mutating func attributes() -> [UInt8]? {
        switch random.below(5) {
        case 0: nil
        case 1: Array("{broken".utf8)
        case 2: Array("{\"context\":{\"language\":null},\"variant\":0}".utf8)
        default:
            Array(
                "{\"context\":{\"language\":\"\(["de", "en"][random.below(2)])\"},\"variant\":\(random.below(3))}"
                    .utf8)
        }
    }

    private mutating func parameters() -> [UInt8]? {
        switch random.below(12) {
        case 0: nil
        case 1: Array("{}".utf8)
        case 2: Array("{broken".utf8)
        case 3: Array("{\"id\":\"x\(random.below(5))\"}".utf8)
        default:
            Array(
                "{\"id\":\(random.below(30)),\"q\":\"\(["a", "b c", "2026-01-01"][random.below(3)])\"}"
                    .utf8)
        }
    }

    /// A query for a random window, on quarters of an hour or not, and a random filter.
    mutating func query(bounded: Bool = false) -> AnalysisQuery {
        var query = AnalysisQuery(in: Self.snapshot)
        let unit: Int64 = random.oneIn(2) ? 900_000_000 : 1
        func moment(_ random: inout SeededGenerator) -> Timestamp {
            let span = Self.span.wholeMicroseconds
            let offset = Int64.random(in: -span / 10..<span, using: &random)
            return Self.start + .microseconds(offset / unit * unit)
        }
        let (one, two) = (moment(&random), moment(&random))
        if bounded || random.oneIn(2) {
            query.selection.since = min(one, two)
        }
        if bounded || random.oneIn(2) {
            query.selection.until = max(one, two) + .microseconds(1)
        }
        if random.oneIn(3) {
            query.selection.namespaces = Set([1, 3].map(NamespaceID.init(rawValue:)))
        }
        if random.oneIn(3) {
            query.selection.routes = Set([2, 3, 5, 7, 11].map(RouteID.init(rawValue:)))
        }
        if random.oneIn(4) { query.selection.outcomes = [.matched, .denied, .invalid] }
        return query
    }

    /// How a scan may go about it.
    static func scans(_ fixture: AnalysisFixture) -> [HistoryScan] {
        let path = fixture.history.path
        return [
            HistoryScan(path: path), HistoryScan(path: path, prefersRollUps: true),
            HistoryScan(path: path, minimumHitsPerPart: 1, prefersRollUps: false),
        ]
    }

    /// The hits in the file that a selection takes.
    func selected(_ selection: HitSelection) -> [Hit] {
        live.filter { Self.takes(selection, $0, at: $0.time) }
    }

    /// The pruned hits that a selection takes: those of quarters that begin in its window.
    func selectedPruned(_ selection: HitSelection) -> [Hit] {
        pruned.filter { Self.takes(selection, $0, at: Self.quarter(of: $0)) }
    }

    /// The beginning of a hit's quarter of an hour.
    static func quarter(of hit: Hit) -> Timestamp {
        Timestamp(microseconds: hit.time.microseconds / 900_000_000 * 900_000_000)
    }

    private static func takes(_ selection: HitSelection, _ hit: Hit, at time: Timestamp) -> Bool {
        (selection.since.map { $0 <= time } ?? true)
            && (selection.until.map { time < $0 } ?? true)
            && (selection.namespaces?.contains(NamespaceID(rawValue: hit.namespace ?? 0)) ?? true)
            && (selection.routes?.contains(RouteID(rawValue: hit.route ?? 0)) ?? true)
            && (selection.outcomes?.contains { HitOutcome($0) == hit.outcome } ?? true)
            && (selection.areBots.map { $0 == hit.client?.isBot ?? false } ?? true)
    }

    /// Routes 1 to 10 of the 12 that are hit, and one that is not.
    static let snapshot: RegistrySnapshot = {
        var snapshot = RegistrySnapshot.of(
            (1...10).map { "/r/\($0)" } + ["/nobody/{id:int}"])
        for index in snapshot.routes.indices {
            snapshot.routes[index].target = "target.\(index % 4)"
            if index % 3 == 0 { snapshot.routes[index].labels["owner"] = "growth" }
            if index % 2 == 0 { snapshot.routes[index].group = "shop" }
        }
        return snapshot
    }()
}

extension [Hit] {
    /// How many they are.
    var count: HitCount {
        HitCount(hits: Int64(self.count as Int), weight: reduce(0) { $0 + $1.weight })
    }

    /// How many they are by something, those without left out.
    func counts<Key: Hashable>(by key: (Hit) -> Key?) -> [Key: HitCount] {
        var counts: [Key: HitCount] = [:]
        for hit in self {
            if let key = key(hit) {
                counts[key, default: HitCount()] += HitCount(hits: 1, weight: hit.weight)
            }
        }
        return counts
    }
}
