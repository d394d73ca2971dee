import ArgumentParser
import RouteDB

/// The options of `apply`: which file to apply, and to which part of the registry.
struct ApplyOptions: ParsableArguments {
    @OptionGroup var input: RouteFileOptions

    @Option(
        help: ArgumentHelp("Limit the change to this namespace.", valueName: "name"),
        completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(
        help: ArgumentHelp("Limit to the routes in this group.", valueName: "name"),
        completion: NameCompletion.groups)
    var group: String?

    @Flag(
        name: .customLong("create-namespaces"),
        help: "Create missing namespaces, without bindings.")
    var createsNamespaces = false

    @Option(
        name: .customLong("traffic-window"),
        help: ArgumentHelp(
            "How far back to count hits: an age such as '30d' or '12h', or a date.",
            valueName: "age"),
        transform: TimeExpression.init)
    var trafficWindow = TimeExpression.age(30 * 86_400_000_000)

    @OptionGroup var history: HistoryOptions

    /// The part to apply the file to.
    var part: RegistryDocument.Part { RegistryDocument.Part(namespace: namespace, group: group) }

    /// Reads the file; `format` is its format if known.
    func document(
        _ format: RegistryDocument.Format?, in context: CommandContext
    ) throws -> RegistryDocument {
        try input.document(DocumentOptions(format: format), in: context)
    }

    /// Returns the recorded hits of routes, with notes for the user about them.
    func traffic(_ global: GlobalOptions, in context: CommandContext) async -> KnownTraffic {
        await KnownTraffic(of: trafficWindow, in: history, global, context)
    }
}
