import ArgumentParser

/// The commands about the history of hits.
struct HitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hits",
        abstract: "Look after the history of hits.",
        discussion: """
            EXAMPLES:
              routedb hits import access.log
              routedb hits info
              routedb hits export --since 7d --outcome unmatched -o lost.csv
              routedb hits verify
              routedb hits prune --older-than 90d --dry-run

            The history is the file of --history, else of $ROUTEDB_HISTORY, else beside the
            registry: that of routes.db is routes.hits.db.
            """,
        subcommands: [
            HitsImportCommand.self, HitsRejectsCommand.self, HitsInfoCommand.self,
            HitsExportCommand.self, HitsVerifyCommand.self, HitsPruneCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}
