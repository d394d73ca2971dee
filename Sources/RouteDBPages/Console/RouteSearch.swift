#if Server
package import RouteDB
package import RouteDBInsight

/// What is looked for in the table of routes.
package struct RouteSearch: Sendable {
    /// What can be asked of a route's state, with its words.
    package static let states = [
        ("", "all"), ("enabled", "enabled"), ("disabled", "disabled"), ("unhit", "not hit"),
        ("never", "never hit"), ("shadowed", "shadowed"),
    ]

    /// A part of the name, group, pattern or target.
    package var text = ""
    package var namespace = ""
    package var group = ""
    /// A label: its key, or `key=value`.
    package var label = ""
    /// A target, or one that those of the routes are below.
    package var target = ""
    /// One of ``states``.
    package var state = ""
    package var period = "7d"

    package init() {}

    /// Reads a search.
    package init(_ value: (String) -> String?) {
        text = value("q") ?? ""
        namespace = value("namespace") ?? ""
        group = value("group") ?? ""
        label = value("label") ?? ""
        target = value("target") ?? ""
        state = value("state") ?? ""
        period = value("period") ?? "7d"
    }

    /// The search as the query of an address.
    var query: [(String, String)] {
        [
            ("q", text), ("namespace", namespace), ("group", group), ("label", label),
            ("target", target), ("state", state), ("period", period),
        ]
    }

    /// What a search finds.
    package struct Found: Sendable {
        /// The routes, in the order of registration.
        package let routes: [RouteOutput]
        /// The hits since the start of the period, if they are known.
        let traffic: RouteTraffic?
        /// The routes that others hide, as far as that is known.
        let shadowed: Set<RouteID>
    }

    /// Finds the routes, with what is known of their hits and of the routes that others hide.
    package func found(
        in snapshot: RegistrySnapshot, _ traffic: RouteTraffic?, shadowed: Set<RouteID>? = nil
    ) throws(RouteDBError) -> Found {
        let routes = try filter().routes(in: snapshot).filter { accepts($0, traffic, shadowed) }
        return Found(routes: routes, traffic: traffic, shadowed: shadowed ?? [])
    }

    /// The conditions on the routes themselves.
    private func filter() throws(RouteDBError) -> RouteFilter {
        var filter = RouteFilter()
        filter.text = text.isEmpty ? nil : text
        filter.namespace = namespace.isEmpty ? nil : namespace
        filter.group = group.isEmpty ? nil : group
        filter.target = target.isEmpty ? nil : target
        if !label.isEmpty { filter.labels = [try RouteFilter.Label(label)] }
        return filter
    }

    /// The routes that others hide, as lint finds.
    package static func shadowed(_ report: LintReport) -> Set<RouteID> {
        let codes: Set<LintCode> = [.unreachable, .duplicate]
        return Set(report.findings.filter { codes.contains($0.code) }.compactMap(\.routes.first))
    }

    private func accepts(
        _ route: RouteOutput, _ traffic: RouteTraffic?, _ shadowed: Set<RouteID>?
    ) -> Bool {
        switch state {
        case "enabled": route.isEnabled
        case "disabled": !route.isEnabled
        case "unhit": traffic?.hits(of: route.id).recent == 0
        case "never": traffic?.hits(of: route.id).ever == 0
        case "shadowed": shadowed?.contains(route.id) == true
        default: true
        }
    }
}
#endif
