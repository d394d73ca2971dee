import RouteDBRouting
import RouteDBStorage

/// Names the routes of a snapshot unambiguously, by the shortest readable reference.
struct RouteReferences: Sendable {
    private let namespaces: [NamespaceID: String]
    /// The number of routes that each text refers to.
    private let counts: [TextKey: Int]

    /// - Complexity: O(*n*) in the routes.
    init(_ snapshot: RegistrySnapshot) {
        var names: [NamespaceID: String] = [:]
        for namespace in snapshot.namespaces { names[namespace.id] = namespace.name }
        var counts: [TextKey: Int] = [:]
        for route in snapshot.routes {
            for text in Self.texts(for: route, in: names) {
                counts[TextKey(text), default: 0] += 1
            }
        }
        namespaces = names
        self.counts = counts
    }

    /// Returns the first unambiguous reference to a route of: its name, its pattern, and its id.
    func text(for route: Route) -> String {
        Self.texts(for: route, in: namespaces).first { text in
            counts[TextKey(text)] == 1 && fits(RouteReference(text), route)
        } ?? "#\(route.id.rawValue)"
    }

    /// Whether a reference refers to a route.
    func fits(_ reference: RouteReference, _ route: Route) -> Bool {
        if let namespace = reference.namespace, namespace != namespaces[route.namespace] {
            return false
        }
        switch reference.key {
        case .id(let id): return id == route.id
        case .name(let name, let group):
            if reference.idInPlaceOfName == route.id, counts[TextKey(name)] == nil { return true }
            return Self.areSame(name, route.name)
                && (group == nil || Self.areSame(group, route.group))
        case .pattern(let text):
            return Self.areSame(text, route.patternText)
                || Self.areSame(text, route.pattern?.description)
        }
    }

    private static func areSame(_ left: String?, _ right: String?) -> Bool {
        left.map { TextKey($0) } == right.map { TextKey($0) }
    }

    private static func texts(
        for route: Route, in namespaces: [NamespaceID: String]
    ) -> [String] {
        let name = route.name.map { name in [name] + (route.group.map { ["\($0)/\(name)"] } ?? []) }
        let own = (name ?? []) + (route.pattern == nil ? [] : [route.patternText])
        let namespace = namespaces[route.namespace] ?? ""
        return own + own.map { "\(namespace):\($0)" }
    }
}
