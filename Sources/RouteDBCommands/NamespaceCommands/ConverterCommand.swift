import ArgumentParser
import RouteDB

/// The commands for converters.
struct ConverterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "converter",
        abstract: "Set, list and remove converters: parameter types defined by a namespace.",
        discussion: """
            EXAMPLES:
              routedb converter set region --namespace app --allow kr,jp,us
              routedb add 'myapp://shop/<region:where>' --target shop --namespace app
              routedb converter list --namespace app
              routedb converter remove region --namespace app

            A converter is a parameter type. If it has the name of a built-in type,
            patterns written from then on use the converter.
            """,
        subcommands: [
            ConverterSetCommand.self, ConverterListCommand.self, ConverterRemoveCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}

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

/// Removes a converter.
struct ConverterRemoveCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a converter that no route uses.",
        discussion: """
            EXAMPLES:
              routedb converter remove region --namespace app
            """)

    @Argument(help: "The name.")
    var name: String

    @Option(help: "The namespace.", completion: NameCompletion.namespaces)
    var namespace = RouteNamespace.defaultName

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (name, namespace) = (name, namespace)
        let registry = try await global.openForWriting(in: context)
        let result = try await registry.edit(write, source: "converter remove", in: context) {
            try $0.removeConverter(name, in: namespace)
        }
        await registry.close()
        try WriteReport.write(
            "removed", "converter", name, result.revision, write, global, in: context)
    }
}
