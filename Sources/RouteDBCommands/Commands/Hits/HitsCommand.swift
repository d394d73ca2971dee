import ArgumentParser

/// The commands for the history of hits.
struct HitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hits",
        abstract: "Import, inspect, export, verify and prune the history of hits.",
        discussion: """
            EXAMPLES:
              routedb hits import access.log
              routedb hits info
              routedb hits export --since 7d --outcome unmatched -o lost.csv
              routedb hits verify
              routedb hits prune --older-than 90d --dry-run

            The history is the file given with --history, else with $ROUTEDB_HISTORY, else
            the one beside the registry: for routes.db, it is routes.hits.db.
            """,
        subcommands: [
            HitsImportCommand.self, HitsRejectsCommand.self, HitsInfoCommand.self,
            HitsExportCommand.self, HitsVerifyCommand.self, HitsPruneCommand.self,
            HitsImportsCommand.self, HitsForgetCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}
