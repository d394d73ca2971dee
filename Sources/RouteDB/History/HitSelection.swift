package import RouteDBHistory
public import RouteDBRouting

/// The conditions that select hits of a history; all of them must hold.
public struct HitSelection: Hashable, Sendable {
    /// Selects hits at this time or later.
    public var since: Timestamp?
    /// Selects hits before this time.
    public var until: Timestamp?
    /// Selects hits in these namespaces.
    public var namespaces: Set<NamespaceID>?
    /// Selects hits of these routes.
    public var routes: Set<RouteID>?
    /// Selects hits with these outcomes.
    public var outcomes: Set<ResolutionOutcome>?
    /// Selects hits of bots, by their user agents, or those of all other clients, also of unknown ones.
    public var areBots: Bool?

    /// Creates a selection.
    ///
    /// A condition that is `nil` selects all hits; an empty set selects none.
    ///
    /// - Parameters:
    ///   - since: Selects hits at this time or later.
    ///   - until: Selects hits before this time.
    ///   - namespaces: Selects hits in these namespaces.
    ///   - routes: Selects hits of these routes.
    ///   - outcomes: Selects hits with these outcomes.
    ///   - areBots: Selects hits of bots, or those of all other clients.
    public init(
        since: Timestamp? = nil, until: Timestamp? = nil, namespaces: Set<NamespaceID>? = nil,
        routes: Set<RouteID>? = nil, outcomes: Set<ResolutionOutcome>? = nil, areBots: Bool? = nil
    ) {
        self.since = since
        self.until = until
        self.namespaces = namespaces
        self.routes = routes
        self.outcomes = outcomes
        self.areBots = areBots
    }

    /// The selection as conditions on the numbers of a hit.
    package var filter: HitFilter {
        var filter = HitFilter()
        if let since { filter.require(.time, from: since.microseconds, through: .max) }
        if let until {
            let (last, overflow) = until.microseconds.subtractingReportingOverflow(1)
            // No time is before the earliest one, so the bounds must exclude everything.
            filter.require(.time, from: overflow ? .max : .min, through: overflow ? .min : last)
        }
        if let namespaces { filter.require(.namespace, oneOf: Set(namespaces.map(\.rawValue))) }
        if let routes { filter.require(.route, oneOf: Set(routes.map(\.rawValue))) }
        if let outcomes {
            filter.require(
                .outcome, oneOf: Set(outcomes.map { Int64(HitOutcome($0).rawValue) }))
        }
        if let areBots { filter.require(.client, oneOf: HitClient.numbers(ofBots: areBots)) }
        return filter
    }
}
