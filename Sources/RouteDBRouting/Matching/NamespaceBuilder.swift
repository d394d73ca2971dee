/// Compiles the routes of one namespace, or recompiles the shards that a change touches.
struct NamespaceBuilder {
    private let namespace: Namespace
    private let policies: NamespacePolicies
    /// The routes by shard, each shard's in the order of registration.
    private var routes: [ShardKey: [Route]] = [:]
    /// The keys in the order in which they were first used.
    private var order: [ShardKey] = []
    private var shards: [ShardKey: RoutingShard] = [:]
    private var changed: Set<ShardKey> = []

    /// Begins with an empty namespace.
    init(_ namespace: Namespace) {
        self.namespace = namespace
        policies = namespace.policies
    }

    /// Adds routes, which come in the order of registration; the disabled ones are left out.
    mutating func add(_ added: some Sequence<Route>) {
        for route in added where route.isEnabled {
            let key = key(of: route.pattern)
            if routes[key] == nil { order.append(key) }
            routes[key, default: []].append(route)
            changed.insert(key)
        }
    }

    /// Puts a route into its place in the order of registration, if it is enabled.
    mutating func insert(_ route: Route) {
        guard route.isEnabled else { return }
        let key = key(of: route.pattern)
        if routes[key] == nil { order.append(key) }
        // In place: a copy of the list for each of many routes would take quadratic time.
        routes[key, default: []].insertInOrder(route)
        changed.insert(key)
    }

    /// Takes a route out, if it is there.
    mutating func remove(_ id: RouteID) {
        let key = routes.first { (_, list) in
            let index = list.firstIndex(notBefore: id)
            return index < list.count && list[index].id == id
        }?.key
        guard let key else { return }
        // In place, as in `insert`.
        routes[key]?.removeInOrder(id)
        changed.insert(key)
    }

    /// Compiles what changed, and returns the whole; the fallback's place is -1 if there is none.
    mutating func table(fallback: Int) -> NamespaceTable {
        for key in changed {
            let list = routes[key] ?? []
            if list.isEmpty {
                shards[key] = nil
                routes[key] = nil
                order.removeAll { $0 == key }
            } else {
                shards[key] = ShardBuilder.shard(list, policies: policies)
            }
        }
        changed = []
        return NamespaceTable(
            namespace: namespace, shards: shards, order: order, fallback: fallback)
    }

    /// The shard that a pattern belongs to.
    func key(of pattern: RoutePattern) -> ShardKey {
        ShardKey(pattern, host: policies.matchedHost(of: pattern))
    }
}

extension [Route] {
    /// Puts a route into its place in the order of registration.
    fileprivate mutating func insertInOrder(_ route: Route) {
        insert(route, at: firstIndex(notBefore: route.id))
    }

    /// Takes out the route of an id, which must be there.
    fileprivate mutating func removeInOrder(_ id: RouteID) {
        remove(at: firstIndex(notBefore: id))
    }

    /// The index of the first route, of a list in the order of registration, that is not before
    /// another.
    fileprivate func firstIndex(notBefore id: RouteID) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension NamespacePolicies {
    /// A pattern's host where the namespace matches it against the URL's.
    func matchedHost(of pattern: RoutePattern) -> HostPattern? {
        switch host {
        case .match: return pattern.host
        case .component, .ignore: return nil
        case .auto:
            guard let scheme = pattern.scheme else { return pattern.host }
            return WebSchemes.contains(scheme.utf8) ? pattern.host : nil
        }
    }

    /// Whether a pattern's host is the first segment.
    func readsHostAsSegment(of pattern: RoutePattern) -> Bool {
        switch host {
        case .match, .ignore: false
        case .component: true
        case .auto: pattern.host != nil && matchedHost(of: pattern) == nil
        }
    }
}
