import ArgumentParser

/// The commands that report on the history.
struct StatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Report what was hit, what was not found, and which routes are unused.",
        discussion: """
            EXAMPLES:
              routedb stats top --since 7d --compare previous
              routedb stats unmatched --since 2026-01-01 --limit 10
              routedb stats timeline --since 30d --bucket 1d --tz Europe/Berlin
              routedb stats params user --since 7d
              routedb stats dead --since 90d --json

            Sampled hits are weighted. The history is the file given with --history, else
            with $ROUTEDB_HISTORY, else the one beside the registry.
            """,
        subcommands: [
            StatsTopCommand.self, StatsUnmatchedCommand.self, StatsDeadCommand.self,
            StatsTimelineCommand.self, StatsParamsCommand.self, StatsLatencyCommand.self,
            StatsDeniedCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}
