public import RouteDBDatabase
public import RouteDBRouting
import RouteDBSQLite

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
    /// - Returns: Whether the converter was added, replaced or unchanged, with the converter.
    /// - Throws: `invalidValue`, `namespaceNotFound`.
    @discardableResult
    public func setConverter(
        _ name: String, rule: ParameterConverter.Rule, in namespace: String
    ) throws(RouteDBError) -> EditOutcome<ParameterConverter> {
        try perform { () throws(RouteDBError) in
            let id = try live.namespace(named: namespace).id
            try EditRules.checkConverter(name, rule)
            let new = ParameterConverter(namespace: id, name: name, rule: rule)
            let old = try converter(named: name, of: id)
            guard old?.rule != rule else { return .unchanged(new) }
            let revision = try makeRevision()
            if old != nil { try end(name, of: id, in: revision) }
            try live.converters.insert(new, in: revision)
            live.forgetConverters()
            return old == nil ? .added(new) : .replaced(new)
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
            let namespace = try live.namespace(named: namespace)
            guard try converter(named: name, of: namespace.id) != nil else {
                throw RouteDBError(
                    noConverter: name, in: namespace,
                    among: try live.converterNames(of: namespace.id))
            }
            let users = try users(ofConverter: name, in: namespace.id)
            guard users.count == 0 else {
                var listed = users.first.map { "#\($0.id.rawValue) (\($0.patternText))" }
                if users.count > listed.count {
                    listed.append("\(users.count - listed.count) more")
                }
                throw RouteDBError(
                    .converterInUse,
                    "The converter '\(name)' of the namespace '\(namespace.name)' is used by"
                        + " \(listed.joined(separator: ", ")).",
                    hint: "Remove those routes, or change their patterns, first.")
            }
            try end(name, of: namespace.id, in: try makeRevision())
            live.forgetConverters()
        }
    }

    /// The first routes of a namespace that use a converter, in the order of registration, and the number
    /// of all.
    private func users(
        ofConverter name: String, in namespace: NamespaceID
    ) throws(RouteDBError) -> (first: [Route], count: Int) {
        var first: [Route] = []
        var count = 0
        try Versions<Route>(database: live.database).forEachWithParameters(
            in: .namespace(namespace)
        ) { route in
            guard route.pattern?.converterNames.contains(name) == true else { return false }
            count += 1
            first.insert(route, at: first.firstIndex { $0.id > route.id } ?? first.count)
            if first.count > Self.listedRoutes { first.removeLast() }
            return false
        }
        return (first, count)
    }

    /// The converters of a namespace, by name.
    ///
    /// - Parameter namespace: The name of the namespace.
    /// - Returns: The converters.
    /// - Throws: `namespaceNotFound`.
    public func converters(in namespace: String) throws(RouteDBError) -> [ParameterConverter] {
        try perform { () throws(RouteDBError) in
            let id = try live.namespace(named: namespace).id
            return try live.allConverters().filter { $0.namespace == id }
        }
    }

    /// The converter of a namespace with a name.
    package func converter(
        named name: String, in namespace: String
    ) throws(RouteDBError) -> ParameterConverter? {
        try perform { () throws(RouteDBError) in
            try converter(named: name, of: try live.namespace(named: namespace).id)
        }
    }

    private func converter(
        named name: String, of namespace: NamespaceID
    ) throws(RouteDBError) -> ParameterConverter? {
        try live.converters.items(
            ParameterConverter.one, .integer(namespace.rawValue), .text(name)
        ).first
    }

    private func end(
        _ name: String, of namespace: NamespaceID, in revision: Int64
    ) throws(RouteDBError) {
        try live.converters.end(
            ParameterConverter.named, in: revision, .integer(namespace.rawValue), .text(name))
    }
}
