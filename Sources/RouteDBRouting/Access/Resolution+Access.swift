extension Resolution {
    /// Whether access to the route was refused, which is final.
    var isRefused: Bool { outcome == .denied || outcome == .challenged }

    /// The resolution with what access rules say of its match.
    func decided() -> Resolution {
        guard outcome == .matched, let rules = table.access, let route, let namespace else {
            return self
        }
        let decision = rules.decision(on: self, route: route, access: namespace.access)
        if decision == .open { return self }
        var decided = self
        decided.access = decision
        switch decision.verdict {
        case .allow: break
        case .deny: decided.outcome = .denied
        case .challenge: decided.outcome = .challenged
        }
        return decided
    }

    /// Every rule of the route's scopes, and what became of it.
    ///
    /// For explanations: it looks at all rules of the registry.
    ///
    /// - Complexity: Linear in the rules.
    public var consideredRules: [ConsideredRule] {
        guard let table = table.access, let route = foundRoute else { return [] }
        var attributes = AccessAttributes(self)
        return table.rules.filter { table.covers($0.scope, route) }.map { rule in
            ConsideredRule(
                rule: rule, isForPrincipal: rule.subject.includes(request.principal),
                findings: rule.conditions.map { $0.finding(&attributes, zones: table.zones) },
                applies: rule.subject.includes(request.principal)
                    && table.applies(rule, &attributes))
        }
    }
}

/// An access rule of a route's scopes, and what became of it in a decision.
public struct ConsideredRule: Hashable, Sendable {
    /// The rule.
    public let rule: AccessRule
    /// Whether it is for whoever asks.
    public let isForPrincipal: Bool
    /// What was found of each of its conditions.
    public let findings: [AccessCondition.Finding]
    /// Whether it applies.
    ///
    /// One that does not, although it is for whoever asks and no condition
    /// fails, is past its time, or an allow rule that lacks an attribute.
    public let applies: Bool
}

extension AccessTable {
    /// Whether a scope is one of a route's.
    fileprivate func covers(_ scope: DefaultScope, _ route: Route) -> Bool {
        switch scope {
        case .namespace(let id): id == route.namespace
        case .group(let id, let group): id == route.namespace && group == route.group
        case .route(let id): id == route.id
        }
    }
}
