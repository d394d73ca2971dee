public import RouteDBDatabase
public import RouteDBRouting

/// What an edit did to a converter.
public enum ConverterOutcome: Hashable, Sendable {
    /// The converter was added.
    case added
    /// The converter's rule was replaced.
    case replaced
    /// The converter already had this rule.
    case unchanged
}

extension RegistryEditor {
    /// The maximum number of routes listed in the error for a converter in use.
    private static let listedRoutes = 5

    /// Adds a converter to a namespace, or replaces the rule of an existing one.
    ///
    /// Existing routes keep their meaning: a converter with the name of a built-in type takes its
    /// place only in patterns that are written afterwards.
    ///
    /// - Parameters:
    ///   - name: The name: 1 to 255 ASCII letters, digits, `-`, `_` and `.`.
    ///   - rule: The rule.
    ///   - namespace: The name of the namespace.
    /// - Returns: Whether the converter was added, replaced or unchanged.
    /// - Throws: `invalidValue`, `namespaceNotFound`.
    @discardableResult
    public func setConverter(
        _ name: String, rule: ParameterConverter.Rule, in namespace: String
    ) throws(RouteDBError) -> ConverterOutcome {
        try perform { () throws(RouteDBError) in
            let id = try self.namespace(named: namespace).id
            try EditRules.checkConverter(name, rule)
            let old = try converter(named: name, of: id)
            guard old?.rule != rule else { return .unchanged }
            let revision = try makeRevision()
            if old != nil { try converters.end(name, of: id, revision: revision) }
            try converters.insert(
                ParameterConverter(namespace: id, name: name, rule: rule), revision: revision)
            forgetConverters()
            return old == nil ? .added : .replaced
        }
    }

    /// Removes a converter.
    ///
    /// - Parameters:
    ///   - name: The name of the converter.
    ///   - namespace: The name of the namespace.
    /// - Throws: `namespaceNotFound`, `converterNotFound`; `converterInUse` if a route uses it.
    public func removeConverter(
        _ name: String, in namespace: String
    ) throws(RouteDBError) {
        try perform { () throws(RouteDBError) in
            let namespace = try self.namespace(named: namespace)
            guard try converter(named: name, of: namespace.id) != nil else {
                throw try noConverter(name, in: namespace)
            }
            let users = try routes.live().filter {
                $0.namespace == namespace.id && $0.pattern?.converterNames.contains(name) == true
            }
            guard users.isEmpty else {
                var listed = users.prefix(Self.listedRoutes).map {
                    "#\($0.id.rawValue) (\($0.patternText))"
                }
                if users.count > listed.count {
                    listed.append("\(users.count - listed.count) more")
                }
                throw RouteDBError(
                    .converterInUse,
                    "The converter '\(name)' of the namespace '\(namespace.name)' is used by"
                        + " \(listed.joined(separator: ", ")).",
                    hint: "Remove those routes, or change their patterns, first.")
            }
            try converters.end(name, of: namespace.id, revision: try makeRevision())
            forgetConverters()
        }
    }

    /// The converters of a namespace, by name.
    ///
    /// - Parameter namespace: The name of the namespace.
    /// - Returns: The converters.
    /// - Throws: `namespaceNotFound`.
    public func converters(in namespace: String) throws(RouteDBError) -> [ParameterConverter] {
        try perform { () throws(RouteDBError) in
            let id = try self.namespace(named: namespace).id
            return try liveConverters().filter { $0.namespace == id }
        }
    }

    private func converter(
        named name: String, of namespace: NamespaceID
    ) throws(RouteDBError) -> ParameterConverter? {
        try liveConverters().first { $0.namespace == namespace && $0.name == name }
    }

    private func noConverter(
        _ name: String, in namespace: RouteNamespace
    ) throws(RouteDBError) -> RouteDBError {
        let known = try converterNames(of: namespace.id)
        let nearest = NameSuggestion.nearest(to: name, among: known.sorted())
        return RouteDBError(
            .converterNotFound,
            "The namespace '\(namespace.name)' has no converter named '\(name)'.",
            hint: nearest.map { "Did you mean '\($0)'?" } ?? "Check the name, or add it first.")
    }
}
