import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

/// The live items of a registry, during a write: its tables, and what edits look up in them.
///
/// Caches namespaces and converters; edits must invalidate the cache.
final class LiveRegistry {
    let database: Database
    let routes: Versions<RouteRecord>
    let namespaces: Versions<RouteNamespace>
    let defaults: Versions<DefaultRecord>
    let converters: Versions<ParameterConverter>
    let accessRules: Versions<AccessRule>
    let suppressions: Versions<LintSuppression>
    let cases: Versions<RouteTestCase.Stored>
    let apps: Versions<AppRecord>
    private var knownNamespaces: LiveNamespaces?
    /// The errors for names that no namespace has: a bulk edit may ask for one again and again.
    private var missingNamespaces: [String: RouteDBError] = [:]
    private var knownConverters: [ParameterConverter]?
    private var knownNames: [NamespaceID: Set<String>]?

    init(_ database: Database) {
        self.database = database
        routes = Versions(database: database)
        namespaces = Versions(database: database)
        defaults = Versions(database: database)
        converters = Versions(database: database)
        accessRules = Versions(database: database)
        suppressions = Versions(database: database)
        cases = Versions(database: database)
        apps = Versions(database: database)
    }

    /// The namespaces.
    func allNamespaces() throws(RouteDBError) -> LiveNamespaces {
        if let knownNamespaces { return knownNamespaces }
        let all = LiveNamespaces(try namespaces.bound(at: nil))
        knownNamespaces = all
        return all
    }

    /// The namespaces by name.
    func namespacesByName() throws(RouteDBError) -> [String: RouteNamespace] {
        try allNamespaces().byName
    }

    /// Takes over a namespace that was added or changed.
    func note(_ namespace: RouteNamespace) {
        knownNamespaces?.insert(namespace)
        missingNamespaces = [:]
    }

    /// Takes over that a namespace was removed.
    func noteRemoved(_ id: NamespaceID) {
        knownNamespaces?.remove(id)
        missingNamespaces = [:]
    }

    /// Discards the known namespaces, after many changes to them.
    func forgetNamespaces() {
        knownNamespaces = nil
        missingNamespaces = [:]
    }

    /// The converters, by namespace and name.
    func allConverters() throws(RouteDBError) -> [ParameterConverter] {
        if let knownConverters { return knownConverters }
        let all = try converters.all(at: nil)
        knownConverters = all
        return all
    }

    /// The names of a namespace's converters.
    func converterNames(of namespace: NamespaceID) throws(RouteDBError) -> Set<String> {
        if let knownNames { return knownNames[namespace] ?? [] }
        let names = Dictionary(grouping: try allConverters(), by: \.namespace)
            .mapValues { Set($0.map(\.name)) }
        knownNames = names
        return names[namespace] ?? []
    }

    /// Discards the known converters, after a change to them.
    func forgetConverters() {
        knownConverters = nil
        knownNames = nil
    }

    /// The namespace with a name.
    func namespace(named name: String) throws(RouteDBError) -> RouteNamespace {
        let known = try namespacesByName()
        if let namespace = known[name] { return namespace }
        let error =
            if let missing = missingNamespaces[name] { missing } else {
                try missing(name, among: known.keys)
            }
        missingNamespaces[name] = error
        throw error
    }

    private func missing(
        _ name: String, among known: some Sequence<String>
    ) throws(RouteDBError) -> RouteDBError {
        RouteDBError(noNamespace: name, among: Array(known), kind: try kind(named: name))
    }

    /// The scope of a place.
    func scope(of place: DefaultPlace) throws(RouteDBError) -> RouteScope {
        switch place {
        case .namespace(let name): return .namespace(try namespace(named: name).id)
        case .group(let name, let group):
            try EditRules.checkRouteName(group, called: "group")
            return .group(try namespace(named: name).id, group)
        case .route(let reference): return .route(try find(reference).id)
        }
    }
}

extension LiveRegistry: RegistryPlaces {
    /// The search for routes.
    private var lookup: RouteLookup<RouteRecord> {
        RouteLookup(database: database, past: nil, places: self)
    }

    /// Returns the route that a reference identifies.
    func find(_ reference: RouteReference) throws(RouteDBError) -> RouteRecord {
        try lookup.route(reference)
    }

    /// Returns the sort of thing that has a name, if it is not that of a namespace.
    func kind(named name: String) throws(RouteDBError) -> RouteDBError.NamedKind? {
        try lookup.kind(named: name)
    }

    /// The name of a namespace.
    func name(of id: NamespaceID) throws(RouteDBError) -> String {
        if let namespace = try allNamespaces()[id] { return namespace.name }
        throw database.corrupt("a route is in the missing namespace \(id.rawValue)")
    }

    func allPlaces() throws(RouteDBError) -> [RouteNamespace] {
        try namespacesByName().values.sorted { $0.id < $1.id }
    }
}
