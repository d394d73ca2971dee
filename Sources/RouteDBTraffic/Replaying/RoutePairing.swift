import RouteDBDatabase
import RouteDBInsight
import RouteDBRouting
import RouteDBStorage

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

/// Tells which routes of two registries answer alike, given equal patterns, policies and default
/// values.
///
/// `TableComparison` compares patterns, policies and default values itself; this type compares the
/// rest.
struct RouteLikeness: Sendable {
    /// One of the two registries.
    private struct Side: Sendable {
        /// The converters by namespace and name, each as the text of its rule.
        var converters: [NamespaceID: [TextKey: TextKey]] = [:]
        var access: [NamespaceID: RouteNamespace.Access] = [:]
        /// The indices of the access rules by scope, oldest first.
        var rules: [RouteScope: [Int]] = [:]
        /// A number for each access rule; rules with equal contents have equal numbers.
        var numbers: [Int] = []
        let all: [AccessRule]

        init(_ snapshot: RegistrySnapshot, numbers known: inout [TextKey: Int]) {
            all = snapshot.accessRules
            for converter in snapshot.converters {
                let argument = converter.rule.argument?.description ?? ""
                converters[converter.namespace, default: [:]][TextKey(converter.name)] =
                    TextKey("\(converter.rule.name) \(argument)")
            }
            for namespace in snapshot.namespaces { access[namespace.id] = namespace.access }
            for (place, rule) in all.enumerated() {
                rules[rule.scope, default: []].append(place)
                let text = TextKey(rule.json.description)
                let number = known[text] ?? known.count
                known[text] = number
                numbers.append(number)
            }
        }

        /// Returns the numbers of the rules that cover a route, oldest first.
        func rules(of route: Route) -> [Int] { places(of: route).map { numbers[$0] } }

        /// The places in `all` of the rules that cover a route, ascending.
        private func places(of route: Route) -> [Int] {
            if all.isEmpty { return [] }
            var scopes: [RouteScope] = [.namespace(route.namespace), .route(route.id)]
            if let group = route.group { scopes.append(.group(route.namespace, group)) }
            return scopes.flatMap { rules[$0] ?? [] }.filter { all[$0].scope.covers(route) }
                .sorted()
        }

        /// Returns whether a route answers all requests alike: no rule covers it, and its redirect has no variants.
        func answersAll(of route: Route) -> Bool {
            rules(of: route).isEmpty && route.redirect?.variants.isEmpty != false
        }

        func attributeNames(of route: Route) -> AttributeNames {
            AttributeNames(
                places(of: route).lazy.map { all[$0] }, variants: route.redirect?.variants ?? [])
        }
    }

    private let pairing: RoutePairing
    private let old: Side
    private let new: Side
    private let hasSameZones: Bool
    private let origins: KnownOrigins

    init(_ old: RegistrySnapshot, _ new: RegistrySnapshot, pairing: RoutePairing) {
        self.pairing = pairing
        var numbers: [TextKey: Int] = [:]
        self.old = Side(old, numbers: &numbers)
        self.new = Side(new, numbers: &numbers)
        hasSameZones = old.zones == new.zones
        origins = KnownOrigins(of: [old, new])
    }

    /// The attributes that the access rules read which cover a route of the old registry.
    func attributeNames(ofOld route: Route) -> AttributeNames { old.attributeNames(of: route) }

    /// The attributes that the access rules read which cover a route of the new registry.
    func attributeNames(ofNew route: Route) -> AttributeNames { new.attributeNames(of: route) }

    /// Compares two routes whose patterns, policies and default values are equal, or judges a route
    /// that only one of the registries has.
    ///
    /// - Complexity: Linear in the size of the routes' data and the number of rules that cover
    ///   them.
    func compare(_ old: Route?, _ new: Route?) -> TableComparison.Likeness {
        switch (old, new) {
        case (let left?, let right?): return compare(left, right)
        // With access rules, the outcome depends on the request.
        case (let route?, nil): return self.old.answersAll(of: route) ? .constant : .varying
        case (nil, let route?): return self.new.answersAll(of: route) ? .constant : .varying
        case (nil, nil): return .alike
        }
    }

    private func compare(_ left: Route, _ right: Route) -> TableComparison.Likeness {
        let answersAlike =
            Self.text(RouteRequirement.json(left.requirements))
            == Self.text(RouteRequirement.json(right.requirements))
            && hasSameRedirect(left, right) && hasSamePlan(left, right)
            && hasSameConverters(left, right)
            && hasSameAccess(left, right)
        guard answersAlike else { return .varying }
        if pairing.areSame(left, right) && TextKey(left.target) == TextKey(right.target) {
            return .alike
        }
        // The rules decide the outcome, and a plan contains the target and the values.
        return left.presentation == nil && old.answersAll(of: left) ? .constant : .varying
    }

    /// Returns whether both redirects lead to the same place out of the registries, or neither route is one.
    private func hasSameRedirect(_ left: Route, _ right: Route) -> Bool {
        guard left.redirect == right.redirect else { return false }
        return left.redirect?.locations.allSatisfy(origins.exclude) ?? true
    }

    private func hasSamePlan(_ left: Route, _ right: Route) -> Bool {
        guard let plan = left.presentation, let other = right.presentation else {
            return left.presentation == nil && right.presentation == nil
        }
        // Routes below it in the stack are looked up in the table, which may differ.
        return !plan.showsOtherRoutes && Self.text(plan.json) == Self.text(other.json)
    }

    private func hasSameConverters(_ left: Route, _ right: Route) -> Bool {
        let names = left.pattern?.converterNames ?? []
        return names.allSatisfy { name in
            let name = TextKey(name)
            return old.converters[left.namespace]?[name] == new.converters[right.namespace]?[name]
        }
    }

    private func hasSameAccess(_ left: Route, _ right: Route) -> Bool {
        let (rules, others) = (old.rules(of: left), new.rules(of: right))
        return rules == others && (rules.isEmpty || hasSameZones)
            && old.access[left.namespace] == new.access[right.namespace]
    }

    private static func text(_ json: JSONObject) -> TextKey { TextKey(json.description) }
}

extension RoutePresentation {
    /// True if screens of other routes are shown below that of the route.
    var showsOtherRoutes: Bool {
        prestack?.contains { underlay in
            switch underlay {
            case .route, .named: true
            case .target, .instance: false
            }
        } ?? false
    }
}
