extension NavigationPlan {
    /// How many screens a plan has at most.
    public static let maximumScreens = 64
}

extension Resolution {
    /// Makes the plan of a match.
    ///
    /// The screens of the prestack come first, those of its routes with their own prestacks; what
    /// the match's own presentation and the request say of the rest counts for the whole.
    ///
    /// - Parameters:
    ///   - presentation: The request's presentation, which covers the route's.
    ///   - entries: The screens that are there, bottom first, for policies of reuse; of several that
    ///     fit, the lowest is returned to.
    /// - Returns: The plan; `nil` if nothing matched, or neither the route nor the request says how
    ///   the target is shown.
    /// - Throws: ``PlanError`` with a code: `prestackCycle`, `tooManyScreens`,
    ///   `prestackUnresolved`, `missingValue`.
    /// - Complexity: That of resolving the routes of the prestack.
    public func plan(
        covering presentation: Presentation? = nil, over entries: [StackEntry] = []
    ) throws(PlanError) -> NavigationPlan? {
        guard let route, route.presentation != nil || presentation != nil else { return nil }
        var whole = route.presentation ?? Presentation()
        if let presentation { whole = whole.covered(by: presentation) }
        var planner = NavigationPlanner(table: table)
        try planner.add(self, as: whole)
        return NavigationPlan(
            action: whole.action(for: planner.screens.last, over: entries),
            screens: planner.screens, container: whole.container, wraps: whole.wraps ?? false,
            isAnimated: whole.isAnimated ?? true, transition: whole.transition)
    }
}

extension Presentation {
    /// What is done with a screen over those that are there.
    fileprivate func action(
        for screen: NavigationPlan.Screen?, over entries: [StackEntry]
    ) -> NavigationPlan.Action {
        if let screen, let index = entries.firstIndex(where: { isReused($0, for: screen) }) {
            return .popTo(index)
        }
        return verb == .present ? .present : .push
    }

    private func isReused(_ entry: StackEntry, for screen: NavigationPlan.Screen) -> Bool {
        guard case .target(let target) = screen.source,
            target.utf8.elementsEqual(entry.target.utf8)
        else { return false }
        switch reuse {
        case .anyOfKind: return true
        case .sameKey: return hasKey(entry, of: screen)
        case .never, nil: return verb == .popTo && (key == nil || hasKey(entry, of: screen))
        }
    }

    private func hasKey(_ entry: StackEntry, of screen: NavigationPlan.Screen) -> Bool {
        guard let key = screen.key, let other = entry.key else { return false }
        return key.utf8.elementsEqual(other.utf8)
    }
}
