package import RouteDB
package import RouteDBTraffic

/// The tables of the library's reports, as pages show them.
package enum TrafficTables {
    private static let counts = ["hits", "share", "before", "change"].map {
        ReportTable.Column.of($0)
    }

    /// The most frequent routes, targets or others.
    package static func top(_ report: TopReport, _ caption: String) -> DataTable {
        let table = ReportTable(report)
        let target: [ReportTable.Column] = report.subject == .routes ? [.of("target")] : []
        return table.table(
            caption, [.of(table.columns[0].title), .bar("matched")] + counts + target,
            empty: "There are no hits.")
    }

    /// The tables of hits by several properties.
    package static func properties(_ figures: PropertyFigures) -> Markup {
        let sections = figures.parts.map { part in
            "<section><h3>\(part.title)</h3>\(top(part.report, part.title).markup)</section>"
                as Markup
        }
        return "<div class=\"columns\">\(sections.joined())</div>"
    }

    /// The URLs that matched nothing, by what they have in common.
    package static func unmatched(
        _ report: UnmatchedReport, command: (String) -> String,
        time: @escaping (Timestamp) -> String
    ) -> DataTable {
        let urls = report.clusters.map { cluster in
            var url: Markup = "<code>\(cluster.template)</code>"
            if cluster.example != cluster.template {
                url += "<br><span class=\"aside\">such as <code>\(cluster.example)</code></span>"
            }
            if let suggestion = cluster.suggestion {
                url += "<pre class=\"command\">\(command(suggestion))</pre>"
            }
            return url
        }
        let causes = report.clusters.map { cluster in
            var why: Markup = "\(cause(cluster.cause))"
            if let nearest = cluster.nearestLabel {
                why += "<br><span class=\"aside\">nearest: <code>\(nearest)</code></span>"
            }
            return why
        }
        return ReportTable(report, time: time).table(
            "URLs that matched no route",
            [.own(.init("URLs", .code), urls), .bar("unmatched")] + counts
                + [.own(.init("why"), causes), .of("last")],
            empty: "Every URL matched a route.")
    }

    /// Why URLs matched no route, in words.
    package static func cause(_ cause: UnmatchedReport.Cause) -> String {
        switch cause {
        case .malformed: "not a valid URL"
        case .matchedNow: "a route matches it now"
        case .disabled: "the route is disabled"
        case .otherKind: "a route of another kind"
        case .typeFailed: "a value has the wrong type"
        case .queryFailed: "a query condition is not met"
        case .noise: "noise of browsers and scanners"
        case .unknownHost: "unknown scheme or host"
        case .unknownPath: "unknown path"
        }
    }

    /// The routes without hits.
    package static func dead(_ report: DeadReport, time: @escaping (Timestamp) -> String)
        -> DataTable
    {
        let causes = report.rows.map { row in
            var why: Markup = "\(cause(row.cause))"
            if let better = row.shadowedBy {
                why += " <span class=\"id\">by #\(better.rawValue)</span>"
            }
            return why
        }
        return ReportTable(report, time: time).table(
            "Routes without hits",
            [
                .of("route"), .of("target"), .own(.init("why"), causes),
                .of("last hit", orElse: "never"), .of("before"),
            ], empty: "Every route was hit.")
    }

    private static func cause(_ cause: DeadReport.Cause) -> String {
        switch cause {
        case .disabled: "disabled"
        case .shadowed: "shadowed"
        case .unhit: "not requested"
        case .unknown: "unknown: no hits at all"
        }
    }

    /// The routes to which access was refused.
    package static func denied(_ report: DenialReport, time: @escaping (Timestamp) -> String)
        -> DataTable
    {
        ReportTable(report, time: time).table(
            "Refused access",
            [.of("route"), .of("outcome")] + counts
                + [.of("principals"), .of("most refused"), .of("last")],
            empty: "Access was never refused.")
    }

    /// The values of a route's parameters.
    package static func parameters(_ report: ParameterReport) -> Markup {
        var markup: Markup = ""
        for parameter in report.parameters {
            var table = DataTable(
                "Values of \(parameter.name)",
                [
                    .init("value", .code), .init("", .bar), .init("hits", .number),
                    .init("share", .number),
                ],
                empty: "No hit has a value.")
            for value in parameter.values {
                table.add([
                    .init(value.text), .bar(value.share), .init(value.count.weight),
                    .init(NumberText.percent(value.share)),
                ])
            }
            let type: Markup? = parameter.type.map { "<span class=\"type\">\($0)</span>" }
            let more = parameter.isDistinctBounded ? "more than " : ""
            let different: Markup = """
                \(more)\(NumberText.grouped(Int64(parameter.distinct))) different
                """
            let missing: Markup? =
                parameter.missing.weight > 0
                ? ", missing in \(NumberText.grouped(parameter.missing.weight))" : nil
            let invalid: Markup? =
                parameter.invalid.weight > 0
                ? ", <strong>invalid in \(NumberText.grouped(parameter.invalid.weight))</strong>"
                : nil
            markup += """
                <div class="parameter"><h4><code>\(parameter.name)</code> \(type)</h4>\
                <p class="aside">\(different)\(missing)\(invalid)</p>\(table.markup)</div>
                """
        }
        return "<div class=\"parameters\">\(markup)</div>"
    }
}
