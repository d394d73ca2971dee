package import RouteDBDatabase
import RouteDBRouting
import RouteDBSQLite

extension RegistryEditor {
    /// The maximum number of candidates listed in an error.
    private static let listedCandidates = 5

    /// The live route that a reference identifies.
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

    /// The name of a live namespace.
    func name(of id: NamespaceID) throws(RouteDBError) -> String {
        for namespace in try liveNamespaces().values where namespace.id == id {
            return namespace.name
        }
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
            return try candidates(text, in: liveNamespaces().values.sorted { $0.id < $1.id })
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
        let place = namespace.map { " in the namespace '\($0.name)'" } ?? ""
        let hint: String
        switch reference.key {
        case .id(let id):
            let ended = try database.number(
                "SELECT max(ended_by) FROM route WHERE id = ?1", id.rawValue)
            if try routes.find(id) != nil {
                hint = "The route is in another namespace."
            } else if let ended {
                hint = "Revision \(ended) removed it."
            } else {
                hint = "It has never existed."
            }
        case .name(let name, let group):
            if group == nil, try hasGroup(name) {
                return RouteDBError(noRoute: name, but: .group)
            }
            if group == nil, try liveNamespaces().values.contains(where: { $0.name == name }) {
                return RouteDBError(noRoute: name, but: .namespace)
            }
            let known = try routes.names(in: namespace?.id)
            let nearest: String? =
                if let group {
                    NameSuggestion.nearest(
                        to: "\(group)/\(name)",
                        among: known.lazy.map { "\($0.group.map { $0 + "/" } ?? "")\($0.name)" })
                } else {
                    NameSuggestion.nearest(to: name, among: known.lazy.map(\.name))
                }
            hint =
                nearest.map { "Did you mean '\($0)'?" }
                ?? "Refer to a route by '#id', 'name', 'group/name' or its pattern."
        case .pattern:
            hint = "A pattern must equal that of the route, including types."
        }
        return RouteDBError(
            .routeNotFound, "No route matches '\(reference)'\(place).", hint: hint)
    }

    /// What has a name, if it is not that of a namespace.
    func kind(named name: String) throws(RouteDBError) -> RouteDBError.NamedKind? {
        if try hasGroup(name) { return .group }
        return try routes.ids(named: name).isEmpty ? nil : .route
    }

    /// Whether a live route is in a group.
    private func hasGroup(_ name: String) throws(RouteDBError) -> Bool {
        try database.run(
            "SELECT 1 FROM route WHERE route_group = ?1 AND ended_by IS NULL LIMIT 1"
        ) { statement in
            try statement.bind(name, at: 1)
            return try statement.step()
        }
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

extension RouteDBError {
    /// The kinds of things that may have a name that was given for something else.
    package enum NamedKind: String, Sendable {
        case group, namespace, route
    }

    /// Creates the error for a namespace that does not exist.
    ///
    /// - Parameters:
    ///   - name: The name that was given.
    ///   - known: The names of the existing namespaces.
    ///   - kind: What has this name instead, if anything.
    package init(noNamespace name: String, among known: [String], kind: NamedKind? = nil) {
        if let kind {
            let list = kind == .group ? "list --group \(name)" : "show \(name)"
            self.init(
                .namespaceNotFound, "No namespace is named '\(name)': it is the name of a \(kind).",
                hint: "See it with 'routedb \(list)', and namespaces with 'routedb namespace list'."
            )
            return
        }
        let nearest = NameSuggestion.nearest(to: name, among: known.sorted())
        self.init(
            .namespaceNotFound, "No namespace is named '\(name)'.",
            hint: nearest.map { "Did you mean '\($0)'?" } ?? "Check the name, or add it first.")
    }

    /// Creates the error for a route that does not exist, where something else has the name.
    package init(noRoute name: String, but kind: NamedKind) {
        self.init(
            .routeNotFound, "No route is named '\(name)': it is the name of a \(kind).",
            hint: "List its routes with 'routedb list --\(kind) \(name)'; a route in it goes by"
                + (kind == .group ? " '\(name)/NAME'." : " '\(name):NAME'."))
    }
}
