import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Names the parameters whose values are summed up.
struct HitsParametersCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "parameters",
        abstract: "Sum up hits by parameters of the query, so that reports on them stay quick.",
        discussion: """
            EXAMPLES:
              routedb hits parameters utm_campaign utm_source
              routedb stats top --by query:utm_campaign --since 90d
              routedb hits parameters
              routedb hits parameters --none

            The values of the named parameters are counted for each quarter of an hour, at
            once for the hits in the file and then whenever a quarter is over. Reports by
            one of them read these sums in place of the hits, so that they do not take
            longer for more hits. Whoever records takes some 0.4 microseconds more for each
            hit and parameter. Without names, lists the parameters. TSV fields: name.
            """)

    @Argument(
        help: ArgumentHelp(
            "The parameters, in place of those before; at most 16.", valueName: "name"))
    var names: [String] = []

    @Flag(help: "Sum up no parameters.")
    var none = false

    @OptionGroup var history: HistoryOptions
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if none, !names.isEmpty { throw ValidationError("Give either names or '--none'.") }
    }

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let history = try await history.open(global, in: context)
        if none || !names.isEmpty {
            try await history.sumUp(parameters: names, time: context.now())
        }
        let parameters = try await history.summedParameters()
        await history.close()
        try Self.listing.rows(parameters).write(
            as: format,
            whenEmpty: EmptyListNote(
                noun: ("summed parameter", "summed parameters"), holder: "the history",
                command: "routedb hits parameters utm_campaign"), in: context)
    }

    private static let listing = Listing<String>(
        "parameters", columns: [.init("name") { $0 }], object: { ["name": .string($0)] })
}
