public import RouteDBRouting

/// An access rule as a person writes it, before the registry has checked and numbered it.
public struct RuleDraft: Hashable, Sendable {
    /// What the rule covers.
    public var place: DefaultPlace
    /// What it does.
    public var effect: AccessRule.Effect
    /// Whom it is for.
    public var subject: AccessRule.Subject
    /// What must hold for it to apply, all of it.
    public var conditions: [AccessCondition]
    /// Whether it is decided and reported, and changes nothing.
    public var isShadow: Bool
    /// The time from which on it is as if it were not there, in microseconds since
    /// 1970-01-01T00:00:00Z; `nil`: never.
    public var until: Int64?
    /// A code for programs, given with a denial or challenge.
    public var code: String?
    /// A message for people, given with a denial or challenge.
    public var message: String?

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - effect: What the rule does.
    ///   - place: What it covers.
    ///   - subject: Whom it is for.
    ///   - conditions: What must hold for it to apply, all of it.
    ///   - isShadow: Whether it changes nothing.
    ///   - until: The time from which on it is as if it were not there, in microseconds.
    ///   - code: A code for programs.
    ///   - message: A message for people.
    public init(
        _ effect: AccessRule.Effect, in place: DefaultPlace,
        for subject: AccessRule.Subject = .anyone, conditions: [AccessCondition] = [],
        isShadow: Bool = false, until: Int64? = nil, code: String? = nil, message: String? = nil
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

    /// The rule under a number, in the scope that the place is.
    func rule(_ id: RuleID, in scope: RouteScope) -> AccessRule {
        AccessRule(
            id: id, scope: scope, effect: effect, subject: subject, conditions: conditions,
            isShadow: isShadow, until: until, code: code, message: message)
    }
}
