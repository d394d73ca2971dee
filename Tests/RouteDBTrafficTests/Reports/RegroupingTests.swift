import RouteDBHistory
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Regrouping hits by another revision")
struct RegroupingTests {
    private let fixture: HistoryFixture

    init() throws {
        fixture = try HistoryFixture()
        let hits = (0..<3_000).map { index in
            var hit = Hit(
                time: Timestamp(microseconds: Int64(index)), url: Array("/promo/\(index)".utf8),
                outcome: index % 10 == 0 ? .denied : .unmatched)
            hit.namespace = 1
            hit.route = index % 10 == 0 ? 9 : nil
            hit.weight = 3
            return hit
        }
        try fixture.writer().append(HitBatch(hits))
    }

    private func analysis(
        _ patterns: [String], _ change: (inout AnalysisQuery) -> Void = { _ in }
    ) throws -> Analysis {
        var query = AnalysisQuery(in: .of(patterns))
        query.regroups = true
        change(&query)
        return try Analysis(query, of: HistoryScan(path: fixture.path, minimumHitsPerPart: 1))
    }

    @Test("a route added today groups the hits of last year")
    func added() throws {
        let analysis = try analysis(["/promo/{id:int}"])
        let top = try analysis.top(.routes)
        #expect(top.rows.map(\.label) == ["/promo/{id:int}"])
        #expect(top.rows.map(\.count) == [HitCount(hits: 3_000, weight: 9_000)])
        #expect(try analysis.unmatched().clusters.isEmpty)
        let parameters = try analysis.parameters(
            of: RouteID(rawValue: 1), countingUnmatched: false)
        #expect(parameters.parameters.map(\.distinct) == [3_000])
        // A verdict stays where a route still takes the URL.
        let denied = try analysis.denied()
        #expect(denied.rows.map(\.count.hits) == [300])
        let outcomes = try analysis.timeline(by: .outcome, bucket: .hour, zone: .utc)
        #expect(outcomes.series.map(\.total.hits) == [2_700, 300])
    }

    @Test("hits without a route are unmatched, whatever they were")
    func removed() throws {
        let analysis = try analysis(["/other"]) { $0.selection.outcomes = [.unmatched] }
        #expect(try analysis.top(.routes).without.hits == 3_000)
        #expect(try analysis.unmatched().clusters.map(\.template) == ["/promo/<int>"])
    }

    @Test("filters refer to the routes of the revision")
    func filtered() throws {
        let analysis = try analysis(["/promo/{id:int(..99)}", "/promo/{id:int}"]) {
            $0.selection.routes = [RouteID(rawValue: 1)]
        }
        #expect(try analysis.top(.routes).frame.total.hits == 100)
    }

    @Test("pruned hits are left out, and the report says so")
    func pruned() throws {
        _ = try fixture.writer().prune(
            HitRetention(olderThan: Timestamp(microseconds: 1_000)), time: 0)
        let top = try analysis(["/promo/{id:int}"]).top(.routes)
        #expect(top.frame.total.hits == 2_000)
        #expect(top.frame.pruned.hits == 1_000 && !top.frame.countsPruned)
    }
}
