import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// Shows who may reach a route.
struct ReachersCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "who",
        abstract: "Show who may reach a route, with each rule as a sentence.",
        discussion: """
            EXAMPLES:
              routedb acl who admin
              routedb acl who web:admin --as-of @v1 --json

            Shows the rules that cover the route, in the order in which they win (deny,
            challenge, allow), and what holds for callers whom no rule names. Rules that
            have expired are left out.
            """)

    @Argument(help: "The route.", completion: NameCompletion.routes)
    var route: String

    @OptionGroup var answer: RevisionAnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let form = try answer.answer.form(global)
        let registry = try await global.openForReading(in: context)
        let found = try await registry.route(RouteReference(route), at: answer.asOf.reference)
        let facts = RouteCallersOutput(
            RouteCallers(found.route, in: found.part, at: context.now()),
            in: SnapshotNames(found.part))
        let head: JSONObject = [
            "schema": 1, "revision": .int(found.part.revision),
            "route": .int(found.route.id.rawValue),
        ]
        try form.write(
            head.merging(facts.object), orLines: Self.lines(facts, found), to: context.output)
    }

    private static func lines(_ facts: RouteCallersOutput, _ found: FoundRoute) -> [String] {
        let route = found.route
        let lines =
            [route.numberedLabel(in: found.namespace), "  \(facts.callers.summary)"]
            + (facts.rules + facts.watching).map { "  #\($0.rule.id.rawValue)  \($0.sentence)" }
        return lines.map(PlainText.shown)
    }
}

/// Lists what a caller may reach.
struct ReachCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "reach",
        abstract: "List which routes a caller may reach, with the rules that decide.",
        discussion: """
            EXAMPLES:
              routedb acl reach
              routedb acl reach --as ada --role staff
              routedb acl reach --as ada --answer refused --namespace web
              routedb acl reach --context ip=10.0.0.1 --at 2026-12-24 --json

            The answer about an enabled route is 'allowed', 'challenged', 'refused', or
            'depends' if a rule tests the URL or a context value that the caller does not
            give. TSV fields: number of the route, answer, reason, rules, route, pattern,
            target.
            """)

    @OptionGroup var caller: CallerOptions

    @Option(
        help: "Only the routes of this namespace.", completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(
        name: .customLong("answer"),
        help: ArgumentHelp(
            "Only the routes with this answer: allowed, challenged, depends or refused.",
            valueName: "answer"),
        completion: .list(CallerReach.Answer.allCases.map(\.rawValue)),
        transform: EnumArgument.read)
    var kept: CallerReach.Answer?

    @OptionGroup var list: RevisionListOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let list = try await list.open(global, in: context)
        let snapshot = list.snapshot
        let place = try namespace.map { try snapshot.namespace(named: $0).id }
        let reach = CallerReach(
            caller.completed(ResolutionRequest(""), in: context), in: snapshot, of: place)
        let routes = ReachedRouteOutput.all(reach, in: SnapshotNames(snapshot))
            .filter { kept == nil || $0.part.answer == kept }
        try list.write(
            Self.listing.rows(routes),
            whenEmpty: EmptyListNote(
                noun: ("route", "routes"), total: snapshot.routes.count, command: "routedb add"))
        guard list.format == .table, !reach.parts.isEmpty else { return }
        context.printNote("note: \(reach.summary)")
    }

    private static let listing = Listing<ReachedRouteOutput>(
        "routes",
        columns: [
            .init("id") { "\($0.route.id.rawValue)" },
            .init("answer") { $0.part.answer.rawValue },
            .init("reason") { $0.part.reason.rawValue },
            .init("rules") { $0.part.rules.map { "\($0.id.rawValue)" }.joined(separator: " ") },
            .init("route") { $0.route.label(in: $0.namespace) },
            .init("pattern") { $0.route.pattern == nil ? "" : $0.route.patternText },
            .init("target") { $0.route.target },
        ], object: { $0.object })
}
