public import RouteDBRouting

/// How much of a registry is covered by route tests.
public struct RouteTestCoverage: Hashable, Sendable {
    /// The kinds of goals.
    public enum Kind: String, CaseIterable, Sendable {
        /// An enabled route; covered if a case finds it.
        case route
        /// A typed parameter of an enabled route; covered if a case has a value that the type
        /// accepts.
        case accepted
        /// A typed parameter of an enabled route; covered if a case has a value that the type
        /// rejects, in a URL that would match the route without its types.
        case rejected
        /// An access rule, including shadow rules; covered if it applies in the decision of a case.
        case rule
    }

    /// The parts of a registry that have a percentage each.
    public enum Part: String, CaseIterable, Sendable {
        /// Routes.
        case routes
        /// Typed parameters, each counted twice: for accepted and for rejected values.
        case parameters
        /// Access rules.
        case rules
    }

    /// One thing to cover.
    public struct Goal: Hashable, Sendable {
        /// The kind of goal.
        public let kind: Kind
        /// The route, or `nil` for an access rule.
        public let route: RouteID?
        /// The typed parameter, or `nil` for a route or an access rule.
        public let parameter: Parameter?
        /// The access rule, or `nil` for a route or a parameter.
        public let rule: RuleID?
        /// Whether a case covers the goal.
        public internal(set) var isCovered = false
    }

    /// All goals: those of the routes in the order of registration, then those of the rules.
    public internal(set) var goals: [Goal]

    /// Counts the goals of a part.
    ///
    /// - Parameter part: The part.
    /// - Returns: The number of covered goals and the number of all goals.
    public func count(of part: Part) -> (covered: Int, total: Int) {
        let own = goals.filter { $0.kind.part == part }
        return (own.count { $0.isCovered }, own.count)
    }

    /// Returns the percentage of a part's goals that are covered.
    ///
    /// - Parameter part: The part.
    /// - Returns: The percentage, from 0 to 100; 100 if the part has no goals.
    public func percentage(of part: Part) -> Double {
        let (covered, total) = count(of: part)
        return total == 0 ? 100 : Double(covered) * 100 / Double(total)
    }
}

extension RouteTestCoverage.Kind {
    /// The part that goals of this kind belong to.
    public var part: RouteTestCoverage.Part {
        switch self {
        case .route: .routes
        case .accepted, .rejected: .parameters
        case .rule: .rules
        }
    }
}
