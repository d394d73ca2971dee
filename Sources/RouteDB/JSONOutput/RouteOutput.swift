package import RouteDBRouting
package import RouteDBStorage

/// The output for a route.
package struct RouteOutput: Sendable {
    package let route: Route
    /// The name of the namespace.
    package let namespace: String
    /// The default values of the route itself.
    package let defaults: JSONObject

    /// Creates the output for a route.
    package init(_ route: Route, namespace: String, defaults: JSONObject) {
        self.route = route
        self.namespace = namespace
        self.defaults = defaults
    }

    /// Creates the output for a route that a reference identifies.
    package init(_ found: FoundRoute) {
        self.init(
            found.route, namespace: found.namespace,
            defaults: found.part.defaults[.route(found.route.id)] ?? [:])
    }

    package var id: RouteID { route.id }
    package var name: String? { route.name }
    package var group: String? { route.group }
    package var kind: String? { route.kind }
    package var target: String { route.target }
    package var priority: Int32 { route.priority }
    package var isEnabled: Bool { route.isEnabled }

    /// The pattern as its author wrote it in another dialect, or as canonical native text; `nil` if
    /// the route is only reached by name.
    package var pattern: String? { route.hasPattern ? route.patternText : nil }

    /// Returns the routes of a snapshot, in the order of registration.
    package static func all(_ snapshot: RegistrySnapshot) -> [RouteOutput] {
        let names = snapshot.namespaceNames
        return snapshot.routes.map { route in
            RouteOutput(
                route, namespace: names[route.namespace] ?? "#\(route.namespace.rawValue)",
                defaults: snapshot.defaults[.route(route.id)] ?? [:])
        }
    }

    /// The route as JSON.
    package var object: JSONObject {
        let described = DescribedRoute(
            route, namespace: namespace, pattern: pattern, defaults: defaults)
        var object: JSONObject = ["id": .int(id.rawValue)]
        for field in Self.fields { object[field.name] = field.value(described) ?? field.unset }
        return object
    }

    /// The fields of the JSON, after the id.
    package static let fields = RouteField.all(
        beginningWith: [
            .name, .group, .kind, .namespace, .pattern, .target, .priority, .enabled, .defaults,
        ], without: [.syntax, .onDuplicate])
}

extension RegistryEditor {
    /// Returns the output for the route that a reference names.
    package func route(_ reference: RouteReference) throws(RouteDBError) -> RouteOutput {
        let draft = try draft(of: reference)
        return RouteOutput(
            try storedRoute(reference), namespace: draft.namespace, defaults: draft.defaults)
    }
}

extension RouteRedirect {
    /// The redirect in a few words, such as `301 to /people/{id}`.
    package var summary: String { location.map { "\(status) to \($0)" } ?? "\(status) gone" }
}

extension RouteOutput {
    /// The route as a line of text.
    package var text: String {
        let label = name == nil ? "" : " \(route.label(in: namespace))"
        return PlainText.shown(
            "#\(id.rawValue)\(label)  \(pattern ?? "(no pattern)") -> \(target)"
                + (route.redirect.map { "  (\($0.summary))" } ?? "")
                + (kind.map { "  (\($0))" } ?? "")
                + (route.period == .always ? "" : "  (\(route.period.summary))")
                + (isEnabled ? "" : "  (disabled)"))
    }
}
