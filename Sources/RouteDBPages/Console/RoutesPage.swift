#if Server
package import RouteDB

/// The table of routes, with what narrows it down.
package struct RoutesPage: Sendable {
    /// What narrows the table down.
    package struct Filter: Sendable {
        /// A part of the name, group, pattern or target.
        package var text = ""
        package var namespace = ""
        /// `enabled`, `disabled`, `unhit`, or nothing for all.
        package var state = ""
        package var period = "7d"
        /// The number of the page, from 1.
        package var page = 1

        package init() {}

        func path(_ change: (inout Filter) -> Void) -> String {
            var filter = self
            filter.page = 1
            change(&filter)
            return ConsoleLink.path(
                "/routes",
                [
                    ("q", filter.text), ("namespace", filter.namespace), ("state", filter.state),
                    ("period", filter.period), ("page", filter.page > 1 ? "\(filter.page)" : ""),
                ])
        }
    }

    /// How many routes a page has.
    private static let size = 100

    private let filter: Filter
    private let routes: [RouteFacts]
    private let count: Int
    private let namespaces: [String]
    private let traffic: RouteTraffic?

    /// Finds the routes.
    ///
    /// - Parameters:
    ///   - filter: Which routes.
    ///   - snapshot: The registry.
    ///   - traffic: The hits since the start of the period, if they are known.
    /// - Complexity: O(*n*) in the routes.
    package init(_ filter: Filter, of snapshot: RegistrySnapshot, _ traffic: RouteTraffic?) {
        (self.filter, self.traffic) = (filter, traffic)
        namespaces = snapshot.namespaces.map(\.name)
        let wanted = filter.text.lowercased()
        let found = RouteFacts.all(snapshot).filter { route in
            guard filter.namespace.isEmpty || route.namespace == filter.namespace else {
                return false
            }
            switch filter.state {
            case "enabled" where !route.isEnabled: return false
            case "disabled" where route.isEnabled: return false
            case "unhit" where traffic?.hits(of: route.id).recent != 0: return false
            default: break
            }
            guard !wanted.isEmpty else { return true }
            return [route.name, route.group, route.pattern, route.target].contains {
                $0?.lowercased().contains(wanted) == true
            }
        }
        count = found.count
        let start = min(found.count, (filter.page - 1) * Self.size)
        routes = Array(found[start..<min(found.count, start + Self.size)])
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let add: Markup? =
            frame.isWriting ? "<p><a class=\"button\" href=\"/new\">Add a route</a></p>" : nil
        var words = ["list"]
        if !filter.namespace.isEmpty { words += ["--namespace", filter.namespace] }
        return ConsolePage(
            "Routes",
            heading: "\(NumberText.grouped(Int64(count))) route\(count == 1 ? "" : "s")",
            place: "/routes",
            """
            \(form)<div class="lead">\(states)\(add)</div>\(table.markup)\(pages)\
            \(ConsoleLink.command(frame.commands.line(words)))
            """)
    }

    private var form: Markup {
        var options: Markup = "<option value=\"\">all namespaces</option>"
        for name in namespaces {
            let chosen: Markup = name == filter.namespace ? " selected" : ""
            options += "<option\(chosen)>\(name)</option>"
        }
        return """
            <form class="ask" action="/routes"><label class="wide">Search\
            <input name="q" type="search" value="\(PageText.field(filter.text))" \
            placeholder="name, group, pattern or target"></label>\
            <label>Namespace<select name="namespace">\(options)</select></label>\
            <input type="hidden" name="state" value="\(filter.state)">\
            <input type="hidden" name="period" value="\(filter.period)">\
            <button type="submit">Search</button></form>
            """
    }

    private var states: Markup {
        let names = [
            ("all", ""), ("enabled", "enabled"), ("disabled", "disabled"), ("not hit", "unhit"),
        ]
        return ConsoleLink.choices(
            "State", names.map { name, state in (name, filter.path { $0.state = state }) },
            chosen: names.first { $0.1 == filter.state }?.0 ?? "all")
            + ConsoleLink.choices(
                "Period",
                OverviewPage.periods.map { period in
                    (period.name, filter.path { $0.period = period.name })
                }, chosen: filter.period)
    }

    private var table: DataTable {
        var table = DataTable(
            "Routes",
            [
                .init("route", .code), .init("pattern", .code), .init("target", .code),
                .init("", .bar), .init("hits in \(filter.period)", .number), .init("ever", .number),
                .init("state"),
            ], empty: "No route is like that.")
        let largest = max(1, routes.compactMap { traffic?.hits(of: $0.id).recent }.max() ?? 1)
        for route in routes {
            let hits = traffic?.hits(of: route.id)
            let name = route.name.map { name in route.group.map { "\($0)/\(name)" } ?? name }
            let space: Markup? =
                route.namespace == RouteNamespace.defaultName
                ? nil : "<span class=\"aside\">\(route.namespace)</span> "
            table.add([
                .init(
                    "\(space)\(ConsoleLink.route(name ?? "#\(route.id.rawValue)", route.id.rawValue))"
                ),
                .init(PatternText.pattern(route.pattern ?? "", marking: nil)), .init(route.target),
                .bar(Double(hits?.recent ?? 0) / Double(largest)),
                .init(hits?.recent.map(NumberText.grouped) ?? "unknown"),
                .init(hits?.ever.map(NumberText.grouped) ?? "unknown"),
                .init(state(route, hits)),
            ])
        }
        return table
    }

    private func state(_ route: RouteFacts, _ hits: RouteTraffic.Count?) -> Markup {
        if !route.isEnabled { return "<span class=\"badge bad\">disabled</span>" }
        return hits?.recent == 0 ? "<span class=\"badge\">not hit</span>" : ""
    }

    private var pages: Markup? {
        let last = max(1, (count + Self.size - 1) / Self.size)
        guard last > 1 else { return nil }
        var links: Markup = ""
        if filter.page > 1 {
            links +=
                "<a rel=\"prev\" href=\"\(filter.path { $0.page = filter.page - 1 })\">Before</a> "
        }
        if filter.page < last {
            links +=
                "<a rel=\"next\" href=\"\(filter.path { $0.page = filter.page + 1 })\">Next</a>"
        }
        return "<p class=\"pages\">Page \(filter.page) of \(last). \(links)</p>"
    }
}
#endif
