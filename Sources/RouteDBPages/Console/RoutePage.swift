#if Server
package import RouteDB
package import RouteDBTraffic

/// A route: what it is, whether it is used, and who made it so.
package struct RoutePage: Sendable {
    private let route: RouteFacts
    private let rules: [RuleFacts]
    private let blame: [FieldOrigin]
    private let timeline: TimelineReport?
    private let parameters: ParameterReport?
    private let period: String

    /// Creates the page.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - snapshot: The registry.
    ///   - blame: Where its fields come from.
    ///   - period: The name of the period.
    ///   - timeline: Its hits over time, if there is a history.
    ///   - parameters: The values of its parameters, if there is a history.
    package init(
        _ route: Route, of snapshot: RegistrySnapshot, blame: [FieldOrigin], period: String,
        timeline: TimelineReport?, parameters: ParameterReport?
    ) {
        let names = SnapshotNames(snapshot)
        self.route = RouteFacts(
            route, namespace: names.name(of: route.namespace),
            defaults: snapshot.defaults[.route(route.id)] ?? [:])
        rules = snapshot.accessRules.filter { rule in
            switch rule.scope {
            case .namespace(let id): id == route.namespace
            case .group(let id, let group): id == route.namespace && group == route.group
            case .route(let id): id == route.id
            }
        }.map { RuleFacts($0, in: names) }
        (self.blame, self.period) = (blame, period)
        (self.timeline, self.parameters) = (timeline, parameters)
    }

    private var label: String {
        route.name.map { name in route.group.map { "\($0)/\(name)" } ?? name }
            ?? route.pattern ?? "#\(route.id.rawValue)"
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let id = route.id.rawValue
        let state: Markup? = route.isEnabled ? nil : " <span class=\"badge bad\">disabled</span>"
        let edit: Markup? =
            frame.isWriting
            ? "<p><a class=\"button\" href=\"/routes/\(id)/edit\">Edit</a></p>" : nil
        return ConsolePage(
            label, heading: "<code>\(label)</code> <span class=\"id\">#\(id)</span>\(state)",
            place: "/routes",
            """
            <div class="lead"><p class="summary">\(PatternText.pattern(route.pattern ?? "", marking: nil)) \
            <span class="aside">leads to</span> <code>\(route.target)</code></p>\(edit)</div>
            \(usage)\(values)
            <div class="columns"><section><h2>Fields</h2>\(fields.markup)</section>
            <section><h2>Rules that cover it</h2>\(access.markup)</section></div>
            <section><h2>Who set what</h2>\(origins(in: frame).markup)</section>
            \(ConsoleLink.command(frame.commands.line(["show", "#\(id)"])))
            """)
    }

    private var usage: Markup {
        let periods = ConsoleLink.choices(
            "Period",
            OverviewPage.periods.map {
                ($0.name, ConsoleLink.path("/routes/\(route.id.rawValue)", [("period", $0.name)]))
            }, chosen: period)
        guard let timeline else {
            return "<section><h2>Hits</h2><p class=\"empty\">There is no history.</p></section>"
        }
        let hits = NumberText.hits(timeline.frame.total.weight)
        let figure =
            timeline.frame.total.weight == 0
            ? ""
            : TimelineFigure(timeline, label: "Hits of the route over time", zone: "UTC").markup
        return """
            <section><div class="lead"><h2>\(hits) in \(OverviewPage.words(period))</h2>\(periods)</div>\
            \(figure)</section>
            """
    }

    private var values: Markup? {
        guard let parameters, !parameters.parameters.isEmpty, parameters.frame.total.weight > 0
        else { return nil }
        return "<section><h2>Values</h2>\(TrafficTables.parameters(parameters))</section>"
    }

    private var fields: DataTable {
        var table = DataTable("Fields", [.init("field"), .init("value", .code)])
        for member in route.object.members where !["id", "pattern", "target"].contains(member.key) {
            switch member.value {
            case .null: continue
            case .object(let object) where object.members.isEmpty: continue
            case .array(let values) where values.isEmpty: continue
            default: table.add([.init(member.key), .init(PageValue.text(member.value))])
            }
        }
        return table
    }

    private var access: DataTable { RuleTable.table(rules, links: false) }

    private func origins(in frame: ConsoleFrame) -> DataTable {
        var table = DataTable(
            "Who set what",
            [
                .init("field"), .init("value", .code), .init("revision"), .init("time", .time),
                .init("author"), .init("why"),
            ])
        for origin in blame {
            table.add([
                .init(origin.field), .init(origin.value ?? ""),
                .init(ConsoleLink.revision(origin.revision.number)),
                .init(frame.text(Timestamp(microseconds: origin.revision.timeMicroseconds))),
                .init(origin.revision.author), .init(origin.revision.message),
            ])
        }
        return table
    }
}

/// Access rules in a table.
package enum RuleTable {
    /// Returns the table.
    static func table(_ rules: [RuleFacts], links: Bool) -> DataTable {
        var table = DataTable(
            "Access rules",
            [
                .init("rule", .number), .init("effect"), .init("who"), .init("where"),
                .init("if", .code),
            ],
            empty: "No rule; the namespace decides.")
        for facts in rules {
            let object = facts.object
            var place: Markup = "<code>\(facts.namespace)</code>"
            if let group = facts.group { place = "group <code>\(group)</code>" }
            if let route = facts.route {
                place = ConsoleLink.route(route.name ?? route.patternText, route.id.rawValue)
            }
            let conditions = facts.rule.conditions.map(\.description).joined(separator: " and ")
            table.add([
                .init("#\(facts.rule.id.rawValue)"), .init(PageValue.text(object["effect"])),
                .init(PageValue.text(object["subject"])), .init(place), .init(conditions),
            ])
        }
        return table
    }
}
#endif
