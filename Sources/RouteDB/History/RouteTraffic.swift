package import RouteDBDatabase
import RouteDBHistory
package import RouteDBRouting

/// The number of hits of a registry's routes and namespaces, within a window of time and ever.
///
/// If the history has no hits at all in the window, perhaps nothing was recorded then. The counts
/// of the window are therefore unknown rather than zero.
package struct RouteTraffic: Hashable, Sendable {
    /// A number of hits, each counted with its weight.
    package struct Count: Hashable, Sendable {
        /// The hits in the window, or `nil` if unknown because the history has no hits in it at
        /// all.
        package var recent: Int64?
        /// All hits ever, including pruned ones, or `nil` if unknown because the history is empty.
        package var ever: Int64?
        /// The day of the last hit, or `nil` if there is none.
        package var lastDay: Timestamp?

        /// Creates a count.
        package init(recent: Int64?, ever: Int64?, lastDay: Timestamp? = nil) {
            (self.recent, self.ever, self.lastDay) = (recent, ever, lastDay)
        }

        /// True if there are known to be no hits, neither in the window nor ever.
        package var isNone: Bool { recent == 0 && ever == 0 }

        // Only a damaged file can make the sum overflow; it is clamped then.
        fileprivate mutating func add(_ other: Count) {
            (recent, ever) = (Self.sum(recent, other.recent), Self.sum(ever, other.ever))
            if let day = other.lastDay, day > lastDay ?? .distantPast {
                lastDay = day
            }
        }

        private static func sum(_ left: Int64?, _ right: Int64?) -> Int64? {
            guard let left, let right else { return nil }
            let (total, overflow) = left.addingReportingOverflow(max(0, right))
            return overflow ? .max : total
        }
    }

    /// The start of the window as requested; counting starts at the quarter hour that contains it.
    package let since: Timestamp
    /// The start of the quarter hour of the first hit ever, or `nil` if there are no hits.
    package let start: Timestamp?
    /// True if there are any hits in the window, so that its counts are known.
    package let isWindowKnown: Bool
    private var routes: [RouteID: Count] = [:]
    private var namespaces: [NamespaceID: Count] = [:]

    init(_ rows: [HitsReader.Traffic], firstBucket: Int64?, since: Timestamp) {
        self.since = since
        start = firstBucket.map(Self.time)
        isWindowKnown = rows.contains { $0.recent > 0 }
        let none = none
        for row in rows {
            let count = Count(
                recent: row.recent, ever: row.ever, lastDay: Self.time(row.lastDay))
            let (route, namespace) = (row.place.route, row.place.namespace)
            if route > 0 { routes[RouteID(rawValue: route), default: none].add(count) }
            if namespace > 0 {
                namespaces[NamespaceID(rawValue: namespace), default: none].add(count)
            }
        }
    }

    /// The time of so many seconds.
    private static func time(_ seconds: Int64) -> Timestamp {
        Timestamp(microseconds: seconds.multipliedReportingOverflow(by: 1_000_000).partialValue)
    }

    /// The count of something without hits.
    private var none: Count {
        Count(recent: isWindowKnown ? 0 : nil, ever: start == nil ? nil : 0)
    }

    /// The routes that were ever found.
    package var foundRoutes: Set<RouteID> { Set(routes.keys) }

    /// Returns the hits that found a route, including those that were denied access.
    package func hits(of route: RouteID) -> Count { routes[route] ?? none }

    /// Returns the hits of the route or namespace that a change is about; `nil` if it is about something else.
    package func hits(of change: RegistryChange) -> Count? {
        switch change.scope {
        case .route(let id)?: hits(of: id)
        case .namespace(let id)?: namespaces[id] ?? none
        case .group?, nil: nil
        }
    }

    /// Returns the hits of the routes, groups and namespaces that changes affect.
    ///
    /// - Complexity: O(*n*) in the routes and changes, plus O(*n*) in the routes for each change of
    ///   a group.
    package func hits(of changes: [RegistryChange], in snapshot: RegistrySnapshot) -> [Count?] {
        let known = Set(snapshot.routes.map(\.id))
        let places = Set(snapshot.namespaces.map(\.id))
        return changes.map { change in
            switch change.scope {
            case .route(let id)? where known.contains(id): return hits(of: change)
            case .namespace(let id)? where places.contains(id): return hits(of: change)
            case .group(let id, _)? where places.contains(id):
                return snapshot.routes.filter { change.scope?.covers($0) == true }
                    .reduce(into: none) { $0.add(hits(of: $1.id)) }
            case .route?, .namespace?, .group?, nil: return nil
            }
        }
    }
}

extension HitHistory {
    /// Counts the hits of the registry's routes and namespaces, since a time and ever.
    ///
    /// The counts come from the roll-ups, so they include pruned hits.
    package func traffic(since time: Timestamp) async throws(RouteDBError) -> RouteTraffic {
        try await read { reader throws(RouteDBError) in
            let (rows, first) = try reader.traffic(since: time.microseconds)
            return RouteTraffic(rows, firstBucket: first, since: time)
        }
    }
}
