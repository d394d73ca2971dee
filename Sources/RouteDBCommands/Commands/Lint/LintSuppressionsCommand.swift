import ArgumentParser
import RouteDB

/// Lists suppressions.
struct LintSuppressionsCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "suppressions",
        abstract: "List suppressions, with their reasons.",
        discussion: """
            EXAMPLES:
              routedb lint suppressions
              routedb lint suppressions --as-of release-1 --json

            TSV fields: number, code, subject, and reason.
            """)

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        let names = LintNames(snapshot)
        context.explain(
            snapshot.suppressions,
            EmptyListNote(
                noun: ("suppression", "suppressions"), total: 0,
                revision: asOf.pastRevision(of: snapshot), command: "routedb lint suppress"))
        try SuppressionFacts.listing.write(
            snapshot.suppressions.map { SuppressionFacts(suppression: $0, names: names) },
            as: format, head: ["revision": .int(snapshot.revision)], to: context.output)
    }
}
