import ArgumentParser
import RouteDB

/// Builds a URL of a route.
struct URLCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "url",
        abstract: "Build a URL that leads to a route with given values.",
        discussion: """
            EXAMPLES:
              routedb url user id=42
              routedb url user id=42 ref=mail tag='["a","b"]'
              routedb url '/files/**' --wildcard 2026 --wildcard a.txt
              routedb url shop:item id=7 --scheme https --host example.com
              routedb url list page=1 --fill-defaults --json
              routedb url user id=42 --as-of @3

            Each value is written as its place and its type want it. Values that the
            pattern has no place for become items of the query, where '["a","b"]' is a list
            and 'null' a key alone. A value that is a default one is left out where it can
            be. The URL is resolved before it is shown: exit status 1 if it would lead to
            another route, to other values or nowhere, 2 if a value is missing or wrong.
            """)

    @Argument(help: "The route.", completion: NameCompletion.routes)
    var route: String

    @Argument(help: ArgumentHelp("The values.", valueName: "name=value"), transform: URLValue.init)
    var values: [URLValue] = []

    @Option(
        name: .customLong("wildcard"),
        help: ArgumentHelp(
            "The text of a segment that '*' or '**' takes; may be given again.",
            valueName: "text"))
    var wildcards: [String] = []

    @Option(help: "The scheme, for a pattern without one.")
    var scheme: String?

    @Option(help: "The host, and perhaps ':' and the port, for a pattern without one.")
    var host: String?

    @Option(
        help: "The namespace to find the route in, and in which the URL will be asked for.",
        completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(help: "The kind of route that will be asked for.")
    var kind: String?

    @Flag(help: "Write default values where the pattern has an optional place for them.")
    var fillDefaults = false

    @Flag(
        name: .customLong("no-extra"),
        help: "Refuse values that the pattern has no place for.")
    var refusesExtras = false

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        let reference = RouteReference(route)
        let found = try snapshot.route(
            namespace.map { RouteReference(reference, in: $0) } ?? reference)
        let options = URLBuildOptions(
            namespace: namespace, kind: kind, scheme: scheme, host: host, wildcards: wildcards,
            fillsDefaults: fillDefaults, allowsExtraValues: !refusesExtras)
        let table = RoutingTable(snapshot)
        let values = values.reduce(into: JSONObject()) { $0[$1.name] = $1.value }
        let url = try table.url(for: found, values: values, options: options)
        guard global.json else { return try context.output.writeLine(PlainText.shown(url)) }
        let object: JSONObject = [
            "schema": 1, "url": .string(url), "revision": .int(snapshot.revision),
            "namespace": (snapshot.namespaceNames[found.namespace]).map(JSONValue.string) ?? .null,
            "route": .object(ResolutionFacts.object(found)),
        ]
        try context.output.writeLine(object.description)
    }
}

/// A value as the command line gives it, `name=value`: a text, or JSON that is no number.
struct URLValue: Hashable, Sendable {
    let name: String
    let value: JSONValue

    init(_ text: String) throws {
        let assignment = try DefaultAssignment(text)
        name = assignment.key
        switch assignment.value {
        case .string, .array, .object, .null: value = assignment.value
        case .int, .double, .bool:
            // A number may be a text of digits, each of which counts.
            value = .string(
                String(decoding: text.utf8.dropFirst(name.utf8.count + 1), as: UTF8.self))
        }
    }
}
