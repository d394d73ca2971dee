public import RouteDBDatabase
public import RouteDBRouting
public import RouteDBStorage

/// Tries out access rules before they are added, by deciding requests with and without them.
///
/// The registry is not changed: the rules are compiled together with those of a snapshot.
public struct AccessTrial: Sendable {
    /// A request whose decision the rules would change.
    public struct Change: Sendable {
        /// The resolution without the rules.
        public let before: Resolution
        /// The resolution with the rules.
        public let after: Resolution
        /// The new rules that make the difference, oldest first.
        public let rules: [RuleID]
    }

    /// The new rules, with preliminary ids after the highest existing one.
    ///
    /// When they are added, their ids can differ, for example if rules with higher ids have been
    /// removed.
    public let rules: [AccessRule]
    private let before: RoutingTable
    private let after: RoutingTable

    /// Prepares a trial.
    ///
    /// - Parameters:
    ///   - drafts: The rules to try. A rule that equals an existing one has no effect.
    ///   - snapshot: The contents of the registry.
    /// - Throws: The `RouteDBError` that adding the rules would throw.
    public init(
        of drafts: [RuleDraft], in snapshot: RegistrySnapshot
    ) throws(RouteDBError) {
        let (changed, added) = try snapshot.adding(rules: drafts)
        before = RoutingTable(snapshot)
        after = RoutingTable(changed)
        rules = changed.accessRules.suffix(added.count)
    }

    /// The result of a trial for one request.
    public struct Outcome: Sendable {
        /// True if the request finds a route, so that there is something to decide.
        public let isDecided: Bool
        /// The difference that the rules make, or `nil` if they make none.
        public let change: Change?
    }

    /// Decides a request with and without the rules.
    ///
    /// - Parameter request: The request.
    /// - Returns: The difference that the rules make, or `nil` if they make none or no route
    ///   matches.
    public func change(of request: ResolutionRequest) -> Change? { outcome(of: request).change }

    /// Decides a request with and without the rules, and tells whether there was anything to
    /// decide.
    ///
    /// - Parameter request: The request.
    /// - Returns: The result of the trial.
    public func outcome(of request: ResolutionRequest) -> Outcome {
        let (before, after) = (before.resolve(request), after.resolve(request))
        guard before.foundRoute != nil, let route = after.foundRoute else {
            return Outcome(isDecided: false, change: nil)
        }
        return Outcome(isDecided: true, change: change(from: before, to: after, of: route))
    }

    private func change(from before: Resolution, to after: Resolution, of route: Route) -> Change? {
        let (old, new) = (before.access, after.access)
        guard old.verdict != new.verdict || old.challengeTarget != new.challengeTarget else {
            return nil
        }
        var ids = rules.map(\.id).filter(new.rules.contains)
        if new.reason == .notAllowed {
            // The decision names no rule. The allow rules that cover the route are what closes it.
            ids = rules.filter { $0.effect == .allow && !$0.isShadow && $0.scope.covers(route) }
                .map(\.id)
        }
        return Change(before: before, after: after, rules: ids)
    }
}
