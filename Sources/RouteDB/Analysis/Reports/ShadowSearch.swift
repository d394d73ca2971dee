import RouteDBRouting

/// The routes whose URLs all match routes with better ranks, as found by `lint`.
struct ShadowSearch {
    private let shadows: [RouteID: RouteID]

    init(_ snapshot: RegistrySnapshot) {
        // A route is shadowed even if the finding is suppressed.
        let report = snapshot.lint(
            at: 0, options: LintOptions(codes: [.unreachable, .duplicate], limit: .max))
        let findings = report.findings + report.suppressed.map(\.finding)
        shadows = Dictionary(
            findings.compactMap { finding in
                guard let route = finding.routes.first, let better = finding.witness?.routes.first
                else { return nil }
                return (route, better)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns a route that matches URLs of a shadowed route instead, or `nil` if the route is not
    /// shadowed.
    func shadow(of route: RouteID) -> RouteID? { shadows[route] }
}
