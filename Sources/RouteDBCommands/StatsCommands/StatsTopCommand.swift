import ArgumentParser
import RouteDB
import RouteDBTraffic

/// Counts hits by a property.
struct StatsTopCommand: StatsReport {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "Count hits by route, referrer, platform, campaign, or another property.",
        discussion: """
            EXAMPLES:
              routedb stats top
              routedb stats top targets --since 7d --compare previous
              routedb stats top principals --route user --limit 50 --csv
              routedb stats top --since 30d --bucket 1d --limit 3 --tz Europe/Berlin
              routedb stats top --by label:owner
              routedb stats top --by query:utm_campaign --bots exclude
              routedb stats top platforms --route go:/spring
              routedb stats top --by platform,day --since 7d
              routedb stats top --by query:utm_campaign,day,nearest \\
                --where outcome=unmatched --since 7d

            TSV fields: name, id (of a route), target (of a route), hits and share; with
            '--compare' also the hits in the preceding window, and the change. By several
            properties at once, there is a field for each in place of the first three.

            'groups' and 'label:KEY' count by what routes have in the registry now; routes
            without it are one row, '(none)'. 'query:KEY' counts by the values of a
            parameter of the URLs, 'context:KEY' by recorded values of the context, such
            as 'language' at 'serve --links', and 'variants' by the variant of the
            redirect that was taken, behind its route: '0' for the redirect itself.
            Platforms and bots are told by user agents.
            """)

    @Argument(
        help: ArgumentHelp("What to count by: \(HitDimension.words).", valueName: "subject"),
        transform: CheckedArgument.reading(ReportKind.top(by:)))
    var subject: ReportKind?

    @Option(
        help: ArgumentHelp(
            "The same as the argument.",
            valueName: "subject"),
        transform: CheckedArgument.reading(ReportKind.top(by:)))
    var by: ReportKind?

    @Option(limitOf: .top) var limit: Int?

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if by != nil && subject != nil {
            throw ValidationError("Name what to list once: as the argument, or with '--by'.")
        }
    }

    var kind: ReportKind { by ?? subject ?? .top(.routes) }
}
