package import RouteDBRouting

/// The callers who may reach a route: the rules that cover it, and what holds for whom no rule names.
package struct RouteCallers: Sendable {
    /// The answer for callers whom no rule names.
    package enum Others: String, Sendable {
        /// They may reach the route: its namespace is open.
        case allowed
        /// They may not: rules that allow name others.
        case notNamed
        /// They may not: the namespace is closed.
        case closed
    }

    /// The rules in force that cover the route, in the order in which effects win: deny, challenge, allow.
    package let rules: [AccessRule]
    /// The rules that cover the route and have no effect: those that only watch.
    package let watching: [AccessRule]
    /// The answer for callers whom no rule names.
    package let others: Others

    /// Finds who may reach a route.
    ///
    /// - Complexity: O(*n*) in the number of access rules.
    package init(_ route: Route, in snapshot: RegistrySnapshot, at time: Timestamp) {
        let covering = snapshot.accessRules.filter {
            $0.scope.covers(route) && !$0.isOver(at: time)
        }
        let enforced = covering.filter { !$0.isShadow }
        rules =
            enforced.filter(\.isDenying) + enforced.filter(\.isChallenging)
            + enforced.filter(\.isAllowing)
        watching = covering.filter(\.isShadow)
        let namespace = snapshot.namespaces.first { $0.id == route.namespace }
        others =
            enforced.contains(where: \.isAllowing)
            ? .notNamed : namespace?.access == .closed ? .closed : .allowed
    }

    /// The answer in one sentence.
    package var summary: String {
        switch (others, rules.isEmpty) {
        case (.allowed, true): "Everybody may open it: no access rule covers it."
        case (.allowed, false): "Everybody may open it, except as these rules say."
        case (.notNamed, _): "Only callers whom these rules allow may open it."
        case (.closed, _):
            "Nobody may open it: its namespace is closed, and no rule allows anybody."
        }
    }
}

extension AccessRule {
    var isAllowing: Bool { effect == .allow }
    var isDenying: Bool { effect == .deny }
    var isChallenging: Bool { !isAllowing && !isDenying }

    /// Returns whether the rule has expired.
    func isOver(at time: Timestamp) -> Bool { until.map { $0 <= time } ?? false }
}
