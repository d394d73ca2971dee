import RouteDBRouting

/// Lints the access rules of a registry.
struct RuleLint {
    let snapshot: RegistrySnapshot
    /// The time of the report.
    let time: Timestamp
    /// The enabled routes.
    private let routes: [Route]
    private let parameters: ScopeParameters

    init(_ snapshot: RegistrySnapshot, time: Timestamp) {
        self.snapshot = snapshot
        self.time = time
        routes = snapshot.routes.filter(\.isEnabled)
        parameters = ScopeParameters(of: snapshot.accessRules, among: routes)
    }

    func run(_ collector: inout LintCollector) {
        guard !snapshot.accessRules.isEmpty else { return }
        var scopes: Set<RouteScope> = []
        var namespaces: [RouteID: NamespaceID] = [:]
        for route in snapshot.routes { namespaces[route.id] = route.namespace }
        for route in routes {
            scopes.insert(.namespace(route.namespace))
            scopes.insert(.route(route.id))
            if let group = route.group { scopes.insert(.group(route.namespace, group)) }
        }
        for rule in snapshot.accessRules {
            let namespace: NamespaceID?
            var routes: [RouteID] = []
            switch rule.scope {
            case .namespace(let id), .group(let id, _): namespace = id
            case .route(let id):
                namespace = namespaces[id]
                routes = [id]
            }
            func report(_ code: LintCode, _ message: String, names: [String] = []) {
                collector.add(
                    LintFinding(
                        code, in: namespace, routes: routes, names: names, rule: rule.id,
                        "Access rule \(rule.id.rawValue): \(message)",
                        fixes: ["routedb acl remove \(rule.id.rawValue)"]))
            }
            if let end = end(of: rule), end <= time {
                report(.ruleExpired, "it ended at \(end).")
            }
            guard scopes.contains(rule.scope) else {
                report(.ruleWithoutRoutes, "it covers no enabled route.")
                continue
            }
            if let attribute = contradiction(in: rule) {
                let rest = rule.effect == .allow ? "" : ", so it applies only where that is missing"
                report(
                    .ruleContradiction,
                    "its conditions on \(attribute) contradict each other\(rest).")
            }
            // A missing value keeps an allow rule from applying; deny and challenge rules apply.
            let effect =
                rule.effect == .allow ? "it never applies" : "it applies to every URL"
            if let name = parameters.missingParameter(of: rule) {
                report(
                    .ruleParameter,
                    "no enabled route that it covers has a parameter '\(name)', so \(effect).",
                    names: [name])
            } else if let (name, value) = parameters.impossibleValue(of: rule) {
                report(
                    .ruleParameter,
                    "the parameter '\(name)' can be \(value) in no enabled route that it covers.",
                    names: [name])
            }
        }
    }

    /// When the rule stops applying, or `nil` if never.
    private func end(of rule: AccessRule) -> Timestamp? {
        let periods = rule.conditions.compactMap { condition -> Timestamp? in
            guard condition.attribute == .time, case .period(_, let end?) = condition.test else {
                return nil
            }
            // The end of a period is inclusive.
            guard end < .distantFuture else { return nil }
            return Timestamp(microseconds: end.microseconds + 1)
        }
        return ([rule.until].compactMap(\.self) + periods).min()
    }

    /// The attribute of two conditions that no value can meet together.
    private func contradiction(in rule: AccessRule) -> String? {
        let conditions = rule.conditions
        for (index, condition) in conditions.enumerated() {
            for other in conditions[..<index] where other.attribute == condition.attribute {
                if condition.test.excludes(other.test) || other.test.excludes(condition.test) {
                    return condition.attribute.description
                }
            }
        }
        return nil
    }
}

extension AccessRule.Condition.Test {
    /// Returns whether no value passes both tests; must be asked in both directions.
    fileprivate func excludes(_ other: Self) -> Bool {
        switch (self, other) {
        case (.oneOf(let wanted), .oneOf(let others)):
            !wanted.contains { value in others.contains { $0.matches(value) || value.matches($0) } }
        case (.oneOf(let wanted), .range(let low, let high)):
            !wanted.contains { value in
                switch value {
                case .int, .double: value.number.map { Self.contains($0, low, high) } ?? true
                // A text may be read as a number.
                default: true
                }
            }
        case (.oneOf(let wanted), .prefix(let prefix)):
            !wanted.contains { $0.plainText.utf8.starts(with: prefix.utf8) }
        case (.prefix(let one), .prefix(let two)):
            !one.utf8.starts(with: two.utf8) && !two.utf8.starts(with: one.utf8)
        case (.range(let low, let high), .range(let otherLow, let otherHigh)):
            Self.areApart(low, high, otherLow, otherHigh)
        case (.version(let low, let high), .version(let otherLow, let otherHigh)):
            Self.areApart(low, high, otherLow, otherHigh)
        case (.period(let low, let high), .period(let otherLow, let otherHigh)):
            Self.areApart(low, high, otherLow, otherHigh)
        default: false
        }
    }

    private static func contains(
        _ number: ExactNumber, _ low: ExactNumber?, _ high: ExactNumber?
    ) -> Bool {
        number >= low ?? number && number <= high ?? number
    }

    private static func areApart<Bound: Comparable>(
        _ low: Bound?, _ high: Bound?, _ otherLow: Bound?, _ otherHigh: Bound?
    ) -> Bool {
        if let high, let otherLow, high < otherLow { return true }
        if let low, let otherHigh, otherHigh < low { return true }
        return false
    }
}
