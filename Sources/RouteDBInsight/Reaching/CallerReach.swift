package import RouteDBRouting

/// The routes that a caller may reach, each with the rules that decide it.
///
/// A condition on the URL, or on a value of the context that the caller does not say, may hold or
/// fail; so the answer about a route may be that it depends on the request.
package struct CallerReach: Sendable {
    /// The answer about a route.
    package enum Answer: String, CaseIterable, Sendable {
        case refused, challenged, depends, allowed
    }

    /// The routes with one answer, for the same reason.
    package struct Part: Sendable {
        /// The answer.
        package let answer: Answer
        /// The reason, if no rule decides.
        package let reason: AccessDecision.Reason
        /// The rules that decide, or may, oldest first.
        package let rules: [AccessRule]
        /// The routes, in order of registration.
        package internal(set) var routes: [Route]
    }

    /// The enabled routes, by answer and reason: what is refused first, then by the number of routes.
    package let parts: [Part]

    /// Decides all enabled routes for a caller.
    ///
    /// The caller is a request whose URL is not looked at.
    ///
    /// - Complexity: O(*n*) in the number of routes, times that of the rules that cover one.
    package init(
        _ caller: ResolutionRequest, in snapshot: RegistrySnapshot,
        of namespace: NamespaceID? = nil
    ) {
        let rules = Dictionary(grouping: snapshot.accessRules, by: \.scope)
        let places = Dictionary(
            snapshot.namespaces.map { ($0.id, $0.access) }, uniquingKeysWith: { first, _ in first })
        var states: [RouteScope: [(AccessRule, RuleState)]] = [:]
        var parts: [PartKey: Part] = [:]
        for route in snapshot.routes
        where route.isEnabled && namespace.map({ $0 == route.namespace }) ?? true {
            var covering: [(AccessRule, RuleState)] = []
            for scope in route.accessScopes {
                guard let found = rules[scope] else { continue }
                let known =
                    states[scope] ?? found.map { ($0, $0.state(for: caller, snapshot.zones)) }
                states[scope] = known
                covering += known
            }
            let decision = Decision(covering, access: places[route.namespace] ?? .open)
            let key = PartKey(
                answer: decision.answer, reason: decision.reason, rules: decision.rules)
            parts[
                key,
                default: Part(
                    answer: decision.answer, reason: decision.reason,
                    rules: covering.map(\.0).filter { decision.rules.contains($0.id) }
                        .sorted { $0.id < $1.id }, routes: [])
            ].routes.append(route)
        }
        self.parts = parts.values.sorted { left, right in
            (left.answer.place, -left.routes.count, left.routes[0].id.rawValue)
                < (right.answer.place, -right.routes.count, right.routes[0].id.rawValue)
        }
    }

    /// The number of routes with an answer.
    package func count(_ answer: Answer) -> Int {
        parts.reduce(0) { $0 + ($1.answer == answer ? $1.routes.count : 0) }
    }

    private struct PartKey: Hashable {
        let answer: Answer
        let reason: AccessDecision.Reason
        let rules: Set<RuleID>
    }
}

extension CallerReach.Answer {
    fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The part of a rule in decisions about a caller whose URL is not known.
private enum RuleState { case applies, mayApply, isLive, isOver }

/// The decision about a route for a caller whose URL is not known.
private struct Decision {
    let answer: CallerReach.Answer
    let reason: AccessDecision.Reason
    let rules: Set<RuleID>

    /// Decides by the order of effects: deny, challenge, allow; then by coverage and the namespace.
    init(_ covering: [(rule: AccessRule, state: RuleState)], access: RouteNamespace.Access) {
        var (possible, rules): (Set<CallerReach.Answer>, Set<RuleID>) = ([], [])
        let enforced = covering.filter { !$0.rule.isShadow }
        let effects: [(CallerReach.Answer, (AccessRule) -> Bool)] = [
            (.refused, { $0.isDenying }), (.challenged, { $0.isChallenging }),
            (.allowed, { $0.isAllowing }),
        ]
        var isDecided = false
        for (answer, has) in effects where !isDecided {
            let having = enforced.filter { has($0.rule) }
            let sure = having.filter { $0.state == .applies }
            let open = having.filter { $0.state == .mayApply }
            guard !sure.isEmpty || !open.isEmpty else { continue }
            possible.insert(answer)
            rules.formUnion((sure.isEmpty ? open : sure).map(\.rule.id))
            isDecided = !sure.isEmpty
        }
        var reason = AccessDecision.Reason.rules
        if !isDecided {
            let isCovered = enforced.contains { $0.rule.isAllowing && $0.state != .isOver }
            reason = isCovered ? .notAllowed : access == .closed ? .closed : .open
            possible.insert(reason == .open ? .allowed : .refused)
        }
        answer = possible.count == 1 ? possible.first ?? .depends : .depends
        self.reason = reason
        self.rules = rules
    }
}

extension Route {
    /// The scopes whose rules cover the route.
    fileprivate var accessScopes: [RouteScope] {
        [.namespace(namespace)] + (group.map { [.group(namespace, $0)] } ?? []) + [.route(id)]
    }
}

extension AccessRule {
    /// The part of the rule in decisions about a caller.
    fileprivate func state(
        for caller: ResolutionRequest, _ zones: [String: ZoneRules]
    ) -> RuleState {
        if let until {
            if let time = caller.time, time >= until { return .isOver }
            if caller.time == nil, isAllowing { return .isLive }
        }
        guard subject.includes(caller.principal) else { return .isLive }
        var isOpen = false
        for condition in conditions {
            switch condition.finding(for: caller, zones: zones) {
            case .holds?: continue
            case .fails?: return .isLive
            // What the caller says cannot be tested: only a rule that allows needs it to hold.
            case .unknown?: if isAllowing { return .isLive }
            case nil where condition.attribute == .principal:
                if isAllowing { return .isLive }
            case nil: isOpen = true
            }
        }
        return isOpen ? .mayApply : .applies
    }
}
