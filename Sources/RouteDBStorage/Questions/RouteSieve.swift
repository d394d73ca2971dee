import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

/// The choice of the routes that are read to answer a question, so that a large registry need not be read whole.
package enum RouteSieve: Sendable {
    /// The routes whose patterns a filter keeps, and those without a pattern.
    case patterns(RoutePrefilter)
    /// The routes that requests may match, and a route of each kind, scheme and host, by which it is told what the
    /// requests lack.
    case requests(RequestedRoutes)
    /// The routes with a name.
    case name(String)
    /// The routes with parameters.
    case parameterized
    /// The routes that come close to a URL, and up to a number of those that do not.
    case near(RouteProximity, others: Int)

    /// Chooses the routes that may answer a request.
    package init(_ request: ResolutionRequest) {
        self = request.routeName.map(Self.name) ?? .patterns(RoutePrefilter([request.url]))
    }
}

/// The routes that a number of requests may match, and others that are known by number or name.
package struct RequestedRoutes: Sendable {
    /// The choice of the routes that the requests may match.
    package var filter: RoutePrefilter
    /// The numbers of other routes.
    package var ids: Set<RouteID> = []
    /// The names of other routes, whatever their namespace and group.
    package var names: Set<String> = []

    package init(_ filter: RoutePrefilter) { self.filter = filter }

    fileprivate func includes(_ row: borrowing Statement) -> Bool {
        if row.withSpan(at: Route.patternColumn, filter.keeps) { return true }
        if ids.contains(RouteID(rawValue: row.int(at: Route.idColumn))) { return true }
        return !names.isEmpty
            && row.optionalString(at: Route.nameColumn).map(names.contains) ?? false
    }
}

extension Versions<Route> {
    /// The routes at a revision that a sieve keeps, if there is one; `nil` for the live ones.
    func all(at past: Int64?, keptBy sieve: RouteSieve?) throws(RouteDBError) -> [Route] {
        switch sieve {
        case nil: return try all(at: past)
        case .name(let name): return try items(Route.withName, at: past, [.text(name)]).inOrder
        case .parameterized: return try items(Route.parameterized, at: past, []).inOrder
        case .patterns(let filter):
            return try all(at: past) { $0.withSpan(at: Route.patternColumn, filter.keeps) }
        case .requests(let requested):
            var origins = OriginChoice()
            return try all(at: past) { row in
                let isFirst = origins.takes(row)
                return isFirst || requested.includes(row)
            }
        case .near(let proximity, let others):
            var choice = NearbyChoice(others: others)
            return try all(at: past) { row in
                choice.takes(row.withSpan(at: Route.patternColumn, proximity.degree))
            }
        }
    }
}

extension Route {
    /// The routes with parameters, which an index lists.
    fileprivate static let parameterized = table.dated(where: "instr(pattern, '{') > 0")
}

extension [Route] {
    /// The routes in the order of registration.
    fileprivate var inOrder: [Route] { sorted { $0.id < $1.id } }
}

/// The choice of one route of each namespace, kind, scheme and host.
private struct OriginChoice {
    private struct Origin: Hashable {
        let namespace: Int64
        let kind: String?
        let isEnabled: Bool
        /// The beginning of the pattern, up to the path.
        let text: [UInt8]
    }

    private var known: Set<Origin> = []

    /// Returns whether a route is the first of its origin.
    mutating func takes(_ row: borrowing Statement) -> Bool {
        known.insert(
            Origin(
                namespace: row.int(at: Route.namespaceColumn),
                kind: row.optionalString(at: Route.kindColumn),
                isEnabled: row.bool(at: Route.enabledColumn),
                text: row.withSpan(at: Route.patternColumn, RoutePrefilter.origin))
        ).inserted
    }
}

/// The choice of the routes that are compared with a URL.
private struct NearbyChoice {
    /// The number of routes that may still come near: a word of few letters may be any other one, mistyped.
    private var near = 20_000
    private var oneWord: Int
    private var far: Int

    init(others: Int) { (oneWord, far) = (others, others) }

    /// Returns whether one more route is compared.
    mutating func takes(_ degree: RouteProximity.Degree) -> Bool {
        switch degree {
        case .near: Self.takes(&near)
        case .oneWord: Self.takes(&oneWord)
        case .far: Self.takes(&far)
        }
    }

    private static func takes(_ left: inout Int) -> Bool {
        guard left > 0 else { return false }
        left -= 1
        return true
    }
}
