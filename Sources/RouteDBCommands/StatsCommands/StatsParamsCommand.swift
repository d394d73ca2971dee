import ArgumentParser
import RouteDB
import RouteDBTraffic

/// A row about a parameter.
struct ParameterRow: Sendable {
    let parameter: String
    let type: String
    /// The kind of row.
    let what: String
    let value: String
    let weight: Int64
    let share: Double?
    /// The hits in the previous period; `nil` unless compared.
    let previous: HitCount?

    /// Returns the rows about a parameter.
    static func all(_ parameter: ParameterReport.Parameter) -> [ParameterRow] {
        func row(
            _ what: String, _ weight: Int64, _ share: Double? = nil, value: String = "",
            before: HitCount? = nil
        ) -> ParameterRow {
            ParameterRow(
                parameter: parameter.name, type: parameter.type ?? "", what: what, value: value,
                weight: weight, share: share, previous: before)
        }
        func rows(_ what: String, _ values: [ParameterReport.Value]) -> [ParameterRow] {
            values.map {
                row(what, $0.count.weight, $0.share, value: $0.text, before: $0.previous)
            }
        }
        var whole = parameter.present
        whole += parameter.missing
        let bound = parameter.isDistinctBounded ? "or more" : ""
        return [
            row(
                "hits", parameter.present.weight, parameter.present.share(of: whole),
                before: parameter.previousPresent),
            row(
                "missing", parameter.missing.weight, parameter.missing.share(of: whole),
                before: parameter.previousMissing),
            row("invalid", parameter.invalid.weight, before: parameter.previousInvalid),
            row("distinct", Int64(parameter.distinct), value: bound),
        ] + rows("type", parameter.types) + rows("value", parameter.values)
            + rows("invalid value", parameter.invalidValues)
    }
}

/// Lists the values of a route's parameters.
struct StatsParamsCommand: RegistryCommand {
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
            matching. '--limit' is the maximum number of values for each parameter.

            TSV fields: parameter, type, kind of row (hits, missing, invalid, distinct,
            type, value, invalid value), value, hits and share; with '--compare' also the
            hits in the preceding window.
            """)

    @Argument(
        help: "The route: '#id', its name, or its pattern.", completion: NameCompletion.routes)
    var parametersOf: String?

    @Flag(help: "Include unmatched URLs that the route would match but for the type of a value.")
    var unmatched = false

    @OptionGroup var stats: StatsOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if (parametersOf == nil) == (stats.route == nil) {
            throw ValidationError("Give exactly one route, as an argument or with '--route'.")
        }
    }

    func run(in context: CommandContext) async throws {
        var run = try await stats.open(global, limit: 10, in: context)
        let named = try parametersOf.map {
            try StatsOptions.route($0, in: run.query.snapshot, context)
        }
        guard let id = named ?? run.query.selection.routes?.first else { return }
        run.query.selection.routes = nil
        let (history, format) = (run.history, run.format)
        var unreadable: Int64 = 0
        let sheets = try await run.write(in: context, { _ in Self.listing(run) }) { query in
            let report = try await history.parameters(of: id, query, countingUnmatched: unmatched)
            unreadable += report.unreadable.hits
            return StatsSheet(
                frame: report.frame, rows: report.parameters.flatMap(ParameterRow.all),
                head: report.head,
                list: format == .json
                    ? .array(report.objects.map(JSONValue.object)) : nil)
        }
        guard run.format != .json else { return }
        if unreadable > 0 { context.notify("note: \(unreadable) hits have unreadable parameters") }
        run.notifyTotals(sheets, in: context)
    }

    private static func listing(_ run: StatsRun) -> Listing<ParameterRow> {
        let isTable = run.isTable
        var columns: [Listing<ParameterRow>.Column] = [
            .init("parameter") { $0.parameter }, .init("type") { $0.type },
            .init("what") { $0.what }, .init("value") { $0.value },
            .init("hits") { isTable ? NumberText.grouped($0.weight) : "\($0.weight)" },
            .init("share") {
                guard let share = $0.share else { return "" }
                return isTable ? NumberText.percent(share) : "\(StatsText.rounded(share))"
            },
        ]
        if run.query.comparesPrevious {
            columns.append(.init("before") { StatsText.weight($0.previous, isTable) })
        }
        return Listing("parameters", columns: columns) { row in
            [
                "parameter": .string(row.parameter), "type": .string(row.type),
                "what": .string(row.what), "value": .string(row.value),
                "weight": .int(row.weight), "share": row.share.map { .double($0) } ?? .null,
                "previous": row.previous?.json ?? .null,
            ]
        }
    }
}
