public import RouteDBRouting

/// How serious a finding is.
public enum LintSeverity: String, CaseIterable, Comparable, Sendable {
    /// Something does not work as its author intended.
    case error
    /// Something may not work as its author intended.
    case warning
    /// Something worth knowing.
    case note

    /// Orders the more serious severity first.
    public static func < (left: Self, right: Self) -> Bool { left.place < right.place }

    private var place: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .note: 2
        }
    }
}

extension LintCode {
    /// The default severity of findings with this code; a namespace's policies may lower it.
    public var severity: LintSeverity {
        switch self {
        case .unreachable, .duplicate, .ruleContradiction, .ruleParameter, .fallbackLoop,
            .requirement, .redirectLoop:
            .error
        case .ambiguous, .parameterNames, .unbound, .ruleWithoutRoutes, .ruleExpired,
            .defaultUnused, .fallbackEmpty, .redirectChain, .redirectUnanswered:
            .warning
        case .crossing, .disabled, .dialect, .converterUnused, .suppressionUnused: .note
        }
    }

    /// A one-sentence description of the code.
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
        case .redirectLoop: "The redirect leads back to itself, or never ends."
        case .redirectChain: "The redirect leads to another redirect."
        case .redirectUnanswered:
            "The redirect leads to a URL of the registry that no route answers."
        case .fallbackLoop: "The fallbacks of the namespace form a cycle."
        case .fallbackEmpty: "The fallbacks of the namespace have no route and no target."
        case .dialect: "The pattern is read differently than by the router it was written for."
        case .converterUnused: "No route uses the converter."
        case .suppressionUnused: "The suppression suppresses no finding."
        }
    }
}
