import ArgumentParser

/// The commands about the history of hits.
struct HitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hits",
        abstract: "Look after the history of hits.",
        discussion: """
            EXAMPLES:
              routedb hits import access.log
              routedb hits verify

            The history is the file of --history, else of $ROUTEDB_HISTORY, else beside the
            registry: that of routes.db is routes.hits.db.
            """,
        subcommands: [HitsImportCommand.self, HitsRejectsCommand.self, HitsVerifyCommand.self])

    @OptionGroup var global: GlobalOptions
}
