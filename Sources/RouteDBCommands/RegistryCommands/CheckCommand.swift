import ArgumentParser
import RouteDB

/// Checks the registry for damage.
struct CheckCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the registry file for damage.",
        discussion: """
            EXAMPLES:
              routedb check
              routedb check --db app.db --json

            Reads the whole file. Exits with status 1 if it finds damage, and with 2 if the
            file cannot be read at all.
            """)

    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let report = CheckReport(
            findings: try await registry.check(), listing: Self.listing,
            additions: try await registry.schemaAdditions())
        try report.write(as: format, in: context, revision: registry.table.revision)
    }

    private static let listing = Listing<RegistryFinding>(
        "findings", columns: [.init("rule") { $0.rule.rawValue }, .init("message") { $0.message }],
        object: { ["rule": .string($0.rule.rawValue), "message": .string($0.message)] })
}
