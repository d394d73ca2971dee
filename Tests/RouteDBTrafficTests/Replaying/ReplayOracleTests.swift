import RouteDBRouting
import RouteDBTestSupport
import Synchronization
import Testing

@testable import RouteDB
@testable import RouteDBInsight
@testable import RouteDBTraffic

@Suite("A replay compared with the naive implementation")
struct ReplayOracleTests {
    @Test(
        "a replay groups and counts like resolving each hit twice",
        arguments: 1...6 as ClosedRange<UInt64>)
    func agreement(seed: UInt64) async throws {
        var generator = ReplayGenerator(seed: seed)
        var (changed, total): (Int64, Int64) = (0, 0)
        var (refused, lacking) = (0, Int64(0))
        for number in 0..<FuzzBudget.tries(60, byDefault: 24) {
            var (base, head) = generator.pair()
            var options = ReplayOptions()
            options.isOneRegistry = number % 3 != 0
            if !options.isOneRegistry { head = generator.renumbered(head) }
            if number % 7 == 0 { options.namespace = base.namespaces.last?.name }
            if number % 11 == 0 { options.requestNamespace = base.namespaces.last?.name }
            let hits = generator.hits(80, base, head)
            if number % 5 == 0 { swap(&base, &head) }
            var reference = ReferenceReplay(base, head, options: options)
            reference.run(hits)
            let report = try await Replay(from: base, to: head, options: options).run(.hits(hits))
            let label: Comment = "seed \(seed), registry \(number)"
            #expect(report.total.hits == reference.total, label)
            #expect(report.matched.hits == reference.matched, label)
            for lack in report.lacks {
                // Of hits whose answers cannot differ, nothing is said.
                let all = reference.lacks[lack.attribute.name] ?? 0
                #expect(lack.count.hits <= all, label)
                lacking += lack.count.hits
            }
            #expect(Self.groups(report) == Self.groups(reference), label)
            #expect(Self.refused(report.refusals) == reference.refused, label)
            #expect(report.refusals.count.hits == reference.refused.values.reduce(0, +), label)
            refused += report.refusals.principalCount
            changed += report.changed.hits
            total += report.total.hits
        }
        // A canary: much changes, and much does not.
        #expect(changed * 60 > total && changed * 10 < total * 9, "\(changed) of \(total)")
        #expect(refused > 0, "somebody is refused")
        #expect(lacking > 0, "something is lacking")
    }

    private static func refused(_ refusals: ReplayRefusals) -> [String?: Int64] {
        var refused: [String?: Int64] = [:]
        for principal in refusals.mostAffected { refused[principal.id] = principal.count.hits }
        if refusals.anonymous.hits > 0 { refused[nil] = refusals.anonymous.hits }
        return refused
    }

    private static func groups(_ report: ReplayReport) -> Set<String> {
        Set(
            report.groups.map { group in
                "\(group.classes) \(group.oldOutcome) \(group.newOutcome) "
                    + "\(group.oldRoute?.id.rawValue ?? 0) \(group.newRoute?.id.rawValue ?? 0) "
                    + "\(group.count.hits) \(group.count.recorded) "
                    + "\(group.firstSeen?.microseconds ?? -1) "
                    + "\(group.lastSeen?.microseconds ?? -1) \(group.examples.map(\.url))"
            })
    }

    private static func groups(_ reference: ReferenceReplay) -> Set<String> {
        Set(
            reference.groups.map { key, group in
                "\(key.classes) \(key.outcomes[0]) \(key.outcomes[1]) "
                    + "\(key.routes[0]?.rawValue ?? 0) \(key.routes[1]?.rawValue ?? 0) "
                    + "\(group.hits) \(group.recorded) \(group.times.min() ?? -1) "
                    + "\(group.times.max() ?? -1) \(Array(group.urls.prefix(3)))"
            })
    }

    @Test(
        "shortcuts without resolving are right: equal answers and pairs with one difference",
        arguments: 1...6 as ClosedRange<UInt64>)
    func shortcut(seed: UInt64) {
        var generator = ReplayGenerator(seed: seed &* 77)
        var (alike, paired, unknown) = (0, 0, 0)
        for number in 0..<80 * FuzzBudget.rounds {
            let (base, head) = generator.pair()
            let pairing = RoutePairing(base, head, isOneRegistry: true)
            let likeness = RouteLikeness(base, head, pairing: pairing)
            let tables = (RoutingTable(base), RoutingTable(head))
            var comparison = TableComparison(
                tables.0, tables.1, in: nil, within: nil, compare: { likeness.compare($0, $1) })
            var pairs: [Int: String] = [:]
            for hit in generator.hits(80, base, head) {
                // Requests with kinds are never passed on.
                let request = HitRequests(tables.0, tables.1).request(
                    hit.url, time: hit.time, principal: hit.principal, kind: nil,
                    attributes: hit.attributes)
                let (old, new) = (tables.0.resolve(request), tables.1.resolve(request))
                let answers = AnswerComparison(old, new, pairing)
                let label: Comment = "seed \(seed), registry \(number): \(hit.url)"
                switch comparison.finding(of: hit.url.span.bytes) {
                case .unknown, .outside: unknown += 1
                case .alike(let isMatched):
                    alike += 1
                    #expect(answers.classes.isEmpty, label)
                    #expect(isMatched == (old.foundRoute != nil), label)
                    #expect(old.outcome == new.outcome && old.target == new.target, label)
                case .pair(let pair):
                    paired += 1
                    let text =
                        "\(answers) \(old.outcome) \(new.outcome) "
                        + "\(old.foundRoute?.id.rawValue ?? 0) \(new.foundRoute?.id.rawValue ?? 0)"
                    #expect(pairs[pair, default: text] == text, label)
                    pairs[pair] = text
                }
            }
        }
        let counts: Comment = "\(alike) alike, \(paired) in pairs, \(unknown) not known"
        #expect(alike > 800 && paired > 8 && unknown > 500, counts)
    }

    @Test("report and order of differences do not depend on the number of jobs")
    func jobs() async throws {
        var generator = ReplayGenerator(seed: 4)
        for _ in 0..<2 {
            let (base, head) = generator.pair()
            let hits = generator.hits(2 * ReplayBatch.capacity + 17, base, head)
            var options = ReplayOptions()
            options.isOneRegistry = true
            var reports: [ReplayReport] = []
            var orders: [[ReplayDifference]] = []
            for jobs in 1...4 {
                options.jobs = jobs
                let received = Mutex<[ReplayDifference]>([])
                reports.append(
                    try await Replay(from: base, to: head, options: options).run(.hits(hits)) {
                        _ in
                        true
                    } receiving: { difference in
                        received.withLock { $0.append(difference) }
                    })
                orders.append(received.withLock { $0 })
            }
            #expect(Set(reports).count == 1 && Set(orders).count == 1)
            #expect(orders[0].map(\.place) == orders[0].map(\.place).sorted())
            #expect(Int64(orders[0].count) == reports[0].changed.recorded)
        }
    }
}
