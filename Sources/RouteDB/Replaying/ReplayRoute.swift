public import RouteDBRouting

/// A route as a replay reports it.
public struct ReplayRoute: Hashable, Sendable {
    /// The id of the route in its registry.
    public let id: RouteID
    /// The name of the route's namespace.
    public let namespace: String
    /// The group of the route; `nil` if it has none.
    public let group: String?
    /// The name of the route; `nil` if it has none.
    public let name: String?
    /// The pattern, as written by its author.
    public let pattern: String
    /// The target of the route.
    public let target: String

    init(_ route: Route, namespace: String) {
        id = route.id
        self.namespace = namespace
        group = route.group
        name = route.name
        pattern = route.patternText
        target = route.target
    }

    /// What identifies the route in any registry, as JSON: everything except its id.
    public var json: JSONObject {
        [
            "namespace": .string(namespace), "group": group.map(JSONValue.string) ?? .null,
            "name": name.map(JSONValue.string) ?? .null, "pattern": .string(pattern),
            "target": .string(target),
        ]
    }

    /// The route for display: its name, or else its pattern, prefixed with the namespace unless
    /// that is the default one.
    public var label: String {
        let prefix = namespace == Namespace.defaultName ? "" : "\(namespace):"
        return prefix + (name.map { (group.map { "\($0)/" } ?? "") + $0 } ?? pattern)
    }
}
