import RouteDB
import RouteDBInsight

/// The code in the documentation comments of `RouteDBInsight`, with which a test compares it.
private enum DocCommentCode {
    static func explain(by table: RoutingTable) {
        // Explainer.swift begins
        let explanation = Explainer(table).explain(ResolutionRequest("myapp://user/x"))
        for candidate in explanation.candidates { print(candidate.route.target, candidate.verdict) }
        // Explainer.swift ends
    }

    static func compare(_ before: RegistrySnapshot, _ after: RegistrySnapshot) {
        // ReachabilityChange.swift begins
        let change = ReachabilityChange(from: before, to: after)
        for loss in change.losses where loss.extent == .all {
            print(loss.route.target, loss.url ?? "")
        }
        // ReachabilityChange.swift ends
    }

    static func test(_ registry: RouteRegistry, at now: Timestamp) async throws -> [RouteTestResult]
    {
        // RouteTestRun.swift begins
        let snapshot = try await registry.snapshot()
        let run = RouteTestRun(snapshot, time: now)
        let failed = snapshot.cases.map { run.result(of: $0.content) }.filter { !$0.isPassed }
        // RouteTestRun.swift ends
        return failed
    }
}
