public import RouteDBDatabase
public import RouteDBRouting

extension RegistrySnapshot {
    /// The names of the namespaces by id.
    package var namespaceNames: [NamespaceID: String] {
        Dictionary(namespaces.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the namespace with a name.
    ///
    /// - Parameter name: The name.
    /// - Returns: The namespace.
    /// - Throws: `namespaceNotFound`, with a suggestion if a similar name exists.
    public func namespace(named name: String) throws(RouteDBError) -> RouteNamespace {
        if let namespace = namespaces.first(where: { $0.name == name }) { return namespace }
        throw RouteDBError(
            noNamespace: name, among: namespaces.map(\.name), kind: kind(named: name))
    }

    /// Returns the kind of the item that has a name, if it is not that of a namespace.
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
        let namespace: RouteNamespace? =
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
                            + ($0.hasPattern ? $0.patternText : "no pattern") + ")"
                    }
                    .joined(separator: ", ") + (found.count > 5 ? ", …" : "."),
                hint: "Use the id, '#\(first.id.rawValue)'.")
        }
        return first
    }

    /// The routes whose pattern equals a text, as each namespace reads it.
    private func routes(
        with text: String, in namespaces: [RouteNamespace]
    ) throws(RouteDBError) -> [Route] {
        try RoutePattern.matches(of: text, in: namespaces, converters: converterNames(of:)) {
            (namespace, reading) in
            routes.filter { $0.namespace == namespace && $0.pattern == reading }
        }
    }

    private func notFound(_ reference: RouteReference, among known: [Route]) -> RouteDBError {
        var question: String?
        switch reference.key {
        case .id, .pattern: break
        case .name(let name, nil):
            let isGroup = known.contains { $0.group == name }
            // Whoever names a namespace is told of no other.
            let isNamespace =
                reference.namespace == nil && namespaces.contains { $0.name == name }
            if isGroup || isNamespace {
                return RouteDBError(noRoute: name, but: isGroup ? .group : .namespace)
            }
            question = NameSuggestion.didYouMean(name, among: known.compactMap(\.name))
        case .name(let name, let group?):
            question = NameSuggestion.didYouMean(
                "\(group)/\(name)",
                among: known.compactMap(\.qualifiedName))
        }
        return RouteDBError(
            noRoute: reference, in: reference.namespace,
            hint: question
                ?? "Refer to a route by '#id', 'name', 'group/name' or its pattern.")
    }
}

extension RegistrySnapshot {
    /// Returns the scope of a place, at the snapshot's revision.
    ///
    /// - Parameter place: The place.
    /// - Returns: The scope.
    /// - Throws: `namespaceNotFound`, `routeNotFound`, `nameAmbiguous`, `invalidPattern`.
    public func scope(of place: DefaultPlace) throws(RouteDBError) -> RouteScope {
        switch place {
        case .namespace(let name): .namespace(try namespace(named: name).id)
        case .group(let name, let group): .group(try namespace(named: name).id, group)
        case .route(let reference): .route(try route(reference).id)
        }
    }

    /// Returns the access rule with an id.
    ///
    /// - Parameter id: The id.
    /// - Returns: The rule.
    /// - Throws: `ruleNotFound`.
    public func accessRule(_ id: RuleID) throws(RouteDBError) -> AccessRule {
        if let rule = accessRules.first(where: { $0.id == id }) { return rule }
        throw RouteDBError(noRule: id)
    }

    /// Returns the access rule with a number that is written as text.
    package func accessRule(numbered text: String) throws(RouteDBError) -> AccessRule {
        guard let number = Int64(text) else { throw RouteDBError(noRuleNumbered: text.excerpt) }
        return try accessRule(RuleID(rawValue: number))
    }

    /// Returns the suppression with an id.
    package func suppression(_ id: Int64) throws(RouteDBError) -> LintSuppression {
        if let found = suppressions.first(where: { $0.id == id }) { return found }
        throw RouteDBError(noSuppression: id)
    }

    /// Returns the converter with a name in a namespace.
    package func converter(
        named name: String, in namespace: String
    ) throws(RouteDBError) -> ParameterConverter {
        let namespace = try self.namespace(named: namespace)
        let own = converters.filter { $0.namespace == namespace.id }
        if let found = own.first(where: { $0.name == name }) { return found }
        throw RouteDBError(noConverter: name, in: namespace, among: Set(own.map(\.name)))
    }
}
