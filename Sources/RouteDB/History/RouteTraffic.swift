public import RouteDBRouting
public import RouteDBStorage

/// How many hits the routes and namespaces of a registry had since some time.
public struct RouteTraffic: Hashable, Sendable {
    /// The time from which on hits count: that which was asked for, or up to a quarter of an hour
    /// before.
    public let since: Timestamp
    private var routes: [RouteID: Int64] = [:]
    private var namespaces: [NamespaceID: Int64] = [:]

    init(_ rows: [HitsReader.Traffic], since: Timestamp) {
        self.since = since
        for row in rows {
            // A sum that is beyond all numbers is damage; it stays the greatest one.
            func add(_ sum: inout Int64) {
                let (total, overflow) = sum.addingReportingOverflow(max(0, row.weight))
                sum = overflow ? .max : total
            }
            if row.route > 0 { add(&routes[RouteID(rawValue: row.route), default: 0]) }
            if row.namespace > 0 {
                add(&namespaces[NamespaceID(rawValue: row.namespace), default: 0])
            }
        }
    }

    /// The hits that found a route, also where access was refused.
    public func hits(of route: RouteID) -> Int64 { routes[route] ?? 0 }

    /// The hits of what changes of the registry are about, in the registry before them.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - snapshot: The registry before the changes.
    /// - Returns: For each change the hits of the route, of all routes of the group, or of the
    ///   namespace with those that found no route; `nil` for what was not there, and so had none,
    ///   and for route tests.
    /// - Complexity: O(*n*) in the routes and changes; times the changes that are about groups.
    public func hits(of changes: [RegistryChange], in snapshot: RegistrySnapshot) -> [Int64?] {
        let known = Set(snapshot.routes.map(\.id))
        let places = Set(snapshot.namespaces.map(\.id))
        return changes.map { change in
            switch change.scope {
            case .route(let id)? where known.contains(id): return hits(of: id)
            case .namespace(let id)? where places.contains(id): return namespaces[id] ?? 0
            case .group(let id, _)? where places.contains(id):
                return snapshot.routes.filter { change.scope?.covers($0) == true }
                    .reduce(0) { $0 &+ hits(of: $1.id) }
            case .route?, .namespace?, .group?, nil: return nil
            }
        }
    }
}

extension HitHistory {
    /// How many hits the routes and namespaces of the registry had since a time.
    ///
    /// It is read from the roll-ups of quarters of an hour, which outlast pruned hits.
    ///
    /// - Parameter time: Hits before the quarter of an hour of this time do not count.
    /// - Returns: The sums, each hit counted with its weight.
    /// - Throws: ``RouteDBError`` with `busy`, `corrupt`, `closed`, `storageFailure`.
    public func traffic(since time: Timestamp) async throws(RouteDBError) -> RouteTraffic {
        let rows = try await read { reader throws(RouteDBError) in
            try reader.traffic(since: time.microseconds)
        }
        return RouteTraffic(rows, since: time)
    }
}
