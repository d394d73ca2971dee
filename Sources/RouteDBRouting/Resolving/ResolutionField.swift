/// The public members of ``Resolution``, with what a test of it can expect.
///
/// A test compares this list with the source of ``Resolution``, and a replay has the classes of difference
/// for each field: a new one needs both, or a reason here.
package enum ResolutionField: String, CaseIterable, Sendable {
    case request, outcome, invalidURL, conversionFailures, revision, namespace, route, foundRoute
    case otherKind, target, matchedPattern, parameters, rawParameters, wildcards, query, queryValues
    case queryText, defaults, values, `subscript`, value, optionalValue, decode, unmetRequirements
    case access, consideredRules, redirect, plan

    /// The part that a field has in the answer.
    package enum Part: Hashable, Sendable {
        /// A part of the answer, which tests expect by these keys.
        case answer([RouteExpectation.Key])
        /// The question: what was asked, and of which revision.
        case question
        /// The reasons for the answer, for people.
        case explanation
    }

    /// The part of the field in the answer.
    package var part: Part {
        switch self {
        case .request, .revision: .question
        case .conversionFailures, .consideredRules: .explanation
        case .outcome: .answer([.outcome])
        case .invalidURL: .answer([.error])
        case .namespace: .answer([.namespace])
        case .route, .foundRoute: .answer([.route])
        case .otherKind: .answer([.otherKind])
        case .target: .answer([.target])
        case .matchedPattern: .answer([.pattern])
        case .wildcards: .answer([.wildcard])
        // What the URL says and what completes it, by name.
        case .parameters, .rawParameters, .query, .queryValues, .queryText, .defaults, .values,
            .subscript, .value, .optionalValue, .decode:
            .answer([.values, .allValues])
        case .unmetRequirements: .answer([.unmet])
        case .access: .answer([.decision, .code, .message])
        case .redirect: .answer([.redirect, .destination])
        case .plan: .answer([.plan])
        }
    }
}
