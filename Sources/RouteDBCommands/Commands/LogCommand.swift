import ArgumentParser
import RouteDB

/// Lists revisions.
struct LogCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List the revisions, newest first.",
        discussion: """
            EXAMPLES:
              routedb log
              routedb log --limit 5 --json

            Without a terminal, '--table' or another form, a line has tabs between number,
            time (UTC), author, source, message.
            """)

    @Option(help: ArgumentHelp("How many at most.", valueName: "count"))
    var limit: Int?

    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("'--limit' cannot be negative.") }
    }

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let revisions = try await registry.revisions(limit: limit ?? .max)
        try Self.listing.write(revisions, as: format, to: context.output)
    }

    private static let listing = Listing<Revision>(
        "revisions",
        columns: [
            .init("revision") { "\($0.number)" },
            .init("time") { TimeText.seconds($0.timeMicroseconds) },
            .init("author") { $0.author }, .init("source") { $0.source },
            .init("message") { $0.message },
        ],
        object: { revision in
            [
                "revision": .int(revision.number),
                "time": .string(TimeText.seconds(revision.timeMicroseconds)),
                "author": .string(revision.author), "source": .string(revision.source),
                "message": .string(revision.message),
            ]
        })
}
