package import RouteDB
import RouteDBInsight
package import RouteDBRouting

/// The paths of a namespace and its fallbacks that answer links to a host.
///
/// A link that is opened is a request for `GET`. So the routes count that take requests of every kind, for
/// `GET`, or of a kind that is no method of HTTP, such as `view`. Access rules do not count: they are for
/// whoever opens the link.
package struct LinkedRoutes: Sendable {
    package let table: RoutingTable
    package let namespace: RouteNamespace
    /// The host, in lower case.
    package let host: String
    /// The paths, in the order in which they are asked: of those that answer a link, the first decides.
    package let paths: [LinkedPath]
    /// The slashes of the paths of links that a namespace tells apart.
    let slashes: LinkDomain.Slashes
    /// The links that the namespaces read in a way that is not compared.
    let unmodelled: [String]
    /// The routes whose parameters code refuses or not.
    private let coded: Set<RouteID>
    /// The indices of the namespaces in the table, in the order in which they are asked.
    let places: [Int]

    /// Reads the routes of a namespace.
    ///
    /// - Complexity: That of compiling a routing table.
    package init(
        _ snapshot: RegistrySnapshot, namespace name: String, host: String
    ) throws(RouteDBError) {
        let namespace = try snapshot.namespace(named: name)
        let host = HostSyntax.withoutFinalDot(host.asciiLowercased)
        let table = RoutingTable(snapshot)
        let link = Array("https://\(host)/".utf8)
        let bound = table.boundPlace(of: link.span.bytes).map { table.namespaces[$0] }
        if bound == nil, !namespace.schemes.isEmpty || !namespace.hosts.isEmpty {
            throw RouteDBError(
                .invalidInput,
                "No link to 'https://\(host)' is looked up in the namespace '\(name)': it is bound to other"
                    + " schemes or hosts.",
                hint: "Bind it with 'routedb namespace set', or name another host.")
        }
        if let bound, bound.id != namespace.id {
            throw RouteDBError(
                .invalidInput,
                "Links to '\(host)' are looked up in the namespace '\(bound.name)', not in "
                    + "'\(name)'.", hint: "Name that namespace, or another host.")
        }
        (self.namespace, self.host, self.table) = (namespace, host, table)
        var paths: [LinkedPath] = []
        var slashes = LinkDomain.Slashes()
        var unmodelled: [String] = []
        var refusesOtherItems = false
        places = Self.chain(from: table.place(of: name), in: table)
        for place in places {
            let current = table.tables.objects[place]
            // What a namespace refuses as invalid, none behind it is asked about.
            refusesOtherItems = refusesOtherItems || current.policies.query == .strict
            let own = Self.paths(of: current, host, refusesOtherItems)
            guard let reading = own.first?.reading else { continue }
            paths += own
            slashes.atEnd = slashes.atEnd || reading.slashes.atEnd
            slashes.repeated = slashes.repeated || reading.slashes.repeated
            let testsQuery = own.contains { !$0.conditions.isEmpty }
            unmodelled += reading.unmodelled(testsQuery: testsQuery).filter {
                !unmodelled.contains($0)
            }
        }
        self.paths = paths
        self.slashes = slashes
        self.unmodelled = unmodelled
        coded = Set(paths.filter { !$0.coded.isEmpty }.map(\.route.id))
    }

    /// A namespace and its fallbacks.
    private static func chain(from first: Int?, in table: RoutingTable) -> [Int] {
        var places: [Int] = []
        var next = first ?? -1
        while next >= 0, places.count < table.tables.count {
            places.append(next)
            next = table.tables.objects[next].fallback
        }
        return places
    }

    /// The paths of one namespace, by rank.
    private static func paths(
        of table: NamespaceTable, _ host: String, _ refusesOtherItems: Bool
    ) -> [LinkedPath] {
        guard var reading = LinkReading(host, table.policies),
            let link = try? URLReading(Array("https://\(host)/x".utf8), table.policies)
        else { return [] }
        reading.refusesOtherItems = refusesOtherItems
        var found: [(rank: Rank, shard: RoutingShard, number: Int)] = []
        for place in Set(link.askedShards(of: table)) {
            let shard = table.shards.objects[place]
            for number in table.variants(ofShard: place) where takesLinks(shard, number) {
                found.append((shard.ranks[number], shard, number))
            }
        }
        found.sort { $0.rank < $1.rank }
        return found.flatMap {
            LinkedPath.all(of: $0.number, in: $0.shard, reading, host: link)
        }
    }

    /// Returns whether the route of a variant takes a request for a link.
    private static func takesLinks(_ shard: RoutingShard, _ number: Int) -> Bool {
        takesLinks(shard.routes[Int(shard.variants[number].route)])
    }

    private static func takesLinks(_ route: Route) -> Bool {
        route.kind.map { RouteKind.isGet($0) || !RouteKind.isMethod($0) } ?? true
    }

    /// The links over which the routes are compared with a file that tests some names and fragments.
    package func domain(
        names: Set<String> = [], testsFragment: Bool = false,
        for platform: LinkedApp.Platform = .ios
    ) -> LinkDomain {
        LinkDomain(
            names: names.union(paths.flatMap(\.conditions).map(\.name)),
            hasFragment: testsFragment && ignoresFragments, slashes: slashes,
            separatesAtSemicolon: platform == .android, platform == .android ? .basic : .all)
    }

    // MARK: Asking the matcher

    /// The registry's answer to a link.
    package enum Answer {
        case route(Route)
        /// No route answers it.
        case none
        /// Code decides.
        case unknown
    }

    /// The registry's answer to a link.
    package func answer(to url: String) -> Answer {
        let bytes = Array(url.utf8)
        var match = RouteMatch()
        var outcome = table.match(utf8: bytes.span.bytes, in: namespace.name, into: &match)
        while case .matched = outcome {
            let route = table.route(of: match)
            if Self.takesLinks(route) { return coded.contains(route.id) ? .unknown : .route(route) }
            let previous = match
            outcome = table.match(utf8: bytes.span.bytes, after: previous, into: &match)
        }
        return .none
    }

    // MARK: Choices

    /// Returns whether the links of a route open an app: it opens them by its choice, and what they lead to
    /// is there, and is not another web site.
    func opens(_ route: Route, by app: LinkedApp?) -> Bool {
        (app?.opens(route) ?? true) && !leadsAway(route)
    }

    /// Returns whether what was there is gone, or is at another web site.
    private func leadsAway(_ route: Route) -> Bool {
        guard let redirect = route.redirect else { return false }
        guard let location = redirect.location, let template = try? RedirectTemplate(location)
        else { return true }
        guard ["http://", "https://"].contains(template.scheme.asciiLowercased) else {
            return false
        }
        let host = template.pieces.prefix {
            switch $0 {
            case .text(_, .authority), .value(_, .authority): true
            default: false
            }
        }
        guard host.count == 1, case .text(let text, _)? = host.first else { return true }
        return text.asciiLowercased != self.host
    }
}

extension LinkedRoutes {
    /// True if a namespace reads the query as a part of the path, which files made of the routes cannot
    /// express for some links, whatever their components.
    package var readsQueryAsPath: Bool { paths.contains { $0.reading.readsQueryAsPath } }
    package var readsFragmentAsPath: Bool { paths.contains { $0.reading.readsFragmentAsPath } }
    /// True if no namespace reads fragments.
    var ignoresFragments: Bool { paths.allSatisfy { $0.reading.policies.fragment == .ignore } }
}
