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
    ///     fit, the topmost is returned to.
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
        return whole.plan(of: planner.screens, over: entries)
    }

    /// Makes the plan that shows a fallback target, for a request that no route took.
    package func plan(
        showingFallback target: String, as presentation: Presentation,
        over entries: [StackEntry]
    ) throws(PlanError) -> NavigationPlan {
        var planner = NavigationPlanner(table: table)
        try planner.add(fallback: target, of: self, as: presentation)
        return presentation.plan(of: planner.screens, over: entries)
    }
}

extension Presentation {
    /// The plan of screens that are made, over those that are there.
    fileprivate func plan(
        of screens: [NavigationPlan.Screen], over entries: [StackEntry]
    ) -> NavigationPlan {
        NavigationPlan(
            action: action(for: screens.last, over: entries), screens: screens,
            container: container, wraps: wraps ?? false, isAnimated: isAnimated ?? true,
            transition: transition)
    }

    /// What is done with a screen over those that are there.
    private func action(
        for screen: NavigationPlan.Screen?, over entries: [StackEntry]
    ) -> NavigationPlan.Action {
        if let screen, let index = entries.lastIndex(where: { isReused($0, for: screen) }) {
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
