import ArgumentParser
import RouteDB

/// Lists converters.
struct ConverterListCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List converters, with the routes that use them.",
        discussion: """
            EXAMPLES:
              routedb converter list
              routedb converter list --namespace app --json

            TSV fields: namespace, name, rule, argument of the rule, and number of routes.
            """)

    @Option(help: "Only converters in this namespace.", completion: NameCompletion.namespaces)
    var namespace: String?

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        if let namespace { _ = try snapshot.namespace(named: namespace) }
        let all = ConverterFacts.all(snapshot)
        let converters = all.filter { namespace == nil || $0.namespace == namespace }
        context.explain(
            converters,
            EmptyListNote(
                noun: ("converter", "converters"), total: all.count,
                revision: asOf.pastRevision(of: snapshot), command: "routedb converter set"))
        try ConverterFacts.listing.write(
            converters, as: format, head: ["revision": .int(snapshot.revision)], to: context.output)
    }
}
