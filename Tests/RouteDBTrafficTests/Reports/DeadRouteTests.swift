import RouteDBInsight
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Dead routes")
struct DeadRouteTests {
    @Test("a dead route is shadowed exactly if lint finds it unreachable")
    func shadowed() throws {
        let fixture = try HistoryFixture()
        _ = try fixture.writer()
        // Samples of the last pattern are all taken by the first two, but for one value.
        var snapshot = RegistrySnapshot.of([
            "/n/{a:int(..41)}", "/n/{b:int(43..)}", "/n/{c:int}", "/x/{a}", "/x/{b}", "/x/{c}",
            "/k/{a}", "/k/{b}",
        ])
        snapshot.routes[2].priority = -1
        (snapshot.routes[6].kind, snapshot.routes[7].kind) = ("view", "handler")
        snapshot.suppressions = [
            LintSuppression(
                id: 1, code: .duplicate, route: snapshot.routes[4].id, other: nil, namespace: nil,
                name: nil, reason: "known")
        ]
        let analysis = try Analysis(
            AnalysisQuery(in: snapshot), of: HistoryScan(path: fixture.path))
        let report = try analysis.dead()
        let shadowed = report.rows.filter { $0.cause == .shadowed }
        #expect(shadowed.map(\.route.id.rawValue) == [5, 6])
        #expect(shadowed.map { $0.shadowedBy?.rawValue } == [4, 4])
        // A report that has all findings stands in for another search, and one that a limit cut does not.
        for limit in [0, 1] {
            let lint = snapshot.lint(at: 0, options: LintOptions(limit: limit))
            #expect((lint.all(.duplicate) == nil) == (limit == 1))
            #expect(try analysis.dead(lint: lint) == report)
        }
    }
}
