import RouteDBRouting
import RouteDBStorage

/// Which routes of two registries are the same.
///
/// In revisions of one registry those of one id are. Of the rest, and in registries of different
/// files, those are that have the same namespace, group and name; and of what is left those of the
/// same namespace, pattern and kind, one by one in the order of registration.
struct RoutePairing: Sendable {
    private struct Key: Hashable {
        let namespace: TextKey
        let group: TextKey?
        let text: TextKey
        let kind: TextKey?
    }

    /// The routes of the later registry, by those of the earlier one.
    private var partners: [RouteID: RouteID] = [:]
    private var taken: Set<RouteID> = []

    init(_ old: RegistrySnapshot, _ new: RegistrySnapshot, isOneRegistry: Bool) {
        if isOneRegistry {
            let ids = Set(new.routes.map(\.id))
            for route in old.routes where ids.contains(route.id) { join(route.id, route.id) }
        }
        let namespaces = [old, new].map { snapshot in
            Dictionary(
                snapshot.namespaces.map { ($0.id, TextKey($0.name)) },
                uniquingKeysWith: { first, _ in first })
        }
        join(old, new) { route, place in
            guard let namespace = namespaces[place][route.namespace], let name = route.name
            else { return nil }
            return Key(
                namespace: namespace, group: route.group.map(TextKey.init), text: TextKey(name),
                kind: nil)
        }
        join(old, new) { route, place in
            guard let namespace = namespaces[place][route.namespace],
                let pattern = route.pattern?.description
            else { return nil }
            return Key(
                namespace: namespace, group: nil, text: TextKey(pattern),
                kind: route.kind.map { TextKey(RouteKind.canonical($0)) })
        }
    }

    /// Whether a route of the earlier registry is the same as one of the later.
    func areSame(_ old: Route, _ new: Route) -> Bool { partners[old.id] == new.id }

    /// Joins the routes with equal keys that are not joined yet; a closure makes the key of a route
    /// of the earlier (0) or the later registry (1).
    private mutating func join(
        _ old: RegistrySnapshot, _ new: RegistrySnapshot, by key: (Route, Int) -> Key?
    ) {
        var free: [Key: [RouteID]] = [:]
        for route in new.routes.reversed() where !taken.contains(route.id) {
            if let key = key(route, 1) { free[key, default: []].append(route.id) }
        }
        for route in old.routes where partners[route.id] == nil {
            guard let key = key(route, 0), let partner = free[key]?.popLast() else { continue }
            join(route.id, partner)
        }
    }

    private mutating func join(_ old: RouteID, _ new: RouteID) {
        partners[old] = new
        taken.insert(new)
    }
}
