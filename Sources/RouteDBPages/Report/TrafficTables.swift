package import RouteDB
package import RouteDBTraffic

/// The tables of the library's reports, as pages show them.
package enum TrafficTables {
    private static func counts(_ compares: Bool) -> [DataTable.Column] {
        [.init("hits", .number), .init("share", .number)]
            + (compares ? [.init("before", .number), .init("change", .number)] : [])
    }

    private static func counts(
        _ count: HitCount, _ share: Double, _ previous: HitCount?, _ compares: Bool
    ) -> [DataTable.Cell] {
        let now: [DataTable.Cell] = [.init(count.weight), .init(NumberText.percent(share))]
        guard compares else { return now }
        return now + [.init(previous?.weight ?? 0), Pieces.change(count, since: previous)]
    }

    /// The most frequent routes, targets or others.
    package static func top(_ report: TopReport, _ caption: String, _ what: String) -> DataTable {
        let compares = report.frame.previousSelection != nil
        var columns: [DataTable.Column] = [.init(what, .code), .init("", .bar)]
        columns += counts(compares)
        if report.subject == .routes { columns.append(.init("target", .code)) }
        var table = DataTable(caption, columns, empty: "There are no hits.")
        let largest = max(1, report.rows.map(\.count.weight).max() ?? 1)
        for row in report.rows {
            var cells: [DataTable.Cell] = [
                .init(
                    report.subject == .routes
                        ? Pieces.route(row.label, row.route?.rawValue) : "\(row.label)"),
                .bar(Double(row.count.weight) / Double(largest)),
            ]
            cells += counts(row.count, row.share, row.previous, compares)
            cells.append(.init(row.target ?? ""))
            table.add(cells)
        }
        return table
    }

    /// The URLs that matched nothing, by what they have in common.
    package static func unmatched(
        _ report: UnmatchedReport, command: (String) -> String, time: (Timestamp) -> String
    ) -> DataTable {
        let compares = report.frame.previousSelection != nil
        var table = DataTable(
            "URLs that matched no route",
            [.init("URLs", .code), .init("", .bar)] + counts(compares)
                + [.init("why"), .init("last", .time)],
            empty: "Every URL matched a route.")
        let largest = max(1, report.clusters.map(\.count.weight).max() ?? 1)
        for cluster in report.clusters {
            var url: Markup = "<code>\(cluster.template)</code>"
            if cluster.example != cluster.template {
                url += "<br><span class=\"aside\">such as <code>\(cluster.example)</code></span>"
            }
            if let suggestion = cluster.suggestion {
                url += "<pre class=\"command\">\(command(suggestion))</pre>"
            }
            var why: Markup = "\(cause(cluster.cause))"
            if let nearest = cluster.nearestLabel {
                why += "<br><span class=\"aside\">nearest: <code>\(nearest)</code></span>"
            }
            table.add(
                [.init(url), .bar(Double(cluster.count.weight) / Double(largest), "unmatched")]
                    + counts(cluster.count, cluster.share, cluster.previous, compares)
                    + [.init(why), .init(cluster.last.map(time) ?? "")])
        }
        return table
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
    package static func dead(_ report: DeadReport, time: (Timestamp) -> String) -> DataTable {
        let compares = report.frame.previousSelection != nil
        var columns: [DataTable.Column] = [
            .init("route", .code), .init("target", .code), .init("why"), .init("last hit", .time),
        ]
        if compares { columns.append(.init("before", .number)) }
        var table = DataTable("Routes without hits", columns, empty: "Every route was hit.")
        for row in report.rows {
            var why: Markup = "\(cause(row.cause))"
            if let better = row.shadowedBy {
                why += " <span class=\"id\">by #\(better.rawValue)</span>"
            }
            table.add([
                .init(Pieces.route(row.label, row.route.id.rawValue)), .init(row.route.target),
                .init(why), .init(row.lastHit.map(time) ?? "never"),
                .init(row.previous?.weight ?? 0),
            ])
        }
        return table
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
    package static func denied(_ report: DenialReport, time: (Timestamp) -> String) -> DataTable {
        let compares = report.frame.previousSelection != nil
        var table = DataTable(
            "Refused access",
            [.init("route", .code), .init("outcome")] + counts(compares)
                + [
                    .init("principals", .number), .init("most refused", .code),
                    .init("last", .time),
                ],
            empty: "Access was never refused.")
        for row in report.rows {
            let names = row.mostRefused.map { "\($0.id) (\(NumberText.grouped($0.count.weight)))" }
            table.add(
                [
                    .init(Pieces.route(row.label, row.route.rawValue)),
                    .init(Pieces.outcome(row.outcome.rawValue)),
                ] + counts(row.count, row.share, row.previous, compares) + [
                    .init(Int64(row.principals)), .init(names.joined(separator: ", ")),
                    .init(time(row.last)),
                ])
        }
        return table
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
