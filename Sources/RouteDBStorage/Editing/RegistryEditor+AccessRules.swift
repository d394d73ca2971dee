public import RouteDBDatabase
public import RouteDBRouting

/// An access rule as its author describes it, before the registry checks it and assigns its id.
public struct RuleDraft: Hashable, Sendable {
    /// The place that the rule covers.
    public var place: DefaultPlace
    /// The effect.
    public var effect: AccessRule.Effect
    /// To whom the rule applies.
    public var subject: AccessRule.Subject
    /// The conditions, all of which must hold for the rule to apply.
    public var conditions: [AccessRule.Condition]
    /// True if the rule is evaluated and reported, but has no effect.
    public var isShadow: Bool
    /// The expiry time; `nil` if the rule does not
    /// expire.
    public var until: Timestamp?
    /// A code for programs, given with a denial or challenge.
    public var code: String?
    /// A message for people, given with a denial or challenge.
    public var message: String?

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - effect: The effect.
    ///   - place: What the rule covers.
    ///   - subject: To whom the rule applies.
    ///   - conditions: The conditions, all of which must hold for the rule to apply.
    ///   - isShadow: Whether the rule has no effect.
    ///   - until: The expiry time.
    ///   - code: A code for programs.
    ///   - message: A message for people.
    public init(
        _ effect: AccessRule.Effect, in place: DefaultPlace,
        for subject: AccessRule.Subject = .anyone, conditions: [AccessRule.Condition] = [],
        isShadow: Bool = false, until: Timestamp? = nil, code: String? = nil, message: String? = nil
    ) {
        self.effect = effect
        self.place = place
        self.subject = subject
        self.conditions = conditions
        self.isShadow = isShadow
        self.until = until
        self.code = code
        self.message = message
    }

    /// Creates the draft of a rule for another place.
    package init(_ rule: AccessRule, in place: DefaultPlace) {
        self.init(
            rule.effect, in: place, for: rule.subject, conditions: rule.conditions,
            isShadow: rule.isShadow, until: rule.until, code: rule.code, message: rule.message)
    }

    /// Creates the rule with an id, for the scope of the place.
    func rule(_ id: RuleID, in scope: RouteScope) -> AccessRule {
        AccessRule(
            id: id, scope: scope, effect: effect, subject: subject, conditions: conditions,
            isShadow: isShadow, until: until, code: code, message: message)
    }
}

extension RegistryEditor {
    /// Adds an access rule.
    ///
    /// Adding a rule with the same content as an existing one does nothing, so adding is
    /// idempotent.
    ///
    /// - Parameter draft: The rule.
    /// - Returns: What was done, and the id of the rule.
    /// - Throws: `invalidRule`, also for a condition on a parameter that no route in the scope has;
    ///   `invalidValue`, `namespaceNotFound`, `routeNotFound`, `nameAmbiguous`.
    @discardableResult
    public func addRule(_ draft: RuleDraft) throws(RouteDBError) -> EditOutcome<RuleID> {
        try perform { () throws(RouteDBError) in
            var rule = try rule(draft)
            if let twin = try live.accessRules.twin(of: rule) { return .unchanged(twin) }
            try checkParameters(of: rule)
            let revision = try makeRevision()
            rule = draft.rule(RuleID(rawValue: try makeID(in: live.accessRules)), in: rule.scope)
            try live.accessRules.insert(rule, in: revision)
            return .added(rule.id)
        }
    }

    /// Replaces an access rule, which keeps its id and its place among the others.
    package func replaceRule(
        _ id: RuleID, with draft: RuleDraft
    ) throws(RouteDBError) -> EditOutcome<RuleID> {
        try perform { () throws(RouteDBError) in
            var rule = try rule(draft)
            if let twin = try live.accessRules.twin(of: rule) { return .unchanged(twin) }
            try checkParameters(of: rule)
            let revision = try makeRevision()
            rule = draft.rule(id, in: rule.scope)
            try live.accessRules.end(id: id.rawValue, in: revision)
            try live.accessRules.insert(rule, in: revision)
            return .replaced(id)
        }
    }

    /// The rule of a draft, with the id 0.
    private func rule(_ draft: RuleDraft) throws(RouteDBError) -> AccessRule {
        let scope = try live.scope(of: draft.place)
        let rule = draft.rule(RuleID(rawValue: 0), in: scope)
        try RuleCheck.check(rule)
        return rule
    }

    private func checkParameters(of rule: AccessRule) throws(RouteDBError) {
        guard !rule.parameterNames.isEmpty else { return }
        try RuleCheck.check(parametersOf: rule, among: try parameters(for: rule))
    }

    /// Removes an access rule.
    ///
    /// - Parameter id: The id of the rule.
    /// - Returns: The removed rule.
    /// - Throws: `ruleNotFound`.
    @discardableResult
    public func removeRule(_ id: RuleID) throws(RouteDBError) -> AccessRule {
        try perform { () throws(RouteDBError) in
            guard let rule = try live.accessRules.find(id: id.rawValue) else {
                throw RouteDBError(noRule: id, hint: try live.accessRules.fate(of: id.rawValue))
            }
            try live.accessRules.end(id: id.rawValue, in: try makeRevision())
            return rule
        }
    }

    /// The access rules, oldest first.
    ///
    /// - Parameter place: The scope of the rules, or `nil` for all rules.
    /// - Returns: The rules of exactly that scope, without those of wider scopes.
    /// - Throws: `namespaceNotFound`, `routeNotFound`, `nameAmbiguous`, `invalidValue`.
    public func rules(in place: DefaultPlace? = nil) throws(RouteDBError) -> [AccessRule] {
        try perform { () throws(RouteDBError) in
            guard let place else { return try live.accessRules.all(at: nil) }
            return try live.accessRules.rules(in: try live.scope(of: place))
        }
    }

    /// The rule of the same place that has the same content as a draft.
    ///
    /// - Complexity: O(log *n*), except among rules with the same conditions.
    package func rule(like draft: RuleDraft) throws(RouteDBError) -> RuleID? {
        try perform { () throws(RouteDBError) in
            let scope = try live.scope(of: draft.place)
            return try live.accessRules.twin(of: draft.rule(RuleID(rawValue: 0), in: scope))
        }
    }

    /// The parameters of routes that a rule covers: as many as it takes to allow the rule, or else all.
    private func parameters(for rule: AccessRule) throws(RouteDBError) -> ScopeParameters {
        var known = ScopeParameters(of: [rule])
        try Versions<Route>(database: live.database).forEachWithParameters(in: rule.scope) {
            route in
            known.insert(route)
            return known.allow(rule)
        }
        return known
    }
}
