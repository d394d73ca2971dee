public import RouteDBRouting

extension RegistrySnapshot {
    /// Returns the namespace with a name.
    ///
    /// - Parameter name: The name.
    /// - Returns: The namespace.
    /// - Throws: `namespaceNotFound`, with a suggestion if a similar name exists.
    public func namespace(named name: String) throws(RouteDBError) -> Namespace {
        if let namespace = namespaces.first(where: { $0.name == name }) { return namespace }
        throw RouteDBError(
            noNamespace: name, among: namespaces.map(\.name), kind: kind(named: name))
    }

    /// What has a name, if it is not that of a namespace.
    package func kind(named name: String) -> RouteDBError.NamedKind? {
        if routes.contains(where: { $0.group == name }) { return .group }
        return routes.contains { $0.name == name } ? .route : nil
    }

    /// Returns the route that a reference identifies, at the snapshot's revision.
    ///
    /// - Parameter reference: The reference.
    /// - Returns: The route.
    /// - Throws: `routeNotFound`, `nameAmbiguous`, `namespaceNotFound`, `invalidPattern`.
    /// - Complexity: O(*n*) in the number of routes.
    public func route(_ reference: RouteReference) throws(RouteDBError) -> Route {
        let namespace: Namespace? =
            if let name = reference.namespace { try self.namespace(named: name) } else { nil }
        let inside = routes.filter { namespace == nil || $0.namespace == namespace?.id }
        let found: [Route]
        switch reference.key {
        case .id(let id): found = inside.filter { $0.id == id }
        case .name(let name, let group):
            let named = inside.filter { $0.name == name && (group == nil || $0.group == group) }
            let id = reference.idInPlaceOfName
            found = named.isEmpty && id != nil ? inside.filter { $0.id == id } : named
        case .pattern(let text):
            let places = namespace.map { [$0] } ?? namespaces
            found = try self.routes(with: text, in: places)
        }
        guard let first = found.first else { throw notFound(reference, among: inside) }
        guard found.count == 1 else {
            throw RouteDBError(
                .nameAmbiguous,
                "'\(reference)' is ambiguous; it refers to \(found.count) routes: "
                    + found.prefix(5).map {
                        "#\($0.id.rawValue) ("
                            + ($0.pattern == nil ? "no pattern" : $0.patternText) + ")"
                    }
                    .joined(separator: ", ") + (found.count > 5 ? ", …" : "."),
                hint: "Use the id, '#\(first.id.rawValue)'.")
        }
        return first
    }

    /// The routes whose pattern equals a text, as each namespace reads it.
    private func routes(
        with text: String, in namespaces: [Namespace]
    ) throws(RouteDBError) -> [Route] {
        try RoutePattern.matches(of: text, in: namespaces, converters: converterNames(of:)) {
            (namespace, reading) in
            routes.filter { $0.namespace == namespace && $0.pattern == reading }
        }
    }

    private func notFound(_ reference: RouteReference, among known: [Route]) -> RouteDBError {
        var nearest: String?
        switch reference.key {
        case .id, .pattern: break
        case .name(let name, nil):
            let isGroup = known.contains { $0.group == name }
            if isGroup || namespaces.contains(where: { $0.name == name }) {
                return RouteDBError(noRoute: name, but: isGroup ? .group : .namespace)
            }
            nearest = NameSuggestion.nearest(to: name, among: known.compactMap(\.name))
        case .name(let name, let group?):
            nearest = NameSuggestion.nearest(
                to: "\(group)/\(name)",
                among: known.compactMap { route in
                    route.name.map { (route.group.map { "\($0)/" } ?? "") + $0 }
                })
        }
        let place = reference.namespace.map { " in the namespace '\($0)'" } ?? ""
        return RouteDBError(
            .routeNotFound, "No route matches '\(reference)'\(place).",
            hint: nearest.map { "Did you mean '\($0)'?" }
                ?? "Refer to a route by '#id', 'name', 'group/name' or its pattern.")
    }
}
