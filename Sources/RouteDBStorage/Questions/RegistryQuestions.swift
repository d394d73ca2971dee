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
struct RegistryQuestions {
    let database: Database
    /// The number of the revision.
    let number: Int64
    /// The number once more, unless the revision is the newest.
    let past: Int64?

    var reading: RouteReading { RouteReading(database: database, past: past) }
    private var defaults: Versions<DefaultRecord> { Versions(database: database) }
    private var lookup: RouteLookup<Route> {
        RouteLookup(database: database, past: past, places: self)
    }

    /// Reads the routes that a query finds, with their namespaces and their own default values.
    func snapshot(of query: RouteQuery) throws(RouteDBError) -> RegistrySnapshot {
        guard !query.asksForAll else { return try whole() }
        let found = try reading.routes(query, in: try space(of: query.filter))
        var snapshot = RegistrySnapshot(
            revision: number, namespaces: try namespaces(of: found), routes: found)
        for route in found { try addDefaults(in: .route(route.id), to: &snapshot) }
        return snapshot
    }

    /// Reads the route that a reference identifies, with its namespace, the converters of that, and the
    /// default values and access rules in effect for it.
    func route(_ reference: RouteReference) throws(RouteDBError) -> FoundRoute {
        let route = try lookup.route(reference)
        let scopes =
            [.namespace(route.namespace)]
            + (route.group.map { [RouteScope.group(route.namespace, $0)] } ?? [])
            + [.route(route.id)]
        var rules: [AccessRule] = []
        for scope in scopes { rules += try self.rules(in: scope) }
        rules.sort { $0.id < $1.id }
        var snapshot = RegistrySnapshot(
            revision: number, namespaces: try namespaces(of: [route]), routes: [route],
            converters: try converters(of: route.namespace), accessRules: rules,
            zones: ZoneFiles.zones(namedBy: rules))
        for scope in scopes { try addDefaults(in: scope, to: &snapshot) }
        return FoundRoute(route: route, part: snapshot)
    }

    /// Reads all items but routes, of which there are those that the others refer to, some more, and that of a
    /// place, which must exist.
    func items(
        and place: DefaultPlace?, _ more: Set<RouteID>
    ) throws(RouteDBError) -> RegistrySnapshot {
        var snapshot = try whole(routes: [])
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
    func count(_ filter: RouteFilter) throws(RouteDBError) -> Int {
        try reading.count(filter, in: try space(of: filter))
    }

    /// Returns the language of a route's pattern.
    func syntax(of route: RouteID) throws(RouteDBError) -> PatternSyntax? {
        let records = Versions<RouteRecord>(database: database)
        let found = try records.items(Route.withNumber, at: past, [.integer(route.rawValue)])
        guard let record = found.first, record.pattern != nil else { return nil }
        return try records.syntax(record.syntax, of: route)
    }

    /// Reads the whole content, or all but routes, with some of these.
    private func whole(routes: [Route]? = nil) throws(RouteDBError) -> RegistrySnapshot {
        try RegistrySnapshot(
            reading: database, revision: number, past: past, withCases: true, routes: routes)
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

    private func rules(in scope: RouteScope) throws(RouteDBError) -> [AccessRule] {
        let columns = ScopeColumns(scope)
        return try Versions<AccessRule>(database: database).items(
            AccessRule.inDatedScope, at: past,
            [
                .integer(columns.namespace ?? 0), .text(columns.group ?? ""),
                .integer(columns.route ?? 0),
            ])
    }

    private func addDefaults(
        in scope: RouteScope, to snapshot: inout RegistrySnapshot
    ) throws(RouteDBError) {
        let columns = ScopeColumns(scope)
        let records =
            if let route = columns.route {
                try defaults.items(DefaultRecord.inDatedRoute, at: past, [.integer(route)])
            } else {
                try defaults.items(
                    DefaultRecord.inDatedGroup, at: past,
                    [.integer(columns.namespace ?? 0), .text(columns.group ?? "")])
            }
        guard !records.isEmpty else { return }
        snapshot.defaults.merge(
            try defaults.objects(of: records.sorted { TextKey($0.key) < TextKey($1.key) })
        ) { _, new in new }
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

extension AccessRule {
    /// The rules of a scope; spelled like the columns of the index.
    fileprivate static let inDatedScope = table.dated(
        where:
            "ifnull(namespace, 0) = ?2 AND ifnull(route_group, '') = ?3 AND ifnull(route, 0) = ?4"
    )
}

extension DefaultRecord {
    /// The values of the route `?2`.
    fileprivate static let inDatedRoute = table.dated(where: "route = ?2")
    /// The values of the group `?3` of the namespace `?2`; of the namespace itself if it is empty.
    fileprivate static let inDatedGroup = table.dated(
        where: "namespace = ?2 AND ifnull(route_group, '') = ?3")
}

extension RegistryStore {
    /// Reads the routes that a query finds at a revision, with their namespaces and own default values.
    package func snapshot(
        of query: RouteQuery, at revision: RevisionReference? = nil
    ) throws(RouteDBError) -> RegistrySnapshot {
        try asking(at: revision) { try $0.snapshot(of: query) }
    }

    /// Finds the route that a reference identifies at a revision.
    ///
    /// - Complexity: O(log *n*) in all versions, and at a past revision O(*c*) in those that ended since; by
    ///   pattern O(*s*) in the namespaces. If there is no such route, O(*n*) in the names, one at a time.
    package func route(
        _ reference: RouteReference, at revision: RevisionReference? = nil
    ) throws(RouteDBError) -> FoundRoute {
        try asking(at: revision) { try $0.route(reference) }
    }

    /// Reads all items at a revision but routes, of which there are those that the others refer to, some more if
    /// they exist, and that of a place, which must exist.
    package func items(
        and place: DefaultPlace? = nil, routes: Set<RouteID> = [],
        at revision: RevisionReference? = nil
    ) throws(RouteDBError) -> RegistrySnapshot {
        try asking(at: revision) { try $0.items(and: place, routes) }
    }

    /// Returns the number of routes at a revision that meet conditions.
    package func count(
        _ filter: RouteFilter, at revision: RevisionReference? = nil
    ) throws(RouteDBError) -> Int {
        try asking(at: revision) { try $0.count(filter) }
    }

    /// Returns the language of the pattern of a route at a revision; `nil` without a pattern.
    package func syntax(
        of route: RouteID, at revision: RevisionReference? = nil
    ) throws(RouteDBError) -> PatternSyntax? {
        try asking(at: revision) { try $0.syntax(of: route) }
    }

    /// Checks that each name in conditions is that of something at a revision.
    package func checkNames(
        in filter: RouteFilter, at revision: RevisionReference? = nil
    ) throws(RouteDBError) {
        try asking(at: revision) { try $0.checkNames(in: filter) }
    }

    /// Returns the first groups that routes are in at a revision, in order.
    package func groups(
        limit: Int, at revision: RevisionReference? = nil
    ) throws(RouteDBError) -> [String] {
        try asking(at: revision) { try $0.groups(limit: limit) }
    }

    /// The namespaces at a revision, oldest first.
    package func namespaces(at revision: Int64) throws(RouteDBError) -> [RouteNamespace] {
        try database.transaction(.deferred) {
            try Versions<RouteNamespace>(database: database)
                .bound(at: try require(revision: revision).number)
        }
    }

    private func asking<Answer>(
        at revision: RevisionReference?,
        _ answer: (RegistryQuestions) throws -> Answer
    ) throws(RouteDBError) -> Answer {
        try database.transaction(.deferred) {
            let records = RevisionRecords(database: database)
            let latest = try records.latest()
            let number = if let revision { try records.number(of: revision) } else { latest }
            return try answer(
                RegistryQuestions(
                    database: database, number: number, past: number == latest ? nil : number))
        }
    }
}
