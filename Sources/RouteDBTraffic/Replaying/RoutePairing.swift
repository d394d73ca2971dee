import RouteDBDatabase
import RouteDBRouting

/// Determines which routes of two registries are the same.
///
/// In revisions of one registry, routes with the same id are the same. The rest, and routes of
/// different files, are paired by namespace, group and name; those left over by namespace, pattern and
/// kind, one by one in the order of registration.
struct RoutePairing: Sendable {
    private struct Key: Hashable {
        let namespace: TextKey
        let group: TextKey?
        let text: TextKey
        let kind: TextKey?
    }

    /// The ids of the new registry's routes by those of the old one.
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

    /// Returns whether a route of the old registry is the same as one of the new.
    func areSame(_ old: Route, _ new: Route) -> Bool { partners[old.id] == new.id }

    /// Pairs the routes that have equal keys and no partner yet; `key` returns the key of a route
    /// of the old (0) or the new registry (1).
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
