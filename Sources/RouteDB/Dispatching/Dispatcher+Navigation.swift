// Showing the screens of a match.
extension Dispatcher {
    /// Resolves a request and has its navigation plan carried out by a host.
    ///
    /// It is a dispatch in which the host stands in the place of the routes' handlers: what a route
    /// requires is checked and guards are asked before. A plan that the host refuses counts as
    /// declined; what a host throws, as failed. A route that says nothing of how it is shown is
    /// pushed. If nobody took any match, the host shows the namespace's fallback target; where there
    /// is none, or the host makes no screen of it, fallback and unmatched handlers are called as in
    /// ``dispatch(_:)``.
    ///
    /// A container is never pushed; one that is presented is not wrapped again; whether a screen
    /// that is there is returned to is decided before any is made. When the task is cancelled, or
    /// its time is up, nothing more is shown.
    ///
    /// - Parameters:
    ///   - request: The request; its presentation covers the route's.
    ///   - host: What makes and shows the screens.
    /// - Returns: The report, with what was done in ``DispatchReport/navigation``.
    public func navigate(
        _ request: DispatchRequest, on host: some NavigationHost
    ) async -> DispatchReport {
        await run(request, isResumed: false, Self.taker(host))
    }

    /// Navigates again for a request that a challenge held up; see ``resume(_:as:)``.
    ///
    /// - Parameters:
    ///   - resumption: What the report of the challenged navigation carried.
    ///   - principal: Who asks by now; `nil`: who asked before.
    ///   - host: What makes and shows the screens.
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
