public import RouteDBRouting

/// A view of a registry for resolving many URLs in a loop on one thread.
///
/// A reader keeps a reference to the routing table and fetches a new one only after the registry
/// has changed, so each call costs one atomic load instead of a lock. Readers on different threads
/// do not contend. A reader is noncopyable and belongs to one thread or task: make one for each,
/// with ``RouteRegistry/makeReader()``.
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
    private let clock: @Sendable () -> Timestamp
    private let recorder: HitRecorder?
    private let observers: RegistryObservers

    init(
        _ published: PublishedTable, clock: @escaping @Sendable () -> Timestamp,
        recorder: HitRecorder?, observers: RegistryObservers
    ) {
        self.published = published
        self.clock = clock
        self.recorder = recorder
        self.observers = observers
        // In this order, a change in between is seen twice instead of missed.
        generation = published.generation
        current = published.table
    }

    /// The current routing table.
    public var table: RoutingTable {
        mutating get {
            refresh()
            return current
        }
    }

    /// Finds the first route that matches a URL, without evaluating access rules or recording a
    /// hit.
    ///
    /// This is the fastest way to ask which route a URL leads to; see
    /// ``RoutingTable/match(_:in:into:)``. To find the next match, call the same ``table``.
    ///
    /// - Parameters:
    ///   - url: The URL as written.
    ///   - namespace: The namespace to search first, or `nil` for the one that the URL is bound to.
    ///   - match: Receives the match, if there is one.
    /// - Returns: Whether a route matches, or why the URL is invalid.
    public mutating func match(
        _ url: String, in namespace: String? = nil, into match: inout RouteMatch
    ) -> RoutingTable.MatchOutcome {
        refresh()
        return current.match(url, in: namespace, into: &match)
    }

    /// Resolves a URL for an anonymous caller, and records the resolution if the registry records.
    ///
    /// - Parameter url: The URL as written.
    /// - Returns: The resolution. "No match" and "not a URL" are outcomes of a resolution, not
    ///   errors.
    /// - Complexity: See ``RoutingTable/match(_:in:into:)``.
    public mutating func resolve(_ url: String) -> Resolution {
        resolve(ResolutionRequest(plain: url))
    }

    /// Resolves a request, and records the resolution if the registry records.
    ///
    /// If access rules need the time and the request has none, it is read from
    /// ``RegistryOptions/now``.
    ///
    /// - Parameter request: The request.
    /// - Returns: The resolution.
    public mutating func resolve(_ request: consuming ResolutionRequest) -> Resolution {
        refresh()
        return current.resolve(request, clock: clock, observers, recorder)
    }

    /// Finds the next match after one that a handler declined.
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
