import RouteDBRouting

/// The routes whose URLs all go to better ranked routes, as `lint` finds them.
struct ShadowSearch {
    private let shadows: [RouteID: RouteID]

    init(_ snapshot: RegistrySnapshot) {
        // What is suppressed there is shadowed all the same.
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

    /// The route that takes a URL of another one, if better ranked routes take them all.
    func shadow(of route: RouteID) -> RouteID? { shadows[route] }
}
