import RouteDBHistory
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Reports on histories that are damaged, missing or moving")
struct AnalysisFaultTests {
    private let fixture: HistoryFixture
    private let query = AnalysisQuery(in: AnalysisFixture.snapshot)

    init() throws {
        fixture = try HistoryFixture()
        var generator = HitGenerator(seed: 1)
        try fixture.writer().append(HitBatch(generator.hits(HitSegment.preferredSize * 3)))
    }

    @Test("a history reports off the caller's thread, and not when it is closed")
    func closed() async throws {
        let history = try await HitHistory.open(fixture.path)
        let total = HitCount(
            hits: Int64(HitSegment.preferredSize * 3),
            weight: try await history.denied(query).frame.total.weight)
        #expect(try await history.top(.routes, query).frame.total == total)
        #expect(try await history.timeline(query).frame.total == total)
        #expect(try await history.latency(query, by: .route).frame.total == total)
        #expect(try await history.dead(query).frame.total == total)
        #expect(try await history.unmatched(query).causes.isEmpty == false)
        #expect(
            try await history.parameters(of: RouteID(rawValue: 1), query, countingUnmatched: true)
                .rejected == HitCount())
        await history.close()
        await #expect { try await history.top(.routes, query) } throws: {
            ($0 as? RouteDBError)?.code == .closed
        }
    }

    @Test("a damaged segment is an error that names it", arguments: [1, 1_000_000] as [Int64])
    func damaged(worth: Int64) throws {
        try fixture.damage("UPDATE segment SET columns = x'00' WHERE id = 3")
        var scan = HistoryScan(path: fixture.path, minimumHitsPerPart: worth)
        scan.prefersRollUps = false
        let analysis = try Analysis(query, of: scan)
        #expect { try analysis.top(.routes) } throws: { error in
            (error as? RouteDBError)?.code == .corrupt
        }
        #expect { try analysis.unmatched() } throws: { error in
            (error as? RouteDBError)?.code == .corrupt
        }
    }

    @Test("extreme numbers in the file never trap")
    func extremes() throws {
        try fixture.damage(
            """
            UPDATE segment SET hits = 9223372036854775807, first_time = -9223372036854775808;
            UPDATE rollup SET hits = 9223372036854775807, weight = -9223372036854775808,
                pruned_hits = 9223372036854775807, route = route + 9223372036854775000;
            UPDATE rollup_day SET hits = 9223372036854775807, weight = -9223372036854775808,
                pruned_hits = 9223372036854775807, route = route + 9223372036854775000;
            INSERT INTO rollup_day SELECT -9223372108800, 1, 1, 1, 9223372036854775807,
                9223372036854775807, 0, 0;
            UPDATE rollup_total SET hits = 9223372036854775807, weight = -9223372036854775808,
                pruned_hits = 9223372036854775807, namespace = namespace + 9223372036854775000;
            INSERT INTO rollup_duration VALUES (-9223372037700, 1, 1, x'0505050001'),
                (9223372036854775800, 1, 1, x'0505050001'), (0, 1, 1, x'FF');
            INSERT INTO unsummed_bucket VALUES (-9223372037700), (9223372036854775800);
            INSERT INTO pruned_bucket VALUES (-9223372037700), (9223372036854775800);
            UPDATE stream SET pruned = 1;
            """)
        for prefersRollUps in [true, false, nil] {
            var scan = HistoryScan(path: fixture.path)
            scan.prefersRollUps = prefersRollUps
            var query = query
            let analysis = try Analysis(query, of: scan)
            for subject in TopReport.Subject.allCases { _ = try? analysis.top(subject) }
            _ = try? analysis.timeline(by: .outcome, bucket: nil, zone: .utc)
            _ = try? analysis.latency(by: .bucket, bucket: nil, zone: .utc)
            _ = try? analysis.dead()
            _ = try? analysis.denied()
            query.comparesPrevious = true
            query.selection.since = Timestamp(microseconds: .min)
            query.selection.until = Timestamp(microseconds: .max)
            #expect(throws: RouteDBError.self) { try Analysis(query, of: scan) }
        }
    }

    @Test("a history without hits has reports without rows")
    func empty() throws {
        let other = try HistoryFixture()
        _ = try other.writer()
        let analysis = try Analysis(query, of: HistoryScan(path: other.path))
        #expect(try analysis.top(.routes).rows.isEmpty)
        #expect(try analysis.timeline(by: .route, bucket: nil, zone: .utc).buckets.isEmpty)
        #expect(
            try analysis.latency(by: nil, bucket: nil, zone: .utc).rows.map(\.histogram.count) == [
                0
            ])
        #expect(try analysis.dead().rows.count == 11)
        #expect(try analysis.unmatched().clusters.isEmpty)
    }

    @Test(
        "a dead route is disabled, or shadowed by a route that matches its URLs; without hits no more is known"
    )
    func dead() throws {
        var snapshot = RegistrySnapshot.of([
            "/a/{id}", "/a/{id:int}/x", "/a/{name}", "/b", "/**", "/c/{id:int}",
        ])
        snapshot.routes[3].isEnabled = false
        snapshot.routes[4].priority = 5
        snapshot.routes[0].priority = 9
        let other = try HistoryFixture()
        _ = try other.writer()
        let report = try Analysis(
            AnalysisQuery(in: snapshot), of: HistoryScan(path: other.path)
        ).dead()
        let rows = report.rows.map { ($0.route.id.rawValue, $0.cause, $0.shadowedBy?.rawValue) }
        let expected: [(Int64, DeadReport.Cause, Int64?)] = [
            (4, .disabled, nil), (2, .shadowed, 5), (3, .shadowed, 1), (6, .shadowed, 5),
            (1, .unknown, nil), (5, .unknown, nil),
        ]
        #expect(rows.elementsEqual(expected, by: ==))
    }

    @Test("a window that cannot be compared is refused")
    func comparison() throws {
        var query = query
        query.comparesPrevious = true
        #expect { try Analysis(query, of: HistoryScan(path: fixture.path)) } throws: { error in
            (error as? RouteDBError)?.code == .invalidValue
        }
    }
}
