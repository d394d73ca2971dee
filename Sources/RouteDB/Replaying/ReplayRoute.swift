public import RouteDBRouting

/// A route, as a replay tells of it.
public struct ReplayRoute: Hashable, Sendable {
    /// The id in its registry.
    public let id: RouteID
    /// The name of the namespace.
    public let namespace: String
    /// The group.
    public let group: String?
    /// The name.
    public let name: String?
    /// The pattern, as its author wrote it.
    public let pattern: String
    /// The target.
    public let target: String

    init(_ route: Route, namespace: String) {
        id = route.id
        self.namespace = namespace
        group = route.group
        name = route.name
        pattern = route.patternText
        target = route.target
    }

    /// What tells the route apart, in whatever registry it is: all but its id, as JSON.
    public var json: JSONObject {
        [
            "namespace": .string(namespace), "group": group.map(JSONValue.string) ?? .null,
            "name": name.map(JSONValue.string) ?? .null, "pattern": .string(pattern),
            "target": .string(target),
        ]
    }

    /// What a person calls the route: its name, or its pattern, behind the namespace unless that
    /// is the default one.
    public var label: String {
        let prefix = namespace == Namespace.defaultName ? "" : "\(namespace):"
        return prefix + (name.map { (group.map { "\($0)/" } ?? "") + $0 } ?? pattern)
    }
}
