package import RouteDB

/// The output for a route.
package struct RouteFacts: Sendable {
    package let id: RouteID
    package let name: String?
    package let group: String?
    package let kind: String?
    /// The name of the namespace.
    package let namespace: String
    /// The pattern as its author wrote it in another dialect, or as canonical native text; `nil` if
    /// the route is only reached by name.
    package let pattern: String?
    package let target: String
    package let priority: Int32
    package let isEnabled: Bool
    /// The default values of the route itself.
    package let defaults: JSONObject
    package let requirements: [RouteRequirement]
    package let presentation: RoutePresentation?

    /// Creates the output for a route.
    package init(_ route: Route, namespace: String, defaults: JSONObject) {
        id = route.id
        name = route.name
        group = route.group
        kind = route.kind
        self.namespace = namespace
        pattern = route.pattern == nil ? nil : route.patternText
        target = route.target
        priority = route.priority
        isEnabled = route.isEnabled
        self.defaults = defaults
        requirements = route.requirements
        presentation = route.presentation
    }

    /// Returns the routes of a snapshot, in the order of registration.
    package static func all(_ snapshot: RegistrySnapshot) -> [RouteFacts] {
        let names = snapshot.namespaceNames
        return snapshot.routes.map { route in
            RouteFacts(
                route, namespace: names[route.namespace] ?? "#\(route.namespace.rawValue)",
                defaults: snapshot.defaults[.route(route.id)] ?? [:])
        }
    }

    /// The route as JSON.
    package var object: JSONObject {
        [
            "id": .int(id.rawValue), "name": name.map(JSONValue.string) ?? .null,
            "group": group.map(JSONValue.string) ?? .null,
            "kind": kind.map(JSONValue.string) ?? .null, "namespace": .string(namespace),
            "pattern": pattern.map(JSONValue.string) ?? .null, "target": .string(target),
            "priority": .int(Int64(priority)), "enabled": .bool(isEnabled),
            "defaults": .object(defaults),
            "requires": .object(RouteRequirement.json(requirements)),
            "plan": presentation.map { .object($0.json) } ?? .null,
        ]
    }

    /// The route as a line of text.
    package var text: String {
        let prefix = namespace == RouteNamespace.defaultName ? "" : "\(namespace):"
        let label = name.map { " \(prefix)\(group.map { "\($0)/" } ?? "")\($0)" } ?? ""
        return PlainText.shown(
            "#\(id.rawValue)\(label)  \(pattern ?? "(no pattern)") -> \(target)"
                + (kind.map { "  (\($0))" } ?? "")
                + (isEnabled ? "" : "  (disabled)"))
    }
}

extension RegistryEditor {
    /// Returns the output for the route that a reference names.
    func route(_ reference: RouteReference) throws -> RouteFacts {
        let draft = try draft(of: reference)
        return RouteFacts(
            try storedRoute(reference), namespace: draft.namespace, defaults: draft.defaults)
    }
}
