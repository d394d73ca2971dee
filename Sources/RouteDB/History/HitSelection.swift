public import RouteDBRouting
package import RouteDBStorage

/// Which hits of a history are wanted.
public struct HitSelection: Hashable, Sendable {
    /// Only hits of this time or later.
    public var since: Timestamp?
    /// Only hits before this time.
    public var until: Timestamp?
    /// Only hits of these namespaces.
    public var namespaces: Set<NamespaceID>?
    /// Only hits of these routes.
    public var routes: Set<RouteID>?
    /// Only hits that came to one of these.
    public var outcomes: Set<Resolution.Outcome>?

    /// Makes a selection; what is `nil` is not looked at, and an empty set wants no hit.
    ///
    /// - Parameters:
    ///   - since: Only hits of this time or later.
    ///   - until: Only hits before this time.
    ///   - namespaces: Only hits of these namespaces.
    ///   - routes: Only hits of these routes.
    ///   - outcomes: Only hits that came to one of these.
    public init(
        since: Timestamp? = nil, until: Timestamp? = nil, namespaces: Set<NamespaceID>? = nil,
        routes: Set<RouteID>? = nil, outcomes: Set<Resolution.Outcome>? = nil
    ) {
        self.since = since
        self.until = until
        self.namespaces = namespaces
        self.routes = routes
        self.outcomes = outcomes
    }

    /// What the selection says of the numbers of a hit.
    package var filter: HitFilter {
        var filter = HitFilter()
        if let since { filter.require(.time, from: since.microseconds, through: .max) }
        if let until {
            let (last, overflow) = until.microseconds.subtractingReportingOverflow(1)
            // Nothing is before the first time of all: the bounds exclude each other.
            filter.require(.time, from: overflow ? .max : .min, through: overflow ? .min : last)
        }
        if let namespaces { filter.require(.namespace, oneOf: Set(namespaces.map(\.rawValue))) }
        if let routes { filter.require(.route, oneOf: Set(routes.map(\.rawValue))) }
        if let outcomes {
            filter.require(
                .outcome, oneOf: Set(outcomes.map { Int64(HitOutcome($0).rawValue) }))
        }
        return filter
    }
}
