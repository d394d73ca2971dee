import ArgumentParser
import RouteDB

/// Resolves URLs.
struct ResolveCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Say where URLs lead.",
        discussion: """
            EXAMPLES:
              routedb resolve 'myapp://user/42?ref=mail'
              routedb resolve 'myapp://user/42' 'myapp://user/x' --json
              routedb resolve - --json < links.txt
              routedb resolve '/shop/shoes' --namespace web --default lang='"en"'
              routedb resolve 'myapp://user/42' --kind view --context user=7

            '-' reads URLs from standard input, one a line; empty lines are passed over.
            The answers come in the order of the URLs, with '--json' as one object a line.
            Exit status 1 if any of the URLs is unmatched or invalid. Without a terminal,
            '--table' or '--json', a line has tabs between URL, outcome, target, and values
            or reason.
            """)

    @Argument(help: ArgumentHelp("The URLs; '-' is standard input.", valueName: "url"))
    var urls: [String]

    @Option(
        help: "The namespace to begin with, whatever the URL is bound to.",
        completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(help: "Only routes of this kind.")
    var kind: String?

    @Option(
        name: .customLong("default"),
        help: ArgumentHelp(
            "A default value of the request; JSON is taken as such, all else as text.",
            valueName: "key=value"),
        transform: DefaultAssignment.init)
    var defaults: [DefaultAssignment] = []

    @Option(
        help: ArgumentHelp(
            "A value that covers all others of its key; JSON is taken as such, all else as text.",
            valueName: "key=value"),
        transform: DefaultAssignment.init)
    var context: [DefaultAssignment] = []

    @Flag(help: ArgumentHelp("The same as '--json' here.", visibility: .hidden))
    var ndjson = false

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let registry = try await global.openForReading(in: context)
        let table = registry.table
        if let namespace {
            let known = table.namespaces.map(\.name)
            guard known.contains(namespace) else {
                throw RouteDBError(noNamespace: namespace, among: known)
            }
        }
        let style = TextStyle(
            isTerminal: context.output.isTerminal, noColor: global.noColor, in: context)
        let defaults = DefaultAssignment.object(defaults)
        let values = DefaultAssignment.object(self.context)
        for url in urls {
            guard url == "-" else {
                let request = ResolutionRequest(
                    url, namespace: namespace, kind: kind, defaults: defaults, context: values)
                try answer(table.resolve(request), style, in: context)
                continue
            }
            context.interruption.watch()
            while let line = try context.input.readLine() {
                try context.interruption.check()
                guard !line.isEmpty else { continue }
                let request = ResolutionRequest(
                    utf8: line, namespace: namespace, kind: kind, defaults: defaults,
                    context: values)
                try answer(table.resolve(request), style, in: context)
                // Whoever writes one line and waits for the answer gets it.
                if !context.input.hasBufferedLine { try context.output.flush() }
            }
        }
    }

    private func answer(
        _ resolution: Resolution, _ style: TextStyle, in context: CommandContext
    ) throws(StreamError) {
        if resolution.outcome != .matched { context.conclude(.no) }
        let facts = ResolutionFacts(resolution)
        if global.json || ndjson {
            try context.output.writeLine(facts.object.description)
        } else if global.table || context.output.isTerminal {
            for line in facts.block(style) { try context.output.writeLine(line) }
        } else {
            try context.output.writeLine(facts.line)
        }
    }
}
