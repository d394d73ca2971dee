import ArgumentParser
import RouteDB

/// Lists the values of a route's parameters.
struct StatsParamsCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "params",
        abstract: "List what the parameters of a route had for values.",
        discussion: """
            EXAMPLES:
              routedb stats params user
              routedb stats params '#12' --since 7d --limit 50
              routedb stats params user --unmatched --json

            'invalid' counts values that are not of the parameter's type, by the revision
            that is looked at; with '--unmatched' also those of URLs that had no route
            because of them. '--limit' is the most values of a parameter.

            Without a terminal, '--table' or another form, a line has tabs between
            parameter, type, what the line is about (hits, missing, invalid, distinct,
            type, value, invalid value), the value, and hits.
            """)

    @Argument(
        help: "The route: '#id', its name, or its pattern.", completion: NameCompletion.routes)
    var parametersOf: String

    @Flag(help: "Look for unmatched URLs that the route would take but for a value's type.")
    var unmatched = false

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try stats.refuse(
            [
                ("bucket", stats.bucket != nil), ("route", stats.route != nil),
                ("compare", stats.compare != nil),
            ], in: "params")
    }

    func run(in context: CommandContext) async throws {
        let run = try await stats.open(global, limit: 10, in: context)
        let id = try StatsOptions.route(parametersOf, in: run.query.snapshot, context)
        let report = try await run.history.parameters(
            of: id, run.query, countingUnmatched: unmatched)
        guard run.format == .json else {
            try Self.listing(run).write(
                report.parameters.flatMap(ParameterRow.all), as: run.format, to: context.output)
            if report.unreadable.hits > 0 {
                context.notify("note: \(report.unreadable.hits) hits have unreadable parameters")
            }
            run.notifyTotals(report.frame, in: context)
            return
        }
        var object: JSONObject = ["schema": 1]
        object = object.merging(StatsText.head(report.frame))
        object["route"] = .int(id.rawValue)
        object["label"] = .string(report.label)
        object["rejected"] = report.rejected.map(StatsText.object) ?? .null
        object["unreadable"] = StatsText.object(report.unreadable)
        object["parameters"] = .array(report.parameters.map(ParameterRow.object))
        try context.output.writeLine(object.description)
    }

    private static func listing(_ run: StatsRun) -> Listing<ParameterRow> {
        let isTable = run.isTable
        return Listing(
            "parameters",
            columns: [
                .init("parameter") { $0.parameter }, .init("type") { $0.type },
                .init("what") { $0.what }, .init("value") { $0.value },
                .init("hits") {
                    isTable ? StatsText.number($0.weight) : "\($0.weight)"
                },
                .init("share") {
                    guard let share = $0.share else { return "" }
                    return isTable
                        ? StatsText.percent(share) : "\(StatsText.rounded(share))"
                },
            ]
        ) { row in
            [
                "parameter": .string(row.parameter), "type": .string(row.type),
                "what": .string(row.what), "value": .string(row.value),
                "weight": .int(row.weight), "share": row.share.map { .double($0) } ?? .null,
            ]
        }
    }
}
