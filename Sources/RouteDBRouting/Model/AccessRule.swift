/// The stable number of an access rule in its registry.
public struct RuleID: Hashable, Comparable, Sendable {
    /// The number, from 1.
    public let rawValue: Int64

    /// Creates an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Orders ids by number, that is, by age.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A rule that decides who may reach which routes.
///
/// Rules are data in the registry; guards do the same in code. Among the rules that apply to a
/// request, deny takes precedence over challenge, and challenge over allow, regardless of their
/// order. An allow rule closes its scope to everybody whom no allow rule names. See Docs/access.md.
public struct AccessRule: Hashable, Sendable {
    /// The effect of a rule that applies.
    public enum Effect: Hashable, Sendable {
        /// Allows the request to reach the target.
        case allow
        /// Denies the request.
        case deny
        /// Redirects the request to another target first, such as a login, after which it may
        /// resume.
        case challenge(String)
    }

    /// To whom a rule applies.
    public enum Subject: Hashable, Sendable {
        /// Everybody.
        case anyone
        /// Requests without a principal.
        case anonymous
        /// Requests with a principal.
        case authenticated
        /// One principal, by its id.
        case principal(String)
        /// Principals with a role.
        case role(String)
        /// Principals with a claim; if a value is given, with that value, compared as text.
        case claim(String, JSONValue?)
    }

    /// The stable number.
    public let id: RuleID
    /// The routes that the rule covers.
    public var scope: RouteScope
    /// The effect.
    public var effect: Effect
    /// To whom it applies.
    public var subject: Subject
    /// The conditions, all of which must hold for it to apply.
    public var conditions: [AccessRule.Condition]
    /// True if the rule is evaluated and reported, but has no effect.
    public var isShadow: Bool
    /// The expiry time; `nil` if it does not expire.
    public var until: Timestamp?
    /// A code for programs, given with a denial or challenge.
    public var code: String?
    /// A message for people, given with a denial or challenge.
    public var message: String?

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - id: The stable number.
    ///   - scope: What the rule covers.
    ///   - effect: The effect.
    ///   - subject: To whom it applies.
    ///   - conditions: The conditions, all of which must hold for it to apply.
    ///   - isShadow: Whether it has no effect.
    ///   - until: The expiry time.
    ///   - code: A code for programs.
    ///   - message: A message for people.
    public init(
        id: RuleID, scope: RouteScope, effect: Effect, subject: Subject,
        conditions: [AccessRule.Condition] = [], isShadow: Bool = false, until: Timestamp? = nil,
        code: String? = nil, message: String? = nil
    ) {
        self.id = id
        self.scope = scope
        self.effect = effect
        self.subject = subject
        self.conditions = conditions
        self.isShadow = isShadow
        self.until = until
        self.code = code
        self.message = message
    }
}

extension AccessRule.Subject {
    /// Returns whether the rule applies to a principal; `nil` stands for an unknown one.
    package func includes(_ principal: RequestPrincipal?) -> Bool {
        switch self {
        case .anyone: true
        case .anonymous: principal == nil
        case .authenticated: principal != nil
        case .principal(let id): principal.map { $0.id.utf8.elementsEqual(id.utf8) } ?? false
        case .role(let role):
            principal?.roles.contains { $0.utf8.elementsEqual(role.utf8) } ?? false
        case .claim(let name, let wanted):
            switch (principal?.claims[name], wanted) {
            case (nil, _): false
            case (_?, nil): true
            case (let value?, let wanted?):
                value.plainText.utf8.elementsEqual(wanted.plainText.utf8)
            }
        }
    }
}

/// The decision whether a request may reach its target, and the rules that made it.
public struct AccessDecision: Hashable, Sendable {
    /// The verdict.
    public enum Verdict: String, Sendable {
        /// The request may reach the target.
        case allow
        /// The request may not reach the target.
        case deny
        /// The request must go to another target first.
        case challenge
    }

    /// The reason for a verdict.
    public enum Reason: String, Sendable {
        /// No allow rule covers the route, and its namespace is open.
        case open
        /// Rules decided it.
        case rules
        /// Allow rules cover the route, and none of them applies.
        case notAllowed = "not-allowed"
        /// No allow rule covers the route, and its namespace is closed.
        case closed
    }

    /// The verdict.
    public let verdict: Verdict
    /// The reason for the verdict.
    public let reason: Reason
    /// The ids of the rules that decided, oldest first: those with the verdict's effect that apply.
    public let rules: [RuleID]
    /// The ids of the shadow rules that apply, oldest first; they have no effect.
    public let shadow: [RuleID]
    /// A code for programs, from the first deciding rule that has one.
    public let code: String?
    /// A message for people, from the first deciding rule that has one.
    public let message: String?
    /// The target to visit first, from the first rule that challenges.
    public let challengeTarget: String?

    /// The decision where no rule applies.
    static let open = AccessDecision(
        verdict: .allow, reason: .open, rules: [], shadow: [], code: nil, message: nil,
        challengeTarget: nil)
}

extension AccessDecision {
    /// An access rule that covers a route, and its part in the decision.
    public struct ConsideredRule: Hashable, Sendable {
        /// The rule.
        public let rule: AccessRule
        /// True if the rule applies to the principal.
        public let isForPrincipal: Bool
        /// The results of its conditions.
        public let findings: [AccessRule.Condition.Finding]
        /// True if the rule applies.
        ///
        /// A rule that is for the principal and has no failing condition may still not apply: it has
        /// expired, or it is an allow rule and an attribute is missing.
        public let applies: Bool
    }
}
