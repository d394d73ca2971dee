import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Builds a URL that resolves to a route.
struct URLCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "url",
        abstract: "Build a URL that resolves to a route with the given values.",
        discussion: """
            EXAMPLES:
              routedb url user id=42
              routedb url user id=42 ref=mail tag='["a","b"]'
              routedb url '/files/**' --wildcard 2026 --wildcard a.txt
              routedb url shop:item id=7 --scheme https --host example.com
              routedb url list page=1 --fill-defaults --json
              routedb url user id=42 --as-of @3

            Each value is encoded as its place and type require. A value without a place in
            the pattern becomes a query item: '["a","b"]' is repeated, and 'null' is a key
            without a value. Values that equal a default are omitted where possible. The
            URL is resolved before it is printed: the exit status is 1 if it would resolve
            to another route, to other values or not at all, and 2 if a value is missing or
            invalid.
            """)

    @Argument(help: "The route.", completion: NameCompletion.routes)
    var route: String

    @Argument(help: ArgumentHelp("The values.", valueName: "name=value"), transform: URLValue.init)
    var values: [URLValue] = []

    @Option(
        name: .customLong("wildcard"),
        help: ArgumentHelp(
            "The text of a segment matched by '*' or '**'; may be repeated.",
            valueName: "text"))
    var wildcards: [String] = []

    @Option(help: "The scheme, for a pattern without one.")
    var scheme: String?

    @Option(help: "The host, with an optional ':port', for a pattern without one.")
    var host: String?

    @Option(
        help: "The namespace of the route, in which the URL is resolved.",
        completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(help: "The kind of route that the URL is resolved for.")
    var kind: String?

    @Flag(help: "Include default values where the pattern has an optional place for them.")
    var fillDefaults = false

    @Flag(
        name: .customLong("no-extra"),
        help: "Reject values that have no place in the pattern.")
    var refusesExtras = false

    @OptionGroup var answer: RevisionAnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let form = try answer.answer.form(global)
        let registry = try await global.openForReading(in: context)
        let reference = RouteReference(route)
        let found = try await registry.route(
            namespace.map { RouteReference(reference, in: $0) } ?? reference,
            at: answer.asOf.reference)
        let options = URLBuildOptions(
            namespace: namespace, kind: kind, scheme: scheme, host: host, wildcards: wildcards,
            fillsDefaults: fillDefaults, allowsExtraValues: !refusesExtras)
        let values = values.reduce(into: JSONObject()) { $0[$1.name] = $1.value }
        let url = try await registry.url(for: found, values: values, options: options)
        try form.write(
            [
                "schema": 1, "url": .string(url), "revision": .int(found.part.revision),
                "namespace": .string(found.namespace),
                "route": .object(ResolutionOutput.object(found.route)),
            ], orLines: [PlainText.shown(url)], to: context.output)
    }
}

/// A value in an argument, `name=value`: a text, or JSON that is not a number.
struct URLValue: Hashable, Sendable {
    let name: String
    let value: JSONValue

    init(_ text: String) throws {
        let assignment = try DefaultAssignment(text)
        name = assignment.key
        switch assignment.value {
        case .string, .array, .object, .null: value = assignment.value
        case .int, .double, .bool:
            // Digits are kept as text, because leading zeros matter.
            value = .string(
                String(decoding: text.utf8.dropFirst(name.utf8.count + 1), as: UTF8.self))
        }
    }
}
