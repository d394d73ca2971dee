package import RouteDBRouting

/// A question for the routes that meet conditions, in the order of registration.
package struct RouteQuery: Hashable, Sendable {
    package var filter: RouteFilter
    /// The route after which the answer begins; `nil` for the first.
    package var after: RouteID?
    /// The number of routes to leave out at the beginning.
    package var skipped = 0
    /// The maximum number of routes; `nil` for all.
    package var limit: Int?

    package init(
        _ filter: RouteFilter = RouteFilter(), after: RouteID? = nil, skipping skipped: Int = 0,
        limit: Int? = nil
    ) {
        (self.filter, self.after, self.skipped, self.limit) = (filter, after, skipped, limit)
    }

    /// True if the answer is every route.
    var asksForAll: Bool { self == RouteQuery() }
}
