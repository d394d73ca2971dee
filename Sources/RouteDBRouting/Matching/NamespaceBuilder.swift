/// Compiles the routes of a namespace, or recompiles only the shards that a change affects.
package struct NamespaceBuilder {
    package let namespace: RouteNamespace
    private let policies: NamespacePolicy.Values
    package let converters: [String: ParameterConverter.Rule]
    let layering: RouteGroup.Layering
    /// By number.
    private var groups: [RouteGroup] = []
    /// The routes without a pattern, in the order of registration.
    private var tasks: [Route] = []
    private var numbers = ShardNumbers()
    /// True if a group was added or removed since the last table.
    private var hasNewKeys = true
    private var isChanged = true

    /// Prepares to compile the routes of a namespace.
    init(
        _ namespace: RouteNamespace, _ enabled: [Int], of routes: [Route],
        converters: [String: ParameterConverter.Rule], layering: RouteGroup.Layering
    ) {
        self.namespace = namespace
        self.layering = layering
        policies = namespace.policies
        self.converters = converters
        let lent = routes.span
        var members: [[Int]] = []
        for index in enabled {
            guard let key = ShardKey(lent[index].patternOrigin, policies: policies) else {
                tasks.append(routes[index])
                continue
            }
            let number = numbers.number(of: key)
            if number == members.count { members.append([]) }
            members[number].append(index)
        }
        groups.reserveCapacity(members.count)
        for list in members {
            guard let key = ShardKey(lent[list[0]].patternOrigin, policies: policies) else {
                continue
            }
            // `map` allocates exactly; an array that grew would keep unused capacity.
            groups.append(RouteGroup(key: key, routes: list.map { routes[$0] }))
        }
    }

    /// Inserts a route in the order of registration, if it is enabled.
    mutating func insert(_ route: Route) {
        guard route.isEnabled else { return }
        isChanged = true
        guard let key = ShardKey(route.patternOrigin, policies: policies) else {
            tasks.insert(route, at: tasks.firstIndex(notBefore: route.id))
            return
        }
        let number = numbers.number(of: key)
        if number == groups.count {
            groups.append(RouteGroup(key: key, routes: [route]))
            hasNewKeys = true
        } else {
            groups[number].insert(route)
        }
    }

    /// Removes a route, if present.
    mutating func remove(_ id: RouteID) {
        if let place = tasks.index(of: id) {
            tasks.remove(at: place)
            isChanged = true
            return
        }
        // Looked up first: what changes the groups copies all of them.
        guard let number = groups.firstIndex(where: { $0.contains(id) }) else { return }
        groups[number].remove(id)
        isChanged = true
    }

    /// Compiles what changed, and returns the whole table.
    mutating func table(replacing old: NamespaceTable?, fallback: Int) -> NamespaceTable {
        if let old, !isChanged { return old }
        dropEmptyGroups()
        for number in groups.indices {
            groups[number].compile(
                policies: policies, converters: converters, layering: layering)
        }
        defer {
            isChanged = false
            hasNewKeys = false
        }
        if let old, !hasNewKeys {
            return NamespaceTable(replacing: old, groups: groups, tasks: tasks)
        }
        return NamespaceTable(
            namespace: namespace, groups: groups, tasks: tasks, fallback: fallback)
    }

    private mutating func dropEmptyGroups() {
        guard groups.contains(where: \.isEmpty) else { return }
        groups.removeAll(where: \.isEmpty)
        numbers = ShardNumbers()
        for group in groups { _ = numbers.number(of: group.key) }
        hasNewKeys = true
    }
}

// How a namespace reads the paths of patterns.
extension NamespacePolicy.Values {
    /// True if empty text between two slashes is a segment.
    package var keepsEmptySegments: Bool { repeatedSlashes != .collapse }

    /// A pattern's host where the namespace matches it against the URL's.
    package func matchedHost(of pattern: RoutePattern) -> HostPattern? {
        switch host {
        case .match: return pattern.host
        case .component, .dotless, .authority, .ignore: return nil
        case .auto:
            guard let scheme = pattern.scheme else { return pattern.host }
            return WebSchemes.contains(scheme.utf8) ? pattern.host : nil
        }
    }

    /// Returns whether a pattern's host is the first segment.
    package func readsHostAsSegment(of pattern: RoutePattern) -> Bool {
        switch host {
        case .match, .ignore: false
        case .component, .authority: true
        case .dotless: pattern.host.map { $0.isLiteral && $0.isFirstSegment } ?? false
        case .auto: pattern.host != nil && matchedHost(of: pattern) == nil
        }
    }
}

extension RoutePattern {
    /// True if the pattern captures nothing.
    package var isLiteral: Bool {
        parameters.isEmpty && !Self.hasWildcard(path) && !Self.hasWildcard(host?.elements ?? [])
    }

    private static func hasWildcard(_ elements: [PatternElement]) -> Bool {
        elements.contains { element in
            switch element {
            case .wildcard, .catchAll: true
            case .optional(let content): hasWildcard(content)
            case .separator, .literal, .parameter: false
            }
        }
    }
}
