public import RouteDBRouting

/// An access rule as its author describes it, before the registry checks it and assigns its id.
public struct RuleDraft: Hashable, Sendable {
    /// What the rule covers.
    public var place: DefaultPlace
    /// The effect.
    public var effect: AccessRule.Effect
    /// To whom the rule applies.
    public var subject: AccessRule.Subject
    /// The conditions, all of which must hold for the rule to apply.
    public var conditions: [AccessCondition]
    /// Whether the rule is evaluated and reported, but has no effect.
    public var isShadow: Bool
    /// The expiry time, in microseconds since 1970-01-01T00:00:00Z; `nil` if the rule does not
    /// expire.
    public var until: Int64?
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
    ///   - until: The expiry time, in microseconds since 1970-01-01T00:00:00Z.
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

    /// Creates the rule with an id, for the scope of the place.
    func rule(_ id: RuleID, in scope: RouteScope) -> AccessRule {
        AccessRule(
            id: id, scope: scope, effect: effect, subject: subject, conditions: conditions,
            isShadow: isShadow, until: until, code: code, message: message)
    }
}
