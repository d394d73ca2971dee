package import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

/// The route that a reference identifies at a revision.
package struct FoundRoute: Sendable {
    package let route: Route
    /// The part of the revision that concerns the route: its namespace, the converters of that, and the
    /// default values and access rules in effect for it.
    package let part: RegistrySnapshot

    /// The name of its namespace.
    package var namespace: String { part.namespaces.first?.name ?? "" }
}

/// Reads the part of a revision that a question is about, within the caller's transaction.
///
/// The answers are snapshots with few of the routes, so that what describes an item of a whole snapshot
/// describes it here.
package struct RegistryQuestions {
    let database: Database
    /// The number of the revision.
    let number: Int64
    /// The number once more, unless the revision is the newest.
    let past: Int64?

    var reading: RouteReading { RouteReading(database: database, past: past) }
    private var lookup: RouteLookup<Route> {
        RouteLookup(database: database, past: past, places: self)
    }

    /// Reads the routes that a query finds, with their namespaces and their own default values.
    package func snapshot(of query: RouteQuery) throws(RouteDBError) -> RegistrySnapshot {
        guard !query.asksForAll else { return try whole(withRoutes: true) }
        let found = try reading.routes(query, in: try space(of: query.filter))
        var snapshot = RegistrySnapshot(
            revision: number, namespaces: try namespaces(of: found), routes: found)
        for route in found { try addDefaults(in: .route(route.id), to: &snapshot) }
        return snapshot
    }

    /// Reads the route that a reference identifies, with its namespace, the converters of that, and the
    /// default values and access rules in effect for it.
    ///
    /// - Complexity: O(log *n*) in all versions, and at a past revision O(*c*) in those that ended since; by
    ///   pattern O(*s*) in the namespaces. If there is no such route, O(*n*) in the names, one at a time.
    package func route(_ reference: RouteReference) throws(RouteDBError) -> FoundRoute {
        let route = try lookup.route(reference)
        let scopes =
            [.namespace(route.namespace)]
            + (route.group.map { [RouteScope.group(route.namespace, $0)] } ?? [])
            + [.route(route.id)]
        var rules: [AccessRule] = []
        for scope in scopes {
            rules += try Versions<AccessRule>(database: database).rules(in: scope, at: past)
        }
        rules.sort { $0.id < $1.id }
        var snapshot = RegistrySnapshot(
            revision: number, namespaces: try namespaces(of: [route]), routes: [route],
            converters: try converters(of: route.namespace), accessRules: rules,
            zones: ZoneFiles.zones(namedBy: rules))
        for scope in scopes { try addDefaults(in: scope, to: &snapshot) }
        return FoundRoute(route: route, part: snapshot)
    }

    /// Reads all items but the route tests, and of the routes those that a sieve keeps, if there is one.
    package func snapshot(keptBy sieve: RouteSieve?) throws(RouteDBError) -> RegistrySnapshot {
        try RegistrySnapshot(
            reading: database, revision: number, past: past, withCases: false, sieve)
    }

    /// Reads what explains the answer to a URL: all, or in a registry of many routes those that come close to
    /// the URL, and a number of others.
    package func vicinity(
        of url: String, others: Int
    ) throws(RouteDBError) -> RegistrySnapshot {
        let counts = try reading.counts()
        let isLarge = counts.values.reduce(0, +) > RegistrySnapshot.wholeReadLimit
        var snapshot = try snapshot(
            keptBy: isLarge ? .near(RouteProximity(url), others: others) : nil)
        if isLarge { snapshot.routeCounts = counts }
        return snapshot
    }

    /// Reads all items but routes, of which there are those that the others refer to, some more, and that of a
    /// place, which must exist; all may be counted.
    package func items(
        and place: DefaultPlace? = nil, routes more: Set<RouteID> = [], countingRoutes: Bool = false
    ) throws(RouteDBError) -> RegistrySnapshot {
        var snapshot = try whole(withRoutes: false)
        if countingRoutes { snapshot.routeCounts = try reading.counts() }
        var routes = snapshot.mentionedRoutes.union(more)
        switch place {
        case .namespace(let name)?, .group(let name, _)?: _ = try namespace(named: name)
        case .route(let reference)?: routes.insert(try lookup.route(reference).id)
        case nil: break
        }
        for id in routes.sorted() {
            snapshot.routes += try Versions<Route>(database: database).items(
                Route.withNumber, at: past, [.integer(id.rawValue)])
        }
        return snapshot
    }

    /// Returns the number of routes that meet conditions.
    package func count(_ filter: RouteFilter) throws(RouteDBError) -> Int {
        try reading.count(filter, in: try space(of: filter))
    }

    /// Returns the language of a route's pattern; `nil` without a pattern.
    package func syntax(of route: RouteID) throws(RouteDBError) -> PatternSyntax? {
        let records = Versions<RouteRecord>(database: database)
        let found = try records.items(Route.withNumber, at: past, [.integer(route.rawValue)])
        guard let record = found.first, record.pattern != nil else { return nil }
        return try records.syntax(record.syntax, of: route)
    }

    /// Reads the whole content, or all but routes.
    private func whole(withRoutes: Bool) throws(RouteDBError) -> RegistrySnapshot {
        try RegistrySnapshot(
            reading: database, revision: number, past: past, withCases: true,
            withRoutes: withRoutes)
    }

    /// Returns the namespace that conditions name.
    func space(of filter: RouteFilter) throws(RouteDBError) -> NamespaceID? {
        guard let name = filter.namespace else { return nil }
        return try namespace(named: name).id
    }

    private func namespaces(of routes: [Route]) throws(RouteDBError) -> [RouteNamespace] {
        try Versions<RouteNamespace>(database: database)
            .bound(Set(routes.map(\.namespace)).sorted(), at: number)
    }

    private func converters(
        of namespace: NamespaceID
    ) throws(RouteDBError) -> [ParameterConverter] {
        try Versions<ParameterConverter>(database: database)
            .items(ParameterConverter.inNamespace, at: past, [.integer(namespace.rawValue)])
            .sorted { $0.name < $1.name }
    }

    private func addDefaults(
        in scope: RouteScope, to snapshot: inout RegistrySnapshot
    ) throws(RouteDBError) {
        let values = try Versions<DefaultRecord>(database: database).object(in: scope, at: past)
        if !values.members.isEmpty { snapshot.defaults[scope] = values }
    }
}

extension RegistryQuestions: RegistryPlaces {
    func namespace(named name: String) throws(RouteDBError) -> RouteNamespace {
        let spaces = Versions<RouteNamespace>(database: database)
        let found = try spaces.items(RouteNamespace.named, at: past, [.text(name)])
        if let first = found.first { return first }
        throw RouteDBError(
            noNamespace: name, among: try spaces.all(at: past).map(\.name),
            kind: try lookup.kind(named: name))
    }

    func allPlaces() throws(RouteDBError) -> [RouteNamespace] {
        try Versions(database: database).all(at: past)
    }

    func converterNames(of namespace: NamespaceID) throws(RouteDBError) -> Set<String> {
        Set(try converters(of: namespace).map(\.name))
    }
}

extension RegistrySnapshot {
    /// The routes that items of other kinds refer to.
    fileprivate var mentionedRoutes: Set<RouteID> {
        var routes = Set(suppressions.flatMap { [$0.route, $0.other] }.compactMap { $0 })
        for scope in accessRules.map(\.scope) + Array(defaults.keys) {
            if case .route(let id) = scope { routes.insert(id) }
        }
        return routes
    }
}

extension RouteNamespace {
    /// The namespace with the name `?2`.
    fileprivate static let named = table.dated(where: "name = ?2")
}

extension ParameterConverter {
    /// The converters of the namespace `?2`.
    fileprivate static let inNamespace = table.dated(where: "namespace = ?2")
}

extension RegistryStore {
    /// Asks a question about a revision, or about the newest, in one transaction.
    package func ask<Answer>(
        at revision: RevisionReference? = nil,
        _ question: (RegistryQuestions) throws -> Answer
    ) throws(RouteDBError) -> Answer {
        try database.transaction(.deferred) {
            let records = RevisionRecords(database: database)
            let latest = try records.latest()
            let number = if let revision { try records.number(of: revision) } else { latest }
            return try question(
                RegistryQuestions(
                    database: database, number: number, past: number == latest ? nil : number))
        }
    }

    /// The namespaces at a revision, oldest first.
    package func namespaces(at revision: Int64) throws(RouteDBError) -> [RouteNamespace] {
        try database.transaction(.deferred) {
            try Versions<RouteNamespace>(database: database)
                .bound(at: try require(revision: revision).number)
        }
    }
}
