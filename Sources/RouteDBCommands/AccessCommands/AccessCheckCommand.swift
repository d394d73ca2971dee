import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Explains an access decision.
struct AccessCheckCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Decide access for a request, and show every rule considered.",
        discussion: """
            EXAMPLES:
              routedb acl check 'myapp://admin' --as alice --role admin
              routedb acl check 'myapp://user/42' --context ip=10.0.0.1 --at 2026-01-01
              routedb acl check --name pay --as alice --claim plan=gold --json

            Each condition holds, fails, or is unknown, where the request lacks the
            attribute. Exits with status 1 if the request may not reach a route.
            """)

    @OptionGroup var subject: RequestArgument
    @OptionGroup var options: RequestOptions
    @OptionGroup var answer: RevisionAnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (form, snapshot) = try await answer.open(global, in: context) {
            try await $0.snapshot(keptBy: RouteSieve(subject.request), at: $1)
        }
        if let name = options.namespace { _ = try snapshot.namespace(named: name) }
        let resolution = RoutingTable(snapshot).resolve(
            options.completed(subject.request, in: context))
        if resolution.outcome != .matched { context.setExitStatus(.no) }
        let places = SnapshotNames(snapshot)
        let considered = resolution.consideredRules.map {
            ConsideredOutput(considered: $0, facts: RuleOutput($0.rule, in: places))
        }
        let facts = ResolutionOutput(resolution)
        try form.write(
            facts.object.merging(["considered": .array(considered.map { .object($0.object) })]),
            orLines: Self.lines(resolution, considered), to: context.output)
    }

    private static func lines(
        _ resolution: Resolution, _ considered: [ConsideredOutput]
    ) -> [String] {
        let subject = resolution.request.routeName ?? resolution.request.url
        guard let route = resolution.foundRoute else {
            let reason = resolution.invalidURL.map { ": \($0)" } ?? ""
            return [PlainText.shown(subject + "  " + resolution.outcome.rawValue + reason)]
        }
        let access = resolution.access
        var lines = [
            subject,
            "  route     #\(route.id.rawValue)" + (route.qualifiedName.map { " \($0)" } ?? "")
                + (route.pattern == nil ? "" : "  \(route.patternText)") + " -> \(route.target)",
            "  verdict   \(access.verdict.rawValue), \(access.origin)",
        ]
        if let target = access.challengeTarget { lines.append("  target    \(target)") }
        if let code = access.code { lines.append("  code      \(code)") }
        if let message = access.message { lines.append("  message   \(message)") }
        return lines.map(PlainText.shown) + considered.flatMap(\.lines)
    }
}
