/// The stable number of an access rule in its registry.
public struct RuleID: Hashable, Comparable, Sendable {
    /// The number, from 1.
    public let rawValue: Int64

    /// Makes an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Orders ids by number, that is, by age.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A rule about who may reach what: data that decides, as a guard is code that does.
///
/// Of the rules that apply to a request, deny beats challenge beats allow, whatever their order.
/// An allow rule closes its scope to everybody whom no allow rule names. See Docs/access.md.
public struct AccessRule: Hashable, Sendable {
    /// What a rule that applies does.
    public enum Effect: Hashable, Sendable {
        /// Lets the request reach the target.
        case allow
        /// Keeps it from there.
        case deny
        /// Sends it to another target first, such as a login, from where it may resume.
        case challenge(String)
    }

    /// Whom a rule is for.
    public enum Subject: Hashable, Sendable {
        /// Everybody.
        case anyone
        /// Whoever is not known.
        case anonymous
        /// Whoever is known.
        case authenticated
        /// One principal, by its id.
        case principal(String)
        /// Principals with a role.
        case role(String)
        /// Principals with a claim; of that value, if one is given, compared by its text.
        case claim(String, JSONValue?)
    }

    /// The stable number.
    public let id: RuleID
    /// What the rule covers.
    public var scope: DefaultScope
    /// What it does.
    public var effect: Effect
    /// Whom it is for.
    public var subject: Subject
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

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - id: The stable number.
    ///   - scope: What the rule covers.
    ///   - effect: What it does.
    ///   - subject: Whom it is for.
    ///   - conditions: What must hold for it to apply, all of it.
    ///   - isShadow: Whether it changes nothing.
    ///   - until: The time from which on it is as if it were not there, in microseconds.
    ///   - code: A code for programs.
    ///   - message: A message for people.
    public init(
        id: RuleID, scope: DefaultScope, effect: Effect, subject: Subject,
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
    /// Whether the rule is for somebody; `nil` is somebody who is not known.
    func includes(_ principal: Principal?) -> Bool {
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
