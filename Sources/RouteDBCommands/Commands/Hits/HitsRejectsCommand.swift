import ArgumentParser
import RouteDB

/// Lists the rejected lines of imported logs.
struct HitsRejectsCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "rejects",
        abstract: "List the rejected lines of imported logs, with reasons.",
        discussion: """
            EXAMPLES:
              routedb hits rejects
              routedb hits rejects --log 3 --limit 10 --json

            Only the first 4,096 bytes of a long line are kept, and no text at all for logs
            imported with '--privacy'. TSV fields: log, file, line, offset, reason, place,
            text. 'place' is where the mistake is, in bytes from the start of the line.
            """)

    @Option(
        help: ArgumentHelp("Only rejects of the log with this id.", valueName: "id"),
        transform: NumberArgument.read)
    var log: Int64?

    @Option(
        name: [.customShort("L"), .customLong("limit")],
        help: ArgumentHelp("The maximum number of rows (0: all).", valueName: "number"))
    var limit: Int?

    @OptionGroup var history: HistoryOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("'--limit' cannot be negative.") }
    }

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let history = try await history.open(global, in: context)
        let rejections = try await history.rejections(of: log, limit: limit ?? 0)
        let isFiltered = rejections.isEmpty && log != nil
        let total = isFiltered ? try await history.rejections(of: nil, limit: 0).count : 0
        context.explain(
            rejections,
            EmptyListNote(
                noun: ("rejected line", "rejected lines"), total: total, holder: "the history"))
        try RejectionFacts.listing.write(rejections, as: format, to: context.output)
    }
}
