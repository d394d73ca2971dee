public import RouteDBRouting
public import RouteDBStorage

/// Access rules that are tried against requests before they are added.
///
/// Nothing is written: the rules are compiled beside those of a snapshot, and each request is
/// decided with and without them.
public struct AccessTrial: Sendable {
    /// A request that the rules would decide otherwise.
    public struct Flip: Sendable {
        /// What is decided without the rules.
        public let before: Resolution
        /// What would be decided with them.
        public let after: Resolution
        /// The rules of the trial that make the difference, by age.
        public let rules: [RuleID]
    }

    /// The rules that are new, numbered behind those that are there; adding them gives other numbers
    /// if later rules were removed.
    public let rules: [AccessRule]
    private let before: RoutingTable
    private let after: RoutingTable

    /// Prepares a trial.
    ///
    /// - Parameters:
    ///   - drafts: The rules; one that says the same as one that is there makes no difference.
    ///   - snapshot: What the registry holds.
    /// - Throws: ``RouteDBError`` as adding the rules would.
    public init(
        of drafts: [RuleDraft], in snapshot: RegistrySnapshot
    ) throws(RouteDBError) {
        let (changed, added) = try snapshot.adding(rules: drafts)
        before = RoutingTable(snapshot)
        after = RoutingTable(changed)
        rules = changed.accessRules.suffix(added.count)
    }

    /// What a trial says of a request.
    public struct Outcome: Sendable {
        /// Whether the request finds a route, so that there is something to decide.
        public let isDecided: Bool
        /// The difference; `nil` if there is none.
        public let flip: Flip?
    }

    /// Decides a request with and without the rules.
    ///
    /// - Parameter request: The request.
    /// - Returns: The difference; `nil` if there is none, or no route matches.
    public func flip(of request: ResolutionRequest) -> Flip? { outcome(of: request).flip }

    /// Decides a request with and without the rules, and tells whether there was anything to decide.
    ///
    /// - Parameter request: The request.
    /// - Returns: What the trial says of it.
    public func outcome(of request: ResolutionRequest) -> Outcome {
        let (before, after) = (before.resolve(request), after.resolve(request))
        guard before.foundRoute != nil, let route = after.foundRoute else {
            return Outcome(isDecided: false, flip: nil)
        }
        return Outcome(isDecided: true, flip: flip(from: before, to: after, of: route))
    }

    private func flip(from before: Resolution, to after: Resolution, of route: Route) -> Flip? {
        let (old, new) = (before.access, after.access)
        guard old.verdict != new.verdict || old.challengeTarget != new.challengeTarget else {
            return nil
        }
        var ids = rules.map(\.id).filter(new.rules.contains)
        if new.reason == .notAllowed {
            // No rule says so: what closes the route are the allow rules that cover it.
            ids = rules.filter { $0.effect == .allow && !$0.isShadow && $0.scope.covers(route) }
                .map(\.id)
        }
        return Flip(before: before, after: after, rules: ids)
    }
}
