public import RouteDBRouting
public import RouteDBStorage

/// How many hits the routes and namespaces of a registry had: since some time, and ever.
///
/// A history that has no hit at all of a time says nothing of it: nothing may have been recorded
/// then. So where no route had any, hits are not known, which is not the same as none.
public struct RouteTraffic: Hashable, Sendable {
    /// How many hits something had, each counted with its weight.
    public struct Count: Hashable, Sendable {
        /// Those of the window; `nil`: not known, because the history has no hit of it at all.
        public var recent: Int64?
        /// Those of all times, pruned ones too; `nil`: not known, because the history has no hits.
        public var ever: Int64?

        /// Makes a count.
        public init(recent: Int64?, ever: Int64?) { (self.recent, self.ever) = (recent, ever) }

        /// Whether it is known that there were none in the window, nor ever before.
        public var isNone: Bool { recent == 0 && ever == 0 }

        // A sum that is beyond all numbers is damage; it stays the greatest one.
        fileprivate mutating func add(_ other: Count) {
            (recent, ever) = (Self.sum(recent, other.recent), Self.sum(ever, other.ever))
        }

        private static func sum(_ left: Int64?, _ right: Int64?) -> Int64? {
            guard let left, let right else { return nil }
            let (total, overflow) = left.addingReportingOverflow(max(0, right))
            return overflow ? .max : total
        }
    }

    /// The beginning of the window: that which was asked for, or up to a quarter of an hour before.
    public let since: Timestamp
    /// The quarter of an hour of the first hit that the history ever had; `nil`: it had none.
    public let begins: Timestamp?
    /// Whether the window has hits, of whatever route, so that what it says of one is known.
    public let isWindowKnown: Bool
    private var routes: [RouteID: Count] = [:]
    private var namespaces: [NamespaceID: Count] = [:]

    init(_ rows: [HitsReader.Traffic], since: Timestamp) {
        self.since = since
        let first = rows.map(\.firstBucket).min()
        begins = first.map {
            Timestamp(microseconds: $0.multipliedReportingOverflow(by: 1_000_000).partialValue)
        }
        isWindowKnown = rows.contains { $0.recent > 0 }
        let none = none
        for row in rows {
            let count = Count(recent: row.recent, ever: row.ever)
            if row.route > 0 { routes[RouteID(rawValue: row.route), default: none].add(count) }
            if row.namespace > 0 {
                namespaces[NamespaceID(rawValue: row.namespace), default: none].add(count)
            }
        }
    }

    /// What there is to say of something that no hit was of.
    private var none: Count {
        Count(recent: isWindowKnown ? 0 : nil, ever: begins == nil ? nil : 0)
    }

    /// The hits that found a route, also where access was refused.
    public func hits(of route: RouteID) -> Count { routes[route] ?? none }

    /// The hits of what changes of the registry are about, in the registry before them.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - snapshot: The registry before the changes.
    /// - Returns: For each change the hits of the route, of all routes of the group, or of the
    ///   namespace with those that found no route; `nil` for what was not there, and so had none,
    ///   and for route tests.
    /// - Complexity: O(*n*) in the routes and changes; times the changes that are about groups.
    public func hits(of changes: [RegistryChange], in snapshot: RegistrySnapshot) -> [Count?] {
        let known = Set(snapshot.routes.map(\.id))
        let places = Set(snapshot.namespaces.map(\.id))
        return changes.map { change in
            switch change.scope {
            case .route(let id)? where known.contains(id): return hits(of: id)
            case .namespace(let id)? where places.contains(id): return namespaces[id] ?? none
            case .group(let id, _)? where places.contains(id):
                return snapshot.routes.filter { change.scope?.covers($0) == true }
                    .reduce(into: none) { $0.add(hits(of: $1.id)) }
            case .route?, .namespace?, .group?, nil: return nil
            }
        }
    }
}

extension HitHistory {
    /// How many hits the routes and namespaces of the registry had, since a time and ever.
    ///
    /// It is read from the roll-ups of quarters of an hour, which outlast pruned hits.
    ///
    /// - Parameter time: The window has the hits of the quarter of an hour of this time and later.
    /// - Returns: The sums, each hit counted with its weight.
    /// - Throws: ``RouteDBError`` with `busy`, `corrupt`, `closed`, `storageFailure`.
    public func traffic(since time: Timestamp) async throws(RouteDBError) -> RouteTraffic {
        let rows = try await read { reader throws(RouteDBError) in
            try reader.traffic(since: time.microseconds)
        }
        return RouteTraffic(rows, since: time)
    }
}
