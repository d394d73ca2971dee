import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// A stored route, as references identify it.
protocol IdentifiedRoute: StoredItem {
    var id: RouteID { get }
    var namespace: NamespaceID { get }
    var name: String? { get }
    var group: String? { get }
    /// The text of the pattern for display; empty without a pattern.
    var patternText: String { get }
}

extension Route: IdentifiedRoute {}
extension RouteRecord: IdentifiedRoute {}

/// The namespaces and converters by which references to routes are read.
protocol RegistryPlaces {
    /// Returns the namespace with a name.
    func namespace(named name: String) throws(RouteDBError) -> RouteNamespace

    /// Returns all namespaces, oldest first.
    func allPlaces() throws(RouteDBError) -> [RouteNamespace]

    /// Returns the names of a namespace's converters.
    func converterNames(of namespace: NamespaceID) throws(RouteDBError) -> Set<String>
}

/// The search for the route that a reference identifies, by indexes.
struct RouteLookup<Item: IdentifiedRoute> {
    let database: Database
    /// The revision to look at; `nil` for what is live.
    let past: Int64?
    let places: any RegistryPlaces

    /// Returns the route that a reference identifies.
    ///
    /// - Complexity: O(log *n*) in all versions, and at a past revision O(*c*) in those that ended since; by
    ///   pattern O(*s*) in the namespaces. If there is no such route, O(*n*) in the names, one at a time.
    func route(_ reference: RouteReference) throws(RouteDBError) -> Item {
        let space: RouteNamespace? =
            if let name = reference.namespace { try places.namespace(named: name) } else { nil }
        let found = try routes(reference, in: space)
        guard let first = found.first else { throw try notFound(reference, in: space) }
        guard found.count == 1 else { throw try ambiguous(reference, found) }
        return first
    }

    /// Returns the routes that a reference identifies, oldest first.
    private func routes(
        _ reference: RouteReference, in space: RouteNamespace?
    ) throws(RouteDBError) -> [Item] {
        var found: [Item]
        switch reference.key {
        case .id(let id): found = try routes(id)
        case .name(let name, let group):
            found = try items(Route.withName, .text(name))
                .filter { isInside($0, space) && (group == nil || $0.group == group) }
            if found.isEmpty, let id = reference.idInPlaceOfName { found = try routes(id) }
        case .pattern(let text):
            let spaces = if let space { [space] } else { try places.allPlaces() }
            found = try RoutePattern.matches(
                of: text, in: spaces,
                converters: places.converterNames(of:)
            ) { (id, reading) throws(RouteDBError) in
                try items(Route.alike, .integer(id.rawValue), .text(reading.description))
            }
        }
        return found.filter { isInside($0, space) }.sorted { $0.id < $1.id }
    }

    private func routes(_ id: RouteID) throws(RouteDBError) -> [Item] {
        try items(Route.withNumber, .integer(id.rawValue))
    }

    private func isInside(_ route: Item, _ space: RouteNamespace?) -> Bool {
        space.map { $0.id == route.namespace } ?? true
    }

    private func items(
        _ queries: VersionedTable.Dated, _ values: SQLiteValue...
    ) throws(RouteDBError) -> [Item] {
        try Versions<Item>(database: database).items(queries, at: past, values)
    }
}

// MARK: What is named instead

extension RouteLookup {
    /// The maximum number of candidates that an error lists.
    private static var listedCandidates: Int { 5 }

    /// Returns the sort of thing that has a name, if it is not that of a namespace.
    func kind(named name: String) throws(RouteDBError) -> RouteDBError.NamedKind? {
        if try hasGroup(name, in: nil) { return .group }
        return try items(Route.withName, .text(name)).isEmpty ? nil : .route
    }

    private func hasGroup(
        _ name: String, in space: RouteNamespace?
    ) throws(RouteDBError) -> Bool {
        var query = RouteQuery(limit: 1)
        query.filter.group = name
        return try !RouteReading(database: database, past: past)
            .rows(of: query, in: space?.id, selecting: "1") { (_) in true }.isEmpty
    }

    private func notFound(
        _ reference: RouteReference, in space: RouteNamespace?
    ) throws(RouteDBError) -> RouteDBError {
        let hint: String
        switch reference.key {
        case .id(let id):
            // Whoever names a namespace is told of no other.
            hint =
                space == nil
                ? try Versions<Item>(database: database).fate(of: id.rawValue, at: past)
                : "Check the number, or leave out the namespace."
        case .name(let name, let group):
            if group == nil, try hasGroup(name, in: space) {
                return RouteDBError(noRoute: name, but: .group)
            }
            if group == nil, space == nil,
                try places.allPlaces().contains(where: { $0.name == name })
            {
                return RouteDBError(noRoute: name, but: .namespace)
            }
            hint =
                try question(about: name, group: group, in: space)
                ?? "Refer to a route by '#id', 'name', 'group/name' or its pattern."
        case .pattern:
            hint = "A pattern must equal that of the route, including types."
        }
        return RouteDBError(noRoute: reference, in: space?.name, hint: hint)
    }

    /// Returns the question whether the nearest of the names of routes is meant; `nil` if none is near.
    ///
    /// With a group, the names are those of routes with their groups, such as `shop/cart`.
    private func question(
        about name: String, group: String?, in space: RouteNamespace?
    ) throws(RouteDBError) -> String? {
        var search = NameSuggestion.Search(for: (group.map { "\($0)/" } ?? "") + name)
        _ = try RouteReading(database: database, past: past)
            .rows(of: RouteQuery(), in: space?.id, selecting: "route_group, name") { row in
                if !search.isDone, let known = row.optionalString(at: 1) {
                    let own = group == nil ? nil : row.optionalString(at: 0)
                    search.try((own.map { "\($0)/" } ?? "") + known)
                }
                return nil as Never?
            }
        return search.question
    }

    private func ambiguous(
        _ reference: RouteReference, _ found: [Item]
    ) throws(RouteDBError) -> RouteDBError {
        let names = try Dictionary(
            places.allPlaces().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        var listed: [String] = []
        for route in found.prefix(Self.listedCandidates) {
            let name = RouteLabel.qualifiedName(route.name, in: route.group).map { "\($0) " } ?? ""
            let pattern = route.patternText.isEmpty ? "no pattern" : route.patternText
            listed.append(
                "#\(route.id.rawValue) \(names[route.namespace] ?? ""):\(name)(\(pattern))")
        }
        if found.count > listed.count { listed.append("\(found.count - listed.count) more") }
        return RouteDBError(
            .nameAmbiguous,
            "'\(reference)' is ambiguous; it refers to \(found.count) routes: "
                + listed.joined(separator: ", ") + ".",
            hint: "Use the id, '#\(found[0].id.rawValue)'.")
    }
}

extension Route {
    /// The route with the id `?2`.
    static let withNumber = table.dated(where: "id = ?2")
    /// The routes with the name `?2`.
    static let withName = table.dated(where: "name = ?2")
    /// The routes of the namespace `?2` with the canonical pattern `?3`.
    fileprivate static let alike = table.dated(
        where: "namespace = ?2 AND pattern = ?3 AND syntax <> ''")
}
