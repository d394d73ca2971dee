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
    /// What the rule covers.
    public var scope: RouteScope
    /// The effect.
    public var effect: Effect
    /// To whom it applies.
    public var subject: Subject
    /// The conditions, all of which must hold for it to apply.
    public var conditions: [AccessCondition]
    /// Whether it is evaluated and reported, but has no effect.
    public var isShadow: Bool
    /// The expiry time, in microseconds since 1970-01-01T00:00:00Z; `nil` if it does not expire.
    public var until: Int64?
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
    ///   - until: The expiry time, in microseconds.
    ///   - code: A code for programs.
    ///   - message: A message for people.
    public init(
        id: RuleID, scope: RouteScope, effect: Effect, subject: Subject,
        conditions: [AccessCondition] = [], isShadow: Bool = false, until: Int64? = nil,
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
    /// Whether the rule applies to a principal; `nil` stands for an unknown one.
    func includes(_ principal: RequestPrincipal?) -> Bool {
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
