extension NavigationPlan {
    /// The maximum number of screens in a plan.
    public static let maximumScreens = 64
}

extension Resolution {
    /// Creates the navigation plan of a match.
    ///
    /// The screens of the prestack come first; its routes bring their own prestacks. The other
    /// settings of the match and the request apply to the whole plan.
    ///
    /// - Parameters:
    ///   - presentation: The request's presentation, which overrides that of the route.
    ///   - entries: The screens that the app shows now, bottom first. Reuse policies look for a
    ///     screen among them; if several fit, the topmost is used.
    /// - Returns: The plan; `nil` if nothing matched, or neither the route nor the request has a
    ///   presentation.
    /// - Throws: ``PlanError`` with a code: `prestackCycle`, `tooManyScreens`,
    ///   `prestackUnresolved`, `missingValue`.
    /// - Complexity: That of resolving the routes of the prestack.
    public func plan(
        covering presentation: RoutePresentation? = nil,
        over entries: [NavigationPlan.StackEntry] = []
    ) throws(PlanError) -> NavigationPlan? {
        guard let route, route.presentation != nil || presentation != nil else { return nil }
        var whole = route.presentation ?? RoutePresentation()
        if let presentation { whole = whole.covered(by: presentation) }
        var planner = NavigationPlanner(table: table)
        try planner.add(self, as: whole)
        return whole.plan(of: planner.screens, over: entries)
    }

    /// Makes the plan that shows a fallback target, for a request that no route took.
    package func plan(
        showingFallback target: String, as presentation: RoutePresentation,
        over entries: [NavigationPlan.StackEntry]
    ) throws(PlanError) -> NavigationPlan {
        var planner = NavigationPlanner(table: table)
        try planner.add(fallback: target, of: self, as: presentation)
        return presentation.plan(of: planner.screens, over: entries)
    }
}

extension RoutePresentation {
    /// The plan for new screens, given the existing ones.
    fileprivate func plan(
        of screens: [NavigationPlan.Screen], over entries: [NavigationPlan.StackEntry]
    ) -> NavigationPlan {
        NavigationPlan(
            action: action(for: screens.last, over: entries), screens: screens,
            container: container, wraps: wraps ?? false, isAnimated: isAnimated ?? true,
            transition: transition)
    }

    /// The action for a screen, given the existing ones.
    private func action(
        for screen: NavigationPlan.Screen?, over entries: [NavigationPlan.StackEntry]
    ) -> NavigationPlan.Action {
        if let screen, let index = entries.lastIndex(where: { isReused($0, for: screen) }) {
            return .popTo(index)
        }
        return verb == .present ? .present : .push
    }

    private func isReused(_ entry: NavigationPlan.StackEntry, for screen: NavigationPlan.Screen)
        -> Bool
    {
        guard case .target(let target) = screen.source,
            target.utf8.elementsEqual(entry.target.utf8)
        else { return false }
        switch reuse {
        case .anyOfKind: return true
        case .sameKey: return hasKey(entry, of: screen)
        case .never, nil: return verb == .popTo && (key == nil || hasKey(entry, of: screen))
        }
    }

    private func hasKey(_ entry: NavigationPlan.StackEntry, of screen: NavigationPlan.Screen)
        -> Bool
    {
        guard let key = screen.key, let other = entry.key else { return false }
        return key.utf8.elementsEqual(other.utf8)
    }
}
