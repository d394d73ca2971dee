extension RoutingTable {
    /// The names of time zones that access rules use but the table does not have.
    ///
    /// A rule with such a zone cannot evaluate times: an allow rule then does not apply, and any
    /// other rule does.
    public var missingZones: [String] {
        guard let access else { return [] }
        var names: Set<String> = []
        for rule in access.rules {
            for case .window(let window) in rule.conditions.lazy.map(\.test)
            where access.zones[window.zone] == nil {
                names.insert(window.zone)
            }
        }
        return names.sorted()
    }
}

extension Resolution {
    /// True if access to the route was refused, which is final.
    var isRefused: Bool { outcome == .denied || outcome == .challenged }

    /// Evaluates the access rules for the match.
    mutating func decide() {
        guard outcome == .matched, let rules = table.access else { return }
        outcome = rules.outcome(for: self)
    }

    /// The decision whether access is allowed, and the rules that made it.
    ///
    /// - Complexity: Evaluates the rules again, which costs about as much as resolving.
    public var access: AccessDecision {
        guard hasRoute, let rules = table.access else { return .open }
        return rules.decision(on: self)
    }

    /// Every rule that covers the route, with its part in the decision.
    ///
    /// For explanations only: this examines all rules of the registry.
    ///
    /// - Complexity: Linear in the number of rules.
    public var consideredRules: [AccessDecision.ConsideredRule] {
        guard let table = table.access, let route = foundRoute else { return [] }
        var attributes = AccessAttributes()
        return table.rules.indices.filter { table.rules[$0].scope.covers(route) }.map { index in
            let rule = table.rules[index]
            let isForPrincipal = rule.subject.includes(request.principal)
            return AccessDecision.ConsideredRule(
                rule: rule, isForPrincipal: isForPrincipal,
                findings: rule.conditions.map {
                    $0.finding(self, &attributes, zones: table.zones)
                },
                applies: isForPrincipal && table.applies(Int32(index), self, &attributes))
        }
    }

    /// The access policy that applies where no allow rule covers the route.
    var namespaceAccess: RouteNamespace.Access {
        table.tables.lend(Int(match.namespace)) { $0.namespace.access }
    }
}

extension AccessTable {
    /// The outcome of a match.
    func outcome(for match: Resolution) -> ResolutionOutcome {
        switch verdict(on: match) {
        case .allow: .matched
        case .deny: .denied
        case .challenge: .challenged
        }
    }

    /// The scopes of the matching route that have rules.
    @inline(__always)
    func scopes(of resolution: Resolution) -> (UInt32?, UInt32?, UInt32?) {
        let match = resolution.match
        let place = Int(match.namespace)
        if let route = resolution.namedRoute {
            return scopes(place, route.namespace, route.group, route.id)
        }
        // Borrowed, and member by member: retaining or copying a route would cost more than the
        // decision.
        return resolution.table.tables.lend(place) { table in
            table.shards.lend(Int(match.shard)) { shard in
                let index = Int(match.route)
                return scopes(
                    place, table.namespace.id, shard.routes[index].group, shard.routes[index].id)
            }
        }
    }
}

extension RouteScope {
    /// Returns whether the scope covers a route.
    package func covers(_ route: Route) -> Bool {
        switch self {
        case .namespace(let id): id == route.namespace
        case .group(let id, let group):
            id == route.namespace && route.group.map(TextKey.init) == TextKey(group)
        case .route(let id): id == route.id
        }
    }
}
