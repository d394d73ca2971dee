#if Server
import RouteDB
package import RouteDBTraffic

/// URLs that found nothing, each with the route that would answer it one click away.
package enum UnmatchedList {
    /// Returns the list.
    package static func markup(
        _ report: UnmatchedReport, in frame: ConsoleFrame, limit: Int
    ) -> Markup {
        let clusters = report.clusters.filter { $0.count.weight > 0 && $0.cause != .noise }
            .prefix(limit)
        let noise = noise(of: report)
        guard !clusters.isEmpty else {
            return
                "<p class=\"empty\">Every URL found a route\(noise == nil ? "." : ", but for noise.")</p>\(noise)"
        }
        let isChosen = frame.isWriting && clusters.count { $0.suggestedRoute != nil } > 1
        var items: Markup = ""
        for cluster in clusters {
            let change = Pieces.change(cluster.count, since: cluster.previous)
            let nearest: Markup? = cluster.nearest.map { id in
                ", nearest: \(ConsoleLink.route(cluster.nearestLabel ?? "", id.rawValue))"
            }
            items += """
                <li><p><span class="hits">\(NumberText.grouped(cluster.count.weight))</span> \
                <code>\(cluster.template)</code> <span class="aside">\(change.markup)</span></p>\
                <p class="aside">\(TrafficTables.cause(cluster.cause))\(nearest). \
                Such as \(ConsoleLink.trying(cluster.example))</p>\(action(cluster, in: frame, isChosen))</li>
                """
        }
        let list: Markup = "\(noise)<ul class=\"clusters\">\(items)</ul>"
        guard isChosen else { return list }
        return """
            <form action="/documents">\(list)<p><button type="submit">Add the chosen routes</button></p></form>
            """
    }

    /// The hits that no route is missing for; nothing if there are none.
    private static func noise(of report: UnmatchedReport) -> Markup? {
        guard report.noise.weight > 0 else { return nil }
        let share = report.noise.share(of: report.frame.total)
        return """
            <p class="aside">\(NumberText.grouped(report.noise.weight)) of \
            \(NumberText.hits(report.frame.total.weight)) (\(NumberText.percent(share))) are noise: browsers, crawlers \
            and scanners request such URLs from every server.</p>
            """
    }

    /// The way to the suggested route, which can be chosen with others if there are some.
    private static func action(
        _ cluster: UnmatchedReport.Cluster, in frame: ConsoleFrame, _ isChosen: Bool
    ) -> Markup? {
        if frame.isWriting, let route = cluster.suggestedRoute {
            let path = ConsoleLink.path(
                "/new",
                [
                    ("pattern", route.pattern), ("target", route.target),
                    ("namespace", route.namespace),
                ])
            let box: Markup? = isChosen ? choice(of: route) : nil
            return """
                <p class="buttons"><a class="button" href="\(path)">Add \(route.pattern)</a>\(box)</p>
                """
        }
        return cluster.suggestion.map { ConsoleLink.command(frame.commands.completed($0)) }
    }

    /// The box that chooses a suggested route: its value is the route as it stands in a document.
    private static func choice(of route: SuggestedRoute) -> Markup {
        let object: JSONObject = [
            "pattern": .string(route.pattern), "target": .string(route.target),
            "namespace": .string(route.namespace),
        ]
        return """
             <label class="check"><input type="checkbox" name="route" \
            value="\(object.description)"> with others</label>
            """
    }
}
#endif
