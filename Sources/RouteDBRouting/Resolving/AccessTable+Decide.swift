extension AccessTable {
    /// Which effects have rules that apply, and whether allow rules cover the route.
    private struct Tally {
        var isDenied = false
        var isChallenged = false
        var isAllowed = false
        var isCovered = false

        func verdict(
            _ access: RouteNamespace.Access
        ) -> (verdict: AccessDecision.Verdict, reason: AccessDecision.Reason) {
            if isDenied { return (.deny, .rules) }
            // Before checking coverage: a principal that is not allowed may not be authenticated yet.
            if isChallenged { return (.challenge, .rules) }
            if isAllowed { return (.allow, .rules) }
            if isCovered { return (.deny, .notAllowed) }
            return access == .closed ? (.deny, .closed) : (.allow, .open)
        }
    }

    /// Decides a match, without reasons.
    ///
    /// - Complexity: Linear in the rules of the route's scopes that apply to the principal.
    func verdict(on resolution: Resolution) -> AccessDecision.Verdict {
        var attributes = AccessAttributes()
        var tally = Tally()
        tally.isCovered = forEachRule(for: resolution) { index in
            let summary = summaries[Int(index)]
            let counts =
                switch summary.kind {
                case .deny: !tally.isDenied
                case .challenge: !tally.isDenied && !tally.isChallenged
                case .allow: !tally.isDenied && !tally.isChallenged && !tally.isAllowed
                }
            guard counts, !summary.isShadow, applies(index, resolution, &attributes) else {
                return
            }
            switch summary.kind {
            case .deny: tally.isDenied = true
            case .challenge: tally.isChallenged = true
            case .allow: tally.isAllowed = true
            }
        }
        return tally.verdict(resolution.namespaceAccess).verdict
    }

    /// Decides a match, with reasons.
    func decision(on resolution: Resolution) -> AccessDecision {
        var attributes = AccessAttributes()
        var tally = Tally()
        var applying: Set<Int32> = []
        tally.isCovered = forEachRule(for: resolution) { index in
            if applies(index, resolution, &attributes) { applying.insert(index) }
        }
        let all = applying.sorted().map { (rule: rules[Int($0)], kind: summaries[Int($0)].kind) }
        let enforcing = all.filter { !$0.rule.isShadow }
        tally.isDenied = enforcing.contains { $0.kind == .deny }
        tally.isChallenged = enforcing.contains { $0.kind == .challenge }
        tally.isAllowed = enforcing.contains { $0.kind == .allow }
        let (verdict, reason) = tally.verdict(resolution.namespaceAccess)
        let deciding = enforcing.filter { reason == .rules && $0.kind == verdict.kind }.map(\.rule)
        let refusing = verdict == .allow ? [] : deciding
        return AccessDecision(
            verdict: verdict, reason: reason, rules: deciding.map(\.id),
            shadow: all.filter(\.rule.isShadow).map(\.rule.id),
            code: refusing.lazy.compactMap(\.code).first,
            message: refusing.lazy.compactMap(\.message).first,
            challengeTarget: refusing.lazy.compactMap(\.challengeTarget).first)
    }

    /// Returns whether a rule for this principal applies.
    ///
    /// If the request lacks an attribute that a condition tests, an allow rule does not apply, and
    /// any other rule does.
    @inline(__always)
    func applies(
        _ index: Int32, _ resolution: Resolution, _ attributes: inout AccessAttributes
    ) -> Bool {
        let summary = summaries[Int(index)]
        let isAllow = summary.kind == .allow
        guard isLive(summary.until, resolution.request.time, ifUnknown: !isAllow) else {
            return false
        }
        if !summary.hasConditions { return true }
        return conditionsHold(rules[Int(index)], isAllow, resolution, &attributes)
    }

    @inline(never)
    private func conditionsHold(
        _ rule: AccessRule, _ isAllow: Bool, _ resolution: Resolution,
        _ attributes: inout AccessAttributes
    ) -> Bool {
        rule.conditions.allSatisfy { condition in
            switch condition.finding(resolution, &attributes, zones: zones) {
            case .holds: true
            case .fails: false
            case .unknown: !isAllow
            }
        }
    }

    /// Calls a closure with each rule of the route's scopes for the principal.
    @inline(__always)
    private func forEachRule(for resolution: Resolution, _ body: (Int32) -> Void) -> Bool {
        let scopes = scopes(of: resolution)
        subjects.forEach(of: resolution.request.principal) { subject in
            if let scope = scopes.0 { index.forEach(scope, subject, body) }
            if let scope = scopes.1 { index.forEach(scope, subject, body) }
            if let scope = scopes.2 { index.forEach(scope, subject, body) }
        }
        let time = resolution.request.time
        return covers(scopes.0, at: time) || covers(scopes.1, at: time)
            || covers(scopes.2, at: time)
    }

    @inline(__always)
    private func covers(_ scope: UInt32?, at time: Timestamp?) -> Bool {
        guard let scope else { return false }
        let until = closedUntil[Int(scope)]
        return until > .distantPast && isLive(until, time, ifUnknown: true)
    }

    private func isLive(_ until: Timestamp, _ time: Timestamp?, ifUnknown: Bool) -> Bool {
        if until == .distantFuture { return true }
        return time.map { $0 < until } ?? ifUnknown
    }
}

extension AccessDecision.Verdict {
    fileprivate var kind: AccessTable.Summary.Kind {
        switch self {
        case .allow: .allow
        case .deny: .deny
        case .challenge: .challenge
        }
    }
}

extension AccessRule {
    fileprivate var challengeTarget: String? {
        if case .challenge(let target) = effect { target } else { nil }
    }
}
