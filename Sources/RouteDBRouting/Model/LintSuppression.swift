/// The kind of a lint finding; the raw values are stable and described in Docs/lint.md.
public enum LintCode: String, CaseIterable, Sendable {
    /// Every URL that a route matches is matched first by higher-ranked routes.
    case unreachable
    /// A route matches the same URLs as another one.
    case duplicate
    /// Only the order of registration decides between two routes.
    case ambiguous
    /// Two routes have URLs in common, and each also matches URLs that the other does not.
    case crossing
    /// Parameter names at the same place differ only in case or by one letter.
    case parameterNames = "parameter-names"
    /// Every URL that a route matches is bound to a namespace that does not use the route.
    case unbound
    /// A route is disabled.
    case disabled
    /// An access rule covers no enabled route.
    case ruleWithoutRoutes = "rule-without-routes"
    /// An access rule has expired.
    case ruleExpired = "rule-expired"
    /// The conditions of an access rule contradict each other.
    case ruleContradiction = "rule-contradiction"
    /// A condition tests a parameter that no enabled route in the rule's scope has, or a value that
    /// the parameter never has.
    case ruleParameter = "rule-parameter"
    /// A default value is never used.
    case defaultUnused = "default-unused"
    /// A value that a route requires can never be of the required kind.
    case requirement
    /// A redirect leads back to itself, or never ends.
    case redirectLoop = "redirect-loop"
    /// A redirect leads to another redirect.
    case redirectChain = "redirect-chain"
    /// A redirect leads to a URL of the registry that no route answers.
    case redirectUnanswered = "redirect-unanswered"
    /// The fallbacks of a namespace form a cycle.
    case fallbackLoop = "fallback-loop"
    /// The fallbacks of a namespace have no route and no target.
    case fallbackEmpty = "fallback-empty"
    /// A pattern is read differently than by the router that its dialect comes from.
    case dialect
    /// No route uses a converter.
    case converterUnused = "converter-unused"
    /// A suppression suppresses no finding.
    case suppressionUnused = "suppression-unused"
}

/// A rule stored in the registry that accepts certain findings, with a reason.
public struct LintSuppression: Hashable, Sendable {
    /// The stable id, from 1.
    public let id: Int64
    /// The code of the suppressed findings.
    public let code: LintCode
    /// A route that must be involved in the finding, or `nil` for any finding.
    public let route: RouteID?
    /// Another route that must be involved in the finding.
    public let other: RouteID?
    /// The namespace that the finding must be in, or `nil` for any finding.
    public let namespace: NamespaceID?
    /// A name that must be involved in the finding, or the id of an access rule; `nil` for any
    /// finding.
    public let name: String?
    /// Why the findings are acceptable.
    public let reason: String

    /// Creates a suppression.
    ///
    /// - Parameters:
    ///   - id: The stable id.
    ///   - code: The code of the suppressed findings.
    ///   - route: A route that must be involved in the finding.
    ///   - other: Another route that must be involved in the finding.
    ///   - namespace: The namespace that the finding must be in.
    ///   - name: A name that must be involved in the finding, or the id of an access rule.
    ///   - reason: Why the findings are acceptable.
    public init(
        id: Int64, code: LintCode, route: RouteID? = nil, other: RouteID? = nil,
        namespace: NamespaceID? = nil, name: String? = nil, reason: String
    ) {
        self.id = id
        self.code = code
        self.route = route
        self.other = other
        self.namespace = namespace
        self.name = name
        self.reason = reason
    }
}
