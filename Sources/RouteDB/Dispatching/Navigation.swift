public import RouteDBRouting

/// The result of a navigation host: what it showed for a match, or why it showed nothing.
public struct NavigationResult: Sendable {
    /// The action of a host.
    public enum Action: Hashable, Sendable {
        /// The screens were pushed onto the stack.
        case push
        /// The screens were presented over the stack.
        case present
        /// The stack was popped to the screen with this index, counted from the bottom.
        case popTo(Int)
        /// Nothing was shown.
        case none(Refusal)
    }

    /// Why nothing was shown.
    public enum Refusal: Hashable, Sendable {
        /// The host made no screen for this target, or has none with this token.
        case noScreen(String)
        /// The plan would have pushed a container.
        case pushedContainer
        /// The host does not allow the plan.
        case notAllowed
        /// The target's code handled the request and had nothing to show.
        case nothingToShow
    }

    /// The action of the host.
    public let action: Action
    /// The navigation plan.
    public let plan: NavigationPlan
    /// True if the screens were wrapped in a navigation container because the plan asks for
    /// wrapping.
    public let isWrapped: Bool
    /// The screens that the host made, bottom first, without the containers around them.
    public let screens: [any Sendable]

    /// True if the change is animated.
    public var isAnimated: Bool { plan.isAnimated }
}

/// Carries out navigation plans on a host.
struct Navigation<Host: NavigationHost>: Sendable {
    let host: Host

    /// Shows the screens of a match.
    func take(_ invocation: DispatchInvocation) async throws -> HandlerResult {
        guard let plan = try await plan(for: invocation, showingFallback: nil) else {
            return HandlerResult(answer: .declined)
        }
        return try await carryOut(plan, invocation)
    }

    /// Shows the screen of a fallback target, for a request that no handler took.
    func take(_ invocation: DispatchInvocation, showingFallback target: String) async throws
        -> HandlerResult
    {
        guard let plan = try await plan(for: invocation, showingFallback: target) else {
            return HandlerResult(answer: .declined)
        }
        return try await carryOut(plan, invocation)
    }

    fileprivate func carryOut(
        _ plan: NavigationPlan, _ invocation: DispatchInvocation
    ) async throws -> HandlerResult {
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
            case .declined:
                if invocation.isRedirect {
                    return HandlerResult(answer: .declined, isRedirected: true)
                }
                return refused(.noScreen(screen.source.name), plan)
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
        _ invocation: DispatchInvocation
    ) async throws -> HandlerResult {
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
        for invocation: DispatchInvocation, showingFallback target: String?
    ) async throws -> NavigationPlan? {
        let (request, resolution) = (invocation.request, invocation.resolution)
        let presentation = request.presentation ?? RoutePresentation()
        let stack: [NavigationPlan.StackEntry]
        if let given = request.stack { stack = given } else { stack = await host.stack() }
        do {
            guard let target else {
                return try resolution.plan(covering: presentation, over: stack)
            }
            return try resolution.plan(showingFallback: target, as: presentation, over: stack)
        } catch {
            throw HandlerFailure(
                error: Dispatcher.Failure(.planFailed, error.message, underlying: error))
        }
    }

    private func done(
        _ action: NavigationResult.Action, _ plan: NavigationPlan, _ screens: [Host.Screen],
        _ invocation: DispatchInvocation, isWrapped: Bool = false
    ) -> HandlerResult {
        invocation.completion.settle(.finished(nil))
        return HandlerResult(
            answer: .handled,
            navigation: NavigationResult(
                action: action, plan: plan, isWrapped: isWrapped, screens: screens))
    }

    /// Returns the result for a target whose code had nothing to show; that code is in charge of
    /// the completion.
    private func handled(_ plan: NavigationPlan) -> HandlerResult {
        HandlerResult(
            answer: .handled,
            navigation: NavigationResult(
                action: .none(.nothingToShow), plan: plan, isWrapped: false, screens: []))
    }

    private func refused(
        _ refusal: NavigationResult.Refusal, _ plan: NavigationPlan, _ screens: [Host.Screen] = []
    ) -> HandlerResult {
        HandlerResult(
            answer: .declined,
            navigation: NavigationResult(
                action: .none(refusal), plan: plan, isWrapped: false, screens: screens))
    }
}

extension DispatchInvocation {
    /// True if the invocation is of a match whose route is a redirect, not of a fallback.
    fileprivate var isRedirect: Bool {
        resolution.route.map { $0.redirect != nil && $0.target == target } ?? false
    }
}

extension NavigationHost {
    /// Carries out a plan, as the dispatch of a match with that plan does.
    package func carryOut(
        _ plan: NavigationPlan, for invocation: DispatchInvocation
    ) async throws -> NavigationResult? {
        try await Navigation(host: self).carryOut(plan, invocation).navigation
    }
}

// Showing the screens of a match.
extension Dispatcher {
    /// Resolves a request and has a host carry out its navigation plan.
    ///
    /// This is a dispatch in which the host takes the place of the routes' handlers; required
    /// values are checked and guards are asked first. If the host refuses a plan, the match counts
    /// as declined; if it throws, the dispatch fails. A route without a presentation is pushed. If
    /// no match is taken, the host shows the namespace's fallback target; if there is none, or the
    /// host makes no screen for it, fallback and unmatched handlers are called as in
    /// ``dispatch(_:)``.
    ///
    /// A redirect that the host makes no screen for is followed: to another route here, or to a URL of
    /// another host that no route here is bound to, which the host opens. Redirects that lead in a loop, or
    /// to 16 URLs, end the dispatch as failed, with `redirectLoop`; what is gone ends it as
    /// `redirected`.
    ///
    /// A container is never pushed, and a container that is presented is not wrapped again. Whether
    /// to return to a screen that is already shown is decided before any screen is made. Once the
    /// task is cancelled or the timeout expires, nothing more is shown.
    ///
    /// - Parameters:
    ///   - request: The request. Its presentation takes precedence over the route's.
    ///   - host: The host that makes and shows the screens.
    /// - Returns: The report. Its ``Dispatcher/Report/navigation`` says what was shown.
    public func navigate(
        _ request: DispatchRequest, on host: some NavigationHost
    ) async -> Dispatcher.Report {
        await run(request, isResumed: false, Self.taker(host))
    }

    /// Continues a navigation that was challenged, after the challenge is met.
    ///
    /// See ``resume(_:as:)``.
    ///
    /// - Parameters:
    ///   - resumption: The resumption from the report of the challenged navigation.
    ///   - principal: The new principal, or `nil` to keep that of the request.
    ///   - host: The host that makes and shows the screens.
    /// - Returns: The report.
    public func resume(
        _ resumption: Dispatcher.Resumption, as principal: RequestPrincipal? = nil,
        on host: some NavigationHost
    ) async -> Dispatcher.Report {
        await run(resumption.request(as: principal), isResumed: true, Self.taker(host))
    }

    private static func taker(_ host: some NavigationHost) -> MatchHandler {
        let navigation = Navigation(host: host)
        return MatchHandler(
            code: { _, _ in { try await navigation.take($0) } },
            fallback: { target in { try await navigation.take($0, showingFallback: target) } },
            open: { try await host.open($0, for: $1) })
    }
}
