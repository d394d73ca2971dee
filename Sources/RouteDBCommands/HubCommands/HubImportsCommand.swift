import ArgumentParser
import RouteDB
import RouteDBTerminal

#if Hub
    import RouteDBHub
#endif

/// Lists the imports whose hits a hub has.
struct HubImportsCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "imports",
        abstract: "List the imported logs whose hits came to the hub, with their identities.",
        discussion: """
            EXAMPLES:
              routedb hub imports
              routedb hub forget --import 5f0c21d8 --dry-run

            An identity belongs to one import of one history, and its copies, whatever the
            node is called; 'routedb hits imports --json' shows it on the node. Imports
            that were forgotten at the hub are not listed.

            TSV fields: identity, node, id on the node, hits, first hit, last hit.
            """)

    @OptionGroup var hub: HubOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        #if Hub
            let format = try listing.format(global, in: context)
            try await hub.withHub(global, in: context) { hub in
                let imports = try await hub.imports()
                try Self.listing.write(imports, as: format, to: context.output)
            }
        #else
            throw CommandFailure.withoutHub
        #endif
    }

    #if Hub
        private static let listing = Listing<HubImport>(
            "imports",
            columns: [
                .init("identity") { $0.identity }, .init("node") { $0.node },
                .init("id") { "\($0.number)" }, .init("hits") { "\($0.hits)" },
                .init("first") { $0.first.description }, .init("last") { $0.last.description },
            ],
            object: { found in
                [
                    "identity": .string(found.identity), "node": .string(found.node),
                    "id": .int(found.number), "hits": .int(found.hits),
                    "first": .string(found.first.description),
                    "last": .string(found.last.description),
                ]
            })
    #endif
}
