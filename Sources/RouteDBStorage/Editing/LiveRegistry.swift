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
    let cases: Versions<StoredCase>
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

extension LiveRegistry {
    /// The maximum number of candidates listed in an error.
    private static let listedCandidates = 5

    /// The route that a reference identifies.
    func find(_ reference: RouteReference) throws(RouteDBError) -> RouteRecord {
        let namespace: RouteNamespace? =
            if let name = reference.namespace { try self.namespace(named: name) } else { nil }
        var found: [RouteRecord] = []
        for id in try candidates(reference.key, in: namespace) {
            guard let record = try routes.find(id) else { continue }
            if let namespace, record.namespace != namespace.id { continue }
            if case .name(_, let group?) = reference.key, record.group != group { continue }
            found.append(record)
        }
        if found.isEmpty, let id = reference.idInPlaceOfName, let record = try routes.find(id),
            namespace.map({ $0.id == record.namespace }) ?? true
        {
            return record
        }
        guard let first = found.first else { throw try notFound(reference, in: namespace) }
        guard found.count == 1 else { throw try ambiguous(reference, found) }
        return first
    }

    /// The name of a namespace.
    func name(of id: NamespaceID) throws(RouteDBError) -> String {
        if let namespace = try allNamespaces()[id] { return namespace.name }
        throw database.corrupt("a route is in the missing namespace \(id.rawValue)")
    }

    private func candidates(
        _ key: RouteReference.Key, in namespace: RouteNamespace?
    ) throws(RouteDBError) -> [RouteID] {
        switch key {
        case .id(let id): return [id]
        case .name(let name, group: _): return try routes.ids(named: name)
        case .pattern(let text):
            if let namespace { return try candidates(text, in: [namespace]) }
            return try candidates(text, in: namespacesByName().values.sorted { $0.id < $1.id })
        }
    }

    /// The routes whose pattern equals a text, as each namespace reads it.
    private func candidates(
        _ text: String, in namespaces: [RouteNamespace]
    ) throws(RouteDBError) -> [RouteID] {
        let ids = try RoutePattern.matches(
            of: text, in: namespaces, converters: converterNames(of:)
        ) { (namespace, reading) throws(RouteDBError) in
            try routes.ids(in: namespace, pattern: reading.description)
        }
        return ids.sorted()
    }

    private func notFound(
        _ reference: RouteReference, in namespace: RouteNamespace?
    ) throws(RouteDBError) -> RouteDBError {
        let hint: String
        switch reference.key {
        case .id(let id):
            // Whoever names a namespace is told of no other.
            hint =
                namespace == nil
                ? try routes.past(id: id.rawValue)
                : "Check the number, or leave out the namespace."
        case .name(let name, let group):
            if group == nil, try routes.hasGroup(name, in: namespace?.id) {
                return RouteDBError(noRoute: name, but: .group)
            }
            if group == nil, namespace == nil,
                try namespacesByName().values.contains(where: { $0.name == name })
            {
                return RouteDBError(noRoute: name, but: .namespace)
            }
            hint =
                try routes.question(about: name, group: group, in: namespace?.id)
                ?? "Refer to a route by '#id', 'name', 'group/name' or its pattern."
        case .pattern:
            hint = "A pattern must equal that of the route, including types."
        }
        return RouteDBError(noRoute: reference, in: namespace?.name, hint: hint)
    }

    /// Returns the kind of the item that has a name, if it is not that of a namespace.
    func kind(named name: String) throws(RouteDBError) -> RouteDBError.NamedKind? {
        if try routes.hasGroup(name) { return .group }
        return try routes.ids(named: name).isEmpty ? nil : .route
    }

    private func ambiguous(
        _ reference: RouteReference, _ found: [RouteRecord]
    ) throws(RouteDBError) -> RouteDBError {
        var listed: [String] = []
        for record in found.prefix(Self.listedCandidates) {
            let group = record.group.map { "\($0)/" } ?? ""
            let name = record.name.map { "\(group)\($0) " } ?? ""
            listed.append(
                "#\(record.id.rawValue) \(try self.name(of: record.namespace)):\(name)"
                    + (record.pattern == nil ? "(no pattern)" : "(\(record.patternText))"))
        }
        if found.count > listed.count { listed.append("\(found.count - listed.count) more") }
        return RouteDBError(
            .nameAmbiguous,
            "'\(reference)' is ambiguous; it refers to \(found.count) routes: "
                + listed.joined(separator: ", ") + ".",
            hint: "Use the id, '#\(found[0].id.rawValue)'.")
    }
}
