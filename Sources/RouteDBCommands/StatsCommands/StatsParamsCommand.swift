import ArgumentParser
import RouteDB
import RouteDBTerminal
import RouteDBTraffic

/// Lists the values of a route's parameters.
struct StatsParamsCommand: StatsReport {
    static let configuration = CommandConfiguration(
        commandName: "params",
        abstract: "List the values of a route's parameters.",
        discussion: """
            EXAMPLES:
              routedb stats params user
              routedb stats params '#12' --since 7d --limit 50
              routedb stats params user --since 7d --compare previous
              routedb stats params user --unmatched --json

            'invalid' counts values that are not of the parameter's type in the revision
            examined. With '--unmatched', it also counts the values that kept a URL from
            matching.

            TSV fields: parameter, type, kind of row (hits, missing, invalid, distinct,
            type, value, invalid value), value, hits and share; with '--compare' also the
            hits in the preceding window.
            """)

    @Argument(
        help: "The route: '#id', its name, or its pattern.", completion: NameCompletion.routes)
    var parametersOf: String?

    @Flag(help: "Include unmatched URLs that the route would match but for the type of a value.")
    var unmatched = false

    @Option(limitOf: .params) var limit: Int?

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if (parametersOf == nil) == (stats.route == nil) {
            throw ValidationError("Give exactly one route, as an argument or with '--route'.")
        }
    }

    var kind: ReportKind { .parameters(countingUnmatched: unmatched) }
    var route: String? { parametersOf ?? stats.route }

    func writeTail(_ sheets: ReportSheets, _ run: StatsRun, in context: CommandContext) {
        let unreadable = sheets.reports.compactMap { ($0 as? ParameterReport)?.unreadable }.sum.hits
        // JSON has the number.
        guard run.format != .json, unreadable > 0 else { return }
        context.printNote(
            "note: \(NumberText.counted(unreadable, "hit has", "hits have")) unreadable parameters")
    }
}
