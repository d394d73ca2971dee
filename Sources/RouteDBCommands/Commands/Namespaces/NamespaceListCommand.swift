import ArgumentParser
import RouteDB

/// Lists namespaces.
struct NamespaceListCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List namespaces, with their policies.",
        discussion: """
            EXAMPLES:
              routedb namespace list
              routedb namespace list --json

            A '*' marks policies that override those of the profile. TSV fields: name,
            profile, schemes, hosts, fallback, fallback target, number of routes, access,
            policies.
            """)

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        let facts = NamespaceFacts.all(snapshot)
        guard format.isText else {
            try NamespaceFacts.listing.write(
                facts, as: format, head: ["revision": .int(snapshot.revision)],
                to: context.output)
            return
        }
        for fact in facts {
            for line in fact.block { try context.output.writeLine(PlainText.shown(line)) }
        }
    }
}
