public import RouteDBRouting

/// What of a registry route tests have reached.
public struct RouteTestCoverage: Hashable, Sendable {
    /// What there is to reach.
    public enum Kind: String, CaseIterable, Sendable {
        /// An enabled route, reached when a case finds it.
        case route
        /// A typed parameter of an enabled route that a case gives a text of the type.
        case accepted
        /// A typed parameter of an enabled route that a case gives a text which the type refuses,
        /// in a URL that fits the route but for its types.
        case rejected
        /// An access rule that applies in the decision of a case, shadow rules too.
        case rule
    }

    /// The kinds that one percentage is about.
    public enum Part: String, CaseIterable, Sendable {
        /// Routes.
        case routes
        /// Typed parameters, each twice: accepted and rejected.
        case parameters
        /// Access rules.
        case rules
    }

    /// One thing to reach.
    public struct Goal: Hashable, Sendable {
        /// What it is.
        public let kind: Kind
        /// The route; `nil` for an access rule.
        public let route: RouteID?
        /// The typed parameter.
        public let parameter: Parameter?
        /// The access rule.
        public let rule: RuleID?
        /// Whether a case has reached it.
        public internal(set) var isCovered = false
    }

    /// Everything there is to reach: by route in the order of registration, then by rule.
    public internal(set) var goals: [Goal]

    /// How much of a part is reached.
    ///
    /// - Parameter part: The part.
    /// - Returns: How many of its goals are reached, and how many it has.
    public func count(of part: Part) -> (covered: Int, total: Int) {
        let own = goals.filter { $0.kind.part == part }
        return (own.count { $0.isCovered }, own.count)
    }

    /// How much of a part is reached, in hundredths; all of a part without goals.
    ///
    /// - Parameter part: The part.
    /// - Returns: From 0 to 100.
    public func percentage(of part: Part) -> Double {
        let (covered, total) = count(of: part)
        return total == 0 ? 100 : Double(covered) * 100 / Double(total)
    }
}

extension RouteTestCoverage.Kind {
    /// The part that counts it.
    public var part: RouteTestCoverage.Part {
        switch self {
        case .route: .routes
        case .accepted, .rejected: .parameters
        case .rule: .rules
        }
    }
}
