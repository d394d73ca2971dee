import ArgumentParser
import RouteDB

/// Lists stored cases.
struct TestListCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the stored route tests, oldest first.",
        discussion: """
            EXAMPLES:
              routedb test list
              routedb test list --as-of release-1 --json

            TSV fields: id, name, URL or name of a route, principal, and expectation.
            """)

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        await registry.close()
        context.explain(
            snapshot.cases,
            EmptyListNote(
                noun: ("route test", "route tests"), total: 0,
                revision: asOf.pastRevision(of: snapshot), command: "routedb test add"))
        try CaseFacts.listing.write(
            snapshot.cases, as: format, head: ["revision": .int(snapshot.revision)],
            to: context.output)
    }
}
