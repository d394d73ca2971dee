public import RouteDBRouting

/// A view of a registry for one thread that resolves in a loop.
///
/// It keeps the routing table and asks for another only when the registry has changed, so getting
/// hold of the table costs one read of a number; two threads with a reader each do not slow each
/// other down. It is not copyable and belongs to one thread or task; make one for each.
///
/// ```swift
/// var reader = registry.makeReader()
/// var match = RouteMatch()
/// for url in urls {
///     if case .matched = reader.match(url, into: &match) { hits += 1 }
/// }
/// ```
public struct RouteReader: ~Copyable {
    private let published: PublishedTable
    private var generation: UInt64
    private var current: RoutingTable
    private let clock: @Sendable () -> Int64
    private let recorder: HitRecorder?

    init(
        _ published: PublishedTable, clock: @escaping @Sendable () -> Int64,
        recorder: HitRecorder?
    ) {
        self.published = published
        self.clock = clock
        self.recorder = recorder
        // In this order: a change in between is seen again, and none is missed.
        generation = published.generation
        current = published.table
    }

    /// The newest routing table.
    public var table: RoutingTable {
        mutating get {
            refresh()
            return current
        }
    }

    /// Finds the first route that matches a URL.
    ///
    /// See ``RoutingTable/match(_:in:into:)``: access rules are not asked, and nothing is recorded.
    /// To go on to the next match, ask the same ``table`` again.
    ///
    /// - Parameters:
    ///   - url: The URL as written.
    ///   - namespace: The namespace to begin with; `nil`: the one that the URL is bound to.
    ///   - match: Receives the match, if there is one.
    /// - Returns: Whether there is one, or why the URL is invalid.
    public mutating func match(
        _ url: String, in namespace: String? = nil, into match: inout RouteMatch
    ) -> RoutingTable.MatchOutcome {
        refresh()
        return current.match(url, in: namespace, into: &match)
    }

    /// Resolves a request, and records that if the registry does.
    ///
    /// One that does not tell the time gets that of ``RegistryOptions/currentTimeMicroseconds`` if
    /// an access rule asks for it.
    ///
    /// - Parameter request: The request.
    /// - Returns: The resolution.
    public mutating func resolve(_ request: ResolutionRequest) -> Resolution {
        refresh()
        let resolution = current.resolve(request, clock: clock)
        recorder?.record(resolution)
        return resolution
    }

    /// Finds what comes after a match that a handler would not take.
    ///
    /// See ``RouteRegistry/resolve(_:declining:)``.
    public func resolve(
        _ request: ResolutionRequest, declining previous: Resolution
    ) -> Resolution {
        previous.declined(request.at(previous.request.time))
    }

    private mutating func refresh() {
        let newest = published.generation
        guard newest != generation else { return }
        generation = newest
        current = published.table
    }
}
