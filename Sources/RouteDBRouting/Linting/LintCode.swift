/// What a finding is about; the codes are stable, and described in Docs/lint.md.
public enum LintCode: String, CaseIterable, Sendable {
    /// Every URL that a route takes goes to better ranked ones.
    case unreachable
    /// A route takes the same URLs as another one.
    case duplicate
    /// Between two routes the order of registration alone decides.
    case ambiguous
    /// Two routes have URLs in common, and each has others of its own.
    case crossing
    /// Names of parameters along one path differ only in case or by one letter.
    case parameterNames = "parameter-names"
    /// No URL that a route takes is bound to a namespace that asks it.
    case unbound
    /// A route is disabled.
    case disabled
    /// An access rule covers no enabled route.
    case ruleWithoutRoutes = "rule-without-routes"
    /// The time of an access rule is over.
    case ruleExpired = "rule-expired"
    /// The conditions of an access rule can not hold together.
    case ruleContradiction = "rule-contradiction"
    /// A condition asks for a parameter that no enabled route in the rule's scope has, or for a
    /// value that it never has.
    case ruleParameter = "rule-parameter"
    /// A default value never comes into a resolution.
    case defaultUnused = "default-unused"
    /// A value that a route requires can not be of the kind that it must be.
    case requirement
    /// The fallbacks of a namespace come back to it.
    case fallbackLoop = "fallback-loop"
    /// The fallbacks of a namespace lead to no route and to no target.
    case fallbackEmpty = "fallback-empty"
    /// A pattern is read otherwise than by the router that its dialect comes from.
    case dialect
    /// No route names a converter.
    case converterUnused = "converter-unused"
    /// A suppression suppresses nothing.
    case suppressionUnused = "suppression-unused"

    /// The severity of findings, where the namespace does not lessen it.
    public var severity: LintSeverity {
        switch self {
        case .unreachable, .duplicate, .ruleContradiction, .ruleParameter, .fallbackLoop,
            .requirement:
            .error
        case .ambiguous, .parameterNames, .unbound, .ruleWithoutRoutes, .ruleExpired,
            .defaultUnused, .fallbackEmpty:
            .warning
        case .crossing, .disabled, .dialect, .converterUnused, .suppressionUnused: .note
        }
    }

    /// What the code means, in a sentence.
    public var summary: String {
        switch self {
        case .unreachable: "Every URL that the route matches is matched first by other routes."
        case .duplicate: "The route matches the same URLs as another route that is tried first."
        case .ambiguous:
            "Both routes match some URL, and only the order of registration decides between them."
        case .crossing:
            "Both routes match some URL, and each matches others that the other route does not."
        case .parameterNames:
            "Parameter names at the same place differ only in case or by one letter."
        case .unbound:
            "Every URL that the route matches is bound to a namespace that does not use the route."
        case .disabled: "The route is disabled, and matches no URL."
        case .ruleWithoutRoutes: "The access rule covers no enabled route."
        case .ruleExpired: "The access rule has expired."
        case .ruleContradiction: "The conditions of the access rule contradict each other."
        case .ruleParameter: "No enabled route that the rule covers can satisfy its condition."
        case .defaultUnused: "The default value is never used."
        case .requirement: "The value that the route requires can never be of the required kind."
        case .fallbackLoop: "The fallbacks of the namespace form a cycle."
        case .fallbackEmpty: "The fallbacks of the namespace have no route and no target."
        case .dialect: "The pattern is read differently than by the router it was written for."
        case .converterUnused: "No route uses the converter."
        case .suppressionUnused: "The suppression suppresses no finding."
        }
    }
}
