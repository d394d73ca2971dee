import ArgumentParser
import RouteDB
import RouteDBInsight
import RouteDBTerminal

/// Explains the answer to a URL.
struct ExplainCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain why a URL resolves as it does, or why it does not.",
        discussion: """
            EXAMPLES:
              routedb explain 'myapp://user/42?ref=mail'
              routedb explain 'myapp://usr/42'
              routedb explain '/shop/shoes' --namespace web --limit 50
              routedb explain 'myapp://admin' --as alice --role admin --json
              routedb explain 'myapp://user/42' --as-of @12
              routedb explain --name pay --namespace cart

            Shows how the URL is parsed, the namespaces searched, the matching routes and
            why the first precedes the second, where each value comes from, every access
            rule with its verdict, and the nearest routes that do not match, each with the
            first part that differs. If no route matches, it suggests URLs that would; each
            was resolved to make sure. In a registry of more than 10,000 routes, only those
            close to the URL are compared with it, unless '--limit 0' asks for all. Exit
            status as for 'resolve'.
            """)

    @OptionGroup var subject: RequestArgument
    @OptionGroup var defaults: RequestDefaultOptions

    @Option(
        name: [.customShort("L"), .customLong("limit")],
        help: ArgumentHelp(
            "How many routes that do not match to show (0: all).", valueName: "number"))
    var limit = 10

    @OptionGroup var options: RequestOptions
    @OptionGroup var answer: RevisionAnswerOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if limit < 0 { throw ValidationError("'--limit' cannot be negative.") }
    }

    func run(in context: CommandContext) async throws {
        let form = try answer.answer.form(global)
        let registry = try await global.openForReading(in: context)
        var request = options.completed(subject.request, in: context)
        request.defaults = defaults.values
        let detail = ExplainOptions(candidateLimit: limit)
        let snapshot = try await registry.vicinity(
            of: request, at: answer.asOf.reference, options: detail)
        let explainer = try registry.explainer(of: snapshot, for: request)
        let explanation = explainer.explain(request, options: detail)
        if explanation.resolution.outcome != .matched { context.setExitStatus(.no) }
        let facts = ExplanationOutput(explanation, in: snapshot)
        try form.write(
            facts.object, orLines: facts.lines(global.style(in: context)), to: context.output)
    }
}
