import ArgumentParser
import RouteDB

/// Lists default values.
struct DefaultListCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List default values, with their origin.",
        discussion: """
            EXAMPLES:
              routedb default list
              routedb default list --namespace web --group shop
              routedb default list --route user --json

            '--route' lists all values that apply to the route, whatever their origin. TSV
            fields: key, value, origin.
            """)

    @OptionGroup var place: PlaceOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        let facts: [DefaultFacts]
        switch place.place {
        case nil: facts = snapshot.defaultFacts()
        case .route(let reference)?:
            facts = snapshot.defaultFacts(for: try snapshot.route(reference))
        case .namespace(let name)?:
            _ = try snapshot.namespace(named: name)
            facts = snapshot.defaultFacts().filter { $0.namespace == name && $0.route == nil }
        case .group(let name, let group)?:
            _ = try snapshot.namespace(named: name)
            facts = snapshot.defaultFacts().filter { $0.namespace == name && $0.group == group }
        }
        context.explain(
            facts,
            EmptyListNote(
                noun: ("default value", "default values"), total: snapshot.defaultFacts().count,
                revision: asOf.pastRevision(of: snapshot), command: "routedb default set"))
        try Self.listing.write(
            facts, as: format, head: ["revision": .int(snapshot.revision)], to: context.output)
    }

    private static let listing = Listing<DefaultFacts>(
        "defaults",
        columns: [
            .init("key") { $0.key }, .init("value") { $0.value.description },
            .init("origin") { $0.place },
        ], object: { $0.object })
}
