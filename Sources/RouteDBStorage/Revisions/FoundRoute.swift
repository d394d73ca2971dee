package import RouteDBDatabase
package import RouteDBRouting
import RouteDBSQLite

/// The route that a reference identifies at a revision.
package struct FoundRoute: Sendable {
    package let route: Route
    /// The name of its namespace.
    package let namespace: String
    /// The number of the revision.
    package let revision: Int64
}

/// Looks up the routes of a revision by the indexes of live routes and of what ended since.
private struct RouteLookup {
    let database: Database
    let revision: Int64

    /// The only route that a reference identifies; `nil` if there is none, or more than one.
    func only(_ reference: RouteReference) throws(RouteDBError) -> FoundRoute? {
        var space: RouteNamespace?
        if let name = reference.namespace {
            let named: [RouteNamespace] = try items(RouteNamespace.pastNamed, .text(name))
            guard let first = named.first else { return nil }
            space = first
        }
        let found = try routes(reference, in: space)
        guard let route = found.first, found.count == 1 else { return nil }
        let namespace: [RouteNamespace] = try items(
            [RouteNamespace.pastWithID], .integer(route.namespace.rawValue))
        guard let name = namespace.first?.name else { return nil }
        return FoundRoute(route: route, namespace: name, revision: revision)
    }

    private func routes(
        _ reference: RouteReference, in space: RouteNamespace?
    ) throws(RouteDBError) -> [Route] {
        var found: [Route]
        switch reference.key {
        case .id(let id): found = try routes(id)
        case .name(let name, let group):
            found = try items(Route.pastNamed, .text(name))
            found.removeAll { !isInside($0, space) || (group != nil && $0.group != group) }
            if found.isEmpty, let id = reference.idInPlaceOfName { found = try routes(id) }
        case .pattern(let text):
            let converters = try Versions<ParameterConverter>(database: database).all(at: revision)
            let spaces =
                if let space { [space] } else {
                    try Versions<RouteNamespace>(database: database).all(at: revision)
                }
            found = try RoutePattern.matches(
                of: text, in: spaces,
                converters: { id in Set(converters.filter { $0.namespace == id }.map(\.name)) }
            ) { (id, reading) throws(RouteDBError) in
                try items(Route.pastAlike, .integer(id.rawValue), .text(reading.description))
            }
        }
        return found.filter { isInside($0, space) }
    }

    private func routes(_ id: RouteID) throws(RouteDBError) -> [Route] {
        try items([Route.pastWithID], .integer(id.rawValue))
    }

    private func isInside(_ route: Route, _ space: RouteNamespace?) -> Bool {
        space.map { $0.id == route.namespace } ?? true
    }

    /// The items that queries find at the revision, which is their first parameter.
    private func items<Item: StoredItem>(
        _ queries: [ComposedSQL], _ values: SQLiteValue...
    ) throws(RouteDBError) -> [Item] {
        var items: [Item] = []
        for query in queries {
            items += try Versions<Item>(database: database).items(
                query, [.integer(revision)] + values)
        }
        return items
    }
}

extension Route {
    /// The route with the id `?2` at the revision `?1`.
    fileprivate static let pastWithID = table.past(where: "id = ?2")
    /// The routes with the name `?2` at the revision `?1`.
    fileprivate static let pastNamed = table.liveThen(where: "name = ?2")
    /// The routes of the namespace `?2` with the canonical pattern `?3` at the revision `?1`.
    fileprivate static let pastAlike = table.liveThen(
        where: "namespace = ?2 AND pattern = ?3 AND syntax <> ''")
}

extension RouteNamespace {
    /// The namespace with the name `?2` at the revision `?1`.
    fileprivate static let pastNamed = table.liveThen(where: "name = ?2")
}

extension RegistryStore {
    /// Finds the route that a reference identifies.
    ///
    /// - Complexity: O(*c* log *n*) in the versions *c* that ended since, and all versions *n*; O(*n*)
    ///   if there is no such route, to suggest others, and by pattern O(*s*) in the namespaces.
    package func route(
        _ reference: RouteReference, at revision: RevisionReference? = nil
    ) throws(RouteDBError) -> FoundRoute {
        try database.transaction(.deferred) {
            let records = RevisionRecords(database: database)
            let number =
                if let revision { try records.number(of: revision) } else { try records.latest() }
            let lookup = RouteLookup(database: database, revision: number)
            if let found = try lookup.only(reference) { return found }
            // The error suggests what there is.
            let snapshot = try RegistrySnapshot(
                reading: database, revision: number, past: number, withCases: false)
            let route = try snapshot.route(reference)
            return FoundRoute(
                route: route, namespace: snapshot.namespaceNames[route.namespace] ?? "",
                revision: number)
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
