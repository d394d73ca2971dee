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
    /// A container is never pushed, and a container that is presented is not wrapped again. Whether
    /// to return to a screen that is already shown is decided before any screen is made. Once the
    /// task is cancelled or the timeout expires, nothing more is shown.
    ///
    /// - Parameters:
    ///   - request: The request. Its presentation takes precedence over the route's.
    ///   - host: The host that makes and shows the screens.
    /// - Returns: The report. Its ``DispatchReport/navigation`` says what was shown.
    public func navigate(
        _ request: DispatchRequest, on host: some NavigationHost
    ) async -> DispatchReport {
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
        _ resumption: Resumption, as principal: Principal? = nil, on host: some NavigationHost
    ) async -> DispatchReport {
        await run(resumption.request(as: principal), isResumed: true, Self.taker(host))
    }

    private static func taker(_ host: some NavigationHost) -> MatchTaker {
        let navigation = Navigation(host: host)
        return MatchTaker(
            code: { _, _ in { try await navigation.take($0) } },
            fallback: { target in { try await navigation.take($0, showingFallback: target) } })
    }
}
