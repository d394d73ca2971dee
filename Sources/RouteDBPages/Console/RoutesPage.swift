#if Server
import RouteDB

/// The table of routes, with what narrows it down.
package struct RoutesPage: Sendable {
    /// The number of routes of a page.
    private static let size = 100
    /// The number of groups that the form suggests.
    package static let groupLimit = 200

    private let search: RouteSearch
    private let found: RouteSearch.Found
    /// The number of the page, from 1.
    private let number: Int
    private let namespaces: [String]
    private let groups: [String]

    private var count: Int { found.count }
    private var routes: [RouteOutput] { found.routes }

    /// The places of the routes of the page with a number, from 1.
    package static func places(ofPage number: Int) -> Range<Int> {
        (number - 1) * size..<number * size
    }

    /// Creates the page with a number of what a search found, with the names that the form suggests.
    package init(
        _ search: RouteSearch, _ found: RouteSearch.Found, page number: Int = 1,
        namespaces: [String], groups: [String]
    ) {
        (self.search, self.found, self.number) = (search, found, number)
        (self.namespaces, self.groups) = (namespaces, groups)
    }

    private func path(page: Int = 1, _ change: (inout RouteSearch) -> Void = { _ in }) -> String {
        var search = search
        change(&search)
        return ConsoleLink.path(
            "/routes", search.query + [("page", page > 1 ? "\(page)" : "")])
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let add: Markup? =
            frame.isWriting
            ? """
            <p><a class="button" href="/new">Add a route</a> \
            <a class="button" href="/documents">Upload a document</a></p>
            """ : nil
        return ConsolePage(
            "Routes",
            heading: "\(NumberText.counted(count, "route"))",
            place: "/routes",
            """
            \(form)<div id="found"><div class="lead">\(states)\(add)</div>\
            \(found.problem?.markup)\
            \(frame.isWriting && count > 0 ? bulk : table(choosing: false).markup)\(pages)\
            \(ConsoleLink.command(command(in: frame)))</div>
            """)
    }

    private func command(in frame: ConsoleFrame) -> String {
        var words = ["list"]
        let options = [
            ("--namespace", search.namespace), ("--group", search.group),
            ("--kind", search.kind), ("--label", search.label), ("--target", search.target),
        ]
        for (option, value) in options where !value.isEmpty { words += [option, value] }
        if search.state == "disabled" { words.append("--disabled") }
        return frame.commands.line(words)
    }

    private var form: Markup {
        let all: [(value: String, name: String)] = [("", "all namespaces")]
        let spaces = FormField.options(all + namespaces.map { ($0, $0) }, search.namespace)
        let known = groups.map { "<option value=\"\($0)\"></option>" as Markup }.joined()
        return """
            <form class="ask" action="/routes" data-search="found"><label class="wide">Search\
            <input name="q" type="search" value="\(PageText.field(search.text))" \
            placeholder="name, group, pattern or target"></label>\
            <label>Namespace<select name="namespace">\(spaces)</select></label>\
            <label>Group<input name="group" type="text" list="groups" \
            value="\(PageText.field(search.group))" placeholder="all groups"></label>\
            <datalist id="groups">\(known)</datalist>\
            \(FormField.text("kind", "Kind or method", search.kind, hint: "GET"))\
            \(FormField.text("label", "Label", search.label, hint: "owner=growth"))\
            \(FormField.text("target", "Target", search.target, hint: "itself, or what it begins with"))\
            \(FormField.hidden("state", search.state))\(FormField.hidden("period", search.period))\
            \(FormField.hidden("order", search.order))\
            <button type="submit">Search</button></form>
            """
    }

    private var states: Markup {
        ConsoleLink.choices(
            "State",
            RouteSearch.states.map { state, name in (name, path { $0.state = state }) },
            chosen: RouteSearch.states.first { $0.0 == search.state }?.1 ?? "all")
            + ConsoleLink.choices(
                "Period",
                HitPeriod.presets.map { period in
                    (period.name, path { $0.period = period.name })
                }, chosen: search.period)
            + ConsoleLink.choices(
                "Order",
                RouteSearch.orders.map { order in ("by \(order)", path { $0.order = order }) },
                chosen: "by \(found.order)")
    }

    /// The table in a form that changes the chosen routes.
    private var bulk: Markup {
        let hidden = search.query.map { FormField.hidden($0.0, $0.1) }.joined()
        return """
            <form class="bulk" action="/routes/bulk" method="post">\(table(choosing: true).markup)
            <div class="ask"><label class="check"><input name="every" type="checkbox" value="true"> \
            All \(NumberText.grouped(Int64(count))) found</label>\(hidden)\
            <label>Change<select name="change">\(FormField.options(RouteBulk.changes, ""))</select></label>\
            \(FormField.text("value", "Label", "", hint: "owner=growth"))\
            <button type="submit">Show what it would do</button></div></form>
            """
    }

    private func table(choosing: Bool) -> DataTable {
        let columns: [DataTable.Column] = [
            .init("route", .code), .init("pattern", .code), .init("target", .code),
            .init("", .bar), .init("hits in \(search.period)", .number), .init("ever", .number),
            .init("last hit", .time), .init("labels"), .init("state"),
        ]
        var table = DataTable(
            "Routes", (choosing ? [.init("chosen")] : []) + columns,
            empty: "No route is like that.")
        let largest = max(1, routes.compactMap { found.traffic?.hits(of: $0.id).recent }.max() ?? 1)
        for route in routes {
            let (id, hits) = (route.id.rawValue, found.traffic?.hits(of: route.id))
            let name = RouteLabel.qualifiedName(route.name, in: route.group)
            let space: Markup? =
                route.namespace == RouteNamespace.defaultName
                ? nil : "<span class=\"aside\">\(route.namespace)</span> "
            let box: Markup = """
                <input name="route" type="checkbox" value="\(id)" aria-label="Choose \(name ?? "#\(id)")">
                """
            let share = Double(hits?.recent ?? 0) / Double(largest)
            var cells: [DataTable.Cell] = choosing ? [.init(box)] : []
            cells += [
                .init("\(space)\(ConsoleLink.route(name ?? "#\(id)", id))"),
                .init("\(kind(route))\(PatternText.pattern(route.pattern ?? "", marking: nil))"),
                .init(route.target), .bar(share),
            ]
            cells += [hits?.recent, hits?.ever].map {
                .init($0.map(NumberText.grouped) ?? "unknown")
            }
            cells += [
                .init(Self.day(of: hits)), .init(labels(route.route.labels)),
                .init(state(route, hits)),
            ]
            table.add(cells)
        }
        return table
    }

    /// The day of the last hit.
    private static func day(of hits: RouteTraffic.Count?) -> String {
        hits?.lastDay.map { String($0.inSeconds.prefix(10)) } ?? ""
    }

    /// The kind of a route, such as its HTTP method.
    private func kind(_ route: RouteOutput) -> Markup? {
        route.kind.map { "<span class=\"badge\">\($0)</span> " }
    }

    private func labels(_ labels: [String: String]) -> Markup {
        labels.sorted { $0.key < $1.key }.map { key, value in
            let link = path { $0.label = "\(key)=\(value)" }
            return "<a class=\"badge\" href=\"\(link)\">\(key)=\(value)</a>"
        }.joined(separator: " ")
    }

    private func state(_ route: RouteOutput, _ hits: RouteTraffic.Count?) -> Markup {
        if !route.isEnabled { return "<span class=\"badge bad\">disabled</span>" }
        if found.shadowed.contains(route.id) { return "<span class=\"badge bad\">shadowed</span>" }
        if hits?.ever == 0 { return "<span class=\"badge\">never hit</span>" }
        return hits?.recent == 0 ? "<span class=\"badge\">not hit</span>" : ""
    }

    private var pages: Markup? {
        let last = max(1, (count + Self.size - 1) / Self.size)
        guard last > 1 else { return nil }
        var links: Markup = ""
        if number > 1 {
            links += "<a rel=\"prev\" href=\"\(path(page: number - 1))\">Before</a> "
        }
        if number < last {
            links += "<a rel=\"next\" href=\"\(path(page: number + 1))\">Next</a>"
        }
        return "<p class=\"pages\">Page \(number) of \(last). \(links)</p>"
    }
}
#endif
