import ArgumentParser
import RouteDB
import RouteDBTraffic

/// Lists the most frequent routes, targets and more.
struct StatsTopCommand: StatsReport {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "List the most frequent routes, targets, namespaces, principals or referrers.",
        discussion: """
            EXAMPLES:
              routedb stats top
              routedb stats top targets --since 7d --compare previous
              routedb stats top principals --route user --limit 50 --csv
              routedb stats top --since 30d --bucket 1d --limit 3 --tz Europe/Berlin
              routedb stats top --by label:owner

            TSV fields: name, id (of a route), target (of a route), hits and share; with
            '--compare' also the hits in the preceding window, and the change.

            '--by label:owner' counts by the values of the label 'owner' that routes have
            in the registry now; routes without it are one row, '(none)'.
            """)

    @Argument(
        help: "What to list: routes, targets, namespaces, principals or referrers.",
        transform: EnumArgument.read)
    var subject = TopReport.Subject.routes

    @Option(
        help: ArgumentHelp(
            "The same as the argument, or label:KEY for the values of a label.",
            valueName: "subject"),
        transform: EnumArgument.read)
    var by: TopReport.Subject?

    @Option(limitOf: .top) var limit: Int?

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if by != nil && subject != .routes {
            throw ValidationError("Name what to list once: as the argument, or with '--by'.")
        }
    }

    var kind: ReportKind { .top(by ?? subject) }
}
