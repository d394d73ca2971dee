import ArgumentParser
import RouteDB

/// Checks the history for damage.
struct HitsVerifyCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify the history: segments, streams and roll-ups.",
        discussion: """
            EXAMPLES:
              routedb hits verify
              routedb hits verify --history app.hits.db --json

            Reads every hit; the history may be in use. Exits with status 1 if it finds
            damage, and with 2 if the file cannot be read at all.
            """)

    @OptionGroup var history: HistoryOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let history = try await history.open(global, in: context)
        let report = CheckReport(
            findings: try await history.verify(), listing: Self.listing,
            additions: try await history.schemaAdditions())
        try report.write(as: format, in: context)
    }

    private static let listing = Listing<HistoryFinding>(
        "findings", columns: [.init("part") { $0.part.rawValue }, .init("message") { $0.message }],
        object: { ["part": .string($0.part.rawValue), "message": .string($0.message)] })
}
