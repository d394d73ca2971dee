package import RouteDBRouting

extension ResolutionField {
    /// The classes of difference that a replay counts if the field differs; empty for what is no part of
    /// the answer.
    package var replayClasses: [ReplayClass] {
        switch self {
        case .request, .revision, .conversionFailures, .consideredRules: []
        case .outcome: [.nowUnmatched, .newlyMatched, .otherOutcome, .otherDecision]
        case .invalidURL: [.otherOutcome]
        case .namespace, .route, .foundRoute: [.otherRoute]
        case .otherKind: [.nowUnmatched, .newlyMatched]
        case .target: [.otherTarget]
        case .matchedPattern, .parameters, .rawParameters, .wildcards, .query, .queryValues,
            .queryText, .defaults, .values, .subscript, .value, .optionalValue, .decode,
            .unmetRequirements:
            [.otherValues]
        case .access: [.otherDecision]
        case .plan: [.otherPlan]
        case .redirect: [.nowUnmatched, .newlyMatched, .otherRedirect, .sameDestination]
        }
    }
}
