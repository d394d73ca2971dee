extension AccessTable {
    /// What is known of the rules that apply, while they are looked at.
    private struct Tally {
        var allows: [Int32] = []
        var denies: [Int32] = []
        var challenges: [Int32] = []
        var shadow: [Int32] = []
        /// Whether an allow rule covers the route.
        var isClosed = false
    }

    /// Decides a request to a route.
    ///
    /// - Parameters:
    ///   - resolution: The match, with the request.
    ///   - route: Its route.
    ///   - access: What holds in its namespace where no allow rule covers the route.
    /// - Returns: The decision.
    /// - Complexity: Linear in the rules of the route's scopes that are for the principal.
    func decision(
        on resolution: Resolution, route: Route, access: Namespace.Access
    ) -> AccessDecision {
        var attributes = AccessAttributes(resolution)
        var tally = Tally()
        forEachScope(of: route) { scope in
            if let until = scope.closedUntil, isLive(until, attributes.time, ifUnknown: true) {
                tally.isClosed = true
            }
            scope.forEachCandidate(for: attributes.principal) { index in
                add(index, to: &tally, &attributes)
            }
        }
        return decision(tally, access)
    }

    private func add(_ index: Int32, to tally: inout Tally, _ attributes: inout AccessAttributes) {
        let rule = rules[Int(index)]
        guard rule.subject.includes(attributes.principal),
            applies(rule, &attributes)
        else { return }
        if rule.isShadow {
            tally.shadow.append(index)
            return
        }
        switch rule.effect {
        case .allow: tally.allows.append(index)
        case .deny: tally.denies.append(index)
        case .challenge: tally.challenges.append(index)
        }
    }

    /// Whether a rule for this principal applies.
    ///
    /// Where the request lacks what a condition asks for, an allow rule does not apply, and any
    /// other does.
    func applies(_ rule: AccessRule, _ attributes: inout AccessAttributes) -> Bool {
        let isAllow = rule.effect == .allow
        if let until = rule.until, !isLive(until, attributes.time, ifUnknown: !isAllow) {
            return false
        }
        for condition in rule.conditions {
            switch condition.finding(&attributes, zones: zones) {
            case .holds: continue
            case .fails: return false
            case .unknown: if isAllow { return false }
            }
        }
        return true
    }

    private func isLive(_ until: Int64, _ time: Int64?, ifUnknown: Bool) -> Bool {
        if until == .max { return true }
        return time.map { $0 < until } ?? ifUnknown
    }

    private func decision(_ tally: Tally, _ access: Namespace.Access) -> AccessDecision {
        if !tally.denies.isEmpty { return decision(.deny, .rules, tally.denies, tally) }
        // Before the closed scope: who is not allowed may be somebody who is not known yet.
        if !tally.challenges.isEmpty {
            return decision(.challenge, .rules, tally.challenges, tally)
        }
        if !tally.allows.isEmpty { return decision(.allow, .rules, tally.allows, tally) }
        if tally.isClosed { return decision(.deny, .notAllowed, [], tally) }
        if access == .closed { return decision(.deny, .closed, [], tally) }
        return tally.shadow.isEmpty ? .open : decision(.allow, .open, [], tally)
    }

    private func decision(
        _ verdict: AccessDecision.Verdict, _ reason: AccessDecision.Reason, _ indices: [Int32],
        _ tally: Tally
    ) -> AccessDecision {
        let deciding = Self.distinct(indices).map { rules[Int($0)] }
        let isRefusal = verdict != .allow
        var target: String?
        for case .challenge(let name) in deciding.map(\.effect) where target == nil {
            target = name
        }
        return AccessDecision(
            verdict: verdict, reason: reason, rules: deciding.map(\.id),
            shadow: Self.distinct(tally.shadow).map { rules[Int($0)].id },
            code: isRefusal ? deciding.lazy.compactMap(\.code).first : nil,
            message: isRefusal ? deciding.lazy.compactMap(\.message).first : nil,
            challengeTarget: target)
    }

    private static func distinct(_ indices: [Int32]) -> [Int32] {
        var last: Int32 = -1
        return indices.sorted().filter { index in
            defer { last = index }
            return index != last
        }
    }
}
