import RouteDBRouting

/// Carries out navigation plans on a host.
struct Navigation<Host: NavigationHost>: Sendable {
    let host: Host

    /// Shows the screens of a match.
    func take(_ invocation: Invocation) async throws -> Taken {
        guard let plan = try await plan(for: invocation, showingFallback: nil) else {
            return Taken(answer: .declined)
        }
        return try await carryOut(plan, invocation)
    }

    /// Shows the screen of a fallback target, for a request that no handler took.
    func take(_ invocation: Invocation, showingFallback target: String) async throws -> Taken {
        guard let plan = try await plan(for: invocation, showingFallback: target) else {
            return Taken(answer: .declined)
        }
        return try await carryOut(plan, invocation)
    }

    private func carryOut(
        _ plan: NavigationPlan, _ invocation: Invocation
    ) async throws -> Taken {
        if case .popTo(let index) = plan.action, let top = plan.top {
            try Task.checkCancellation()
            try await host.update(index, with: top, for: invocation)
            try Task.checkCancellation()
            try await host.popTo(index, of: plan)
            return done(.popTo(index), plan, [], invocation)
        }
        let isPush = plan.action == .push
        if isPush && plan.container != nil { return refused(.pushedContainer, plan) }
        var screens: [Host.Screen] = []
        for screen in plan.screens {
            try Task.checkCancellation()
            switch try await host.make(screen, for: invocation) {
            case .screen(let made):
                if isPush, await host.isContainer(made) { return refused(.pushedContainer, plan) }
                screens.append(made)
            case .handled: return handled(plan)
            case .declined: return refused(.noScreen(screen.source.name), plan)
            }
        }
        guard let top = screens.last, await host.allows(plan, top: top) else {
            return refused(.notAllowed, plan, screens)
        }
        if isPush {
            try Task.checkCancellation()
            try await host.push(screens, of: plan)
            return done(.push, plan, screens, invocation)
        }
        return try await present(screens, top: top, plan, invocation)
    }

    private func present(
        _ screens: [Host.Screen], top: Host.Screen, _ plan: NavigationPlan,
        _ invocation: Invocation
    ) async throws -> Taken {
        var shown = screens
        var isWrapped = false
        if let container = plan.container {
            shown = [try await host.contain(screens, in: container)]
        } else if plan.wraps, await !host.isContainer(top) {
            shown = [try await host.contain(screens, in: .navigation)]
            isWrapped = true
        }
        try Task.checkCancellation()
        try await host.present(shown, of: plan)
        return done(.present, plan, screens, invocation, isWrapped: isWrapped)
    }

    /// Makes the plan; a route without a presentation pushes its target.
    private func plan(
        for invocation: Invocation, showingFallback target: String?
    ) async throws -> NavigationPlan? {
        let (request, resolution) = (invocation.request, invocation.resolution)
        let presentation = request.presentation ?? Presentation()
        let stack: [StackEntry]
        if let given = request.stack { stack = given } else { stack = await host.stack() }
        do {
            guard let target else {
                return try resolution.plan(covering: presentation, over: stack)
            }
            return try resolution.plan(showingFallback: target, as: presentation, over: stack)
        } catch {
            throw TakingFailure(
                error: DispatchError(.planFailed, error.message, underlying: error))
        }
    }

    private func done(
        _ action: NavigationResult.Action, _ plan: NavigationPlan, _ screens: [Host.Screen],
        _ invocation: Invocation, isWrapped: Bool = false
    ) -> Taken {
        invocation.completion.settle(.finished(nil))
        return Taken(
            answer: .handled,
            navigation: NavigationResult(
                action: action, plan: plan, isWrapped: isWrapped, screens: screens))
    }

    /// Returns the result for a target whose code had nothing to show; that code is in charge of
    /// the completion.
    private func handled(_ plan: NavigationPlan) -> Taken {
        Taken(
            answer: .handled,
            navigation: NavigationResult(
                action: .none(.nothingToShow), plan: plan, isWrapped: false, screens: []))
    }

    private func refused(
        _ refusal: NavigationResult.Refusal, _ plan: NavigationPlan, _ screens: [Host.Screen] = []
    ) -> Taken {
        Taken(
            answer: .declined,
            navigation: NavigationResult(
                action: .none(refusal), plan: plan, isWrapped: false, screens: screens))
    }
}

extension NavigationPlan.Screen.Source {
    fileprivate var name: String {
        switch self {
        case .target(let name), .instance(let name): name
        }
    }
}
