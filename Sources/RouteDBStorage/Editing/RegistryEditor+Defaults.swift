public import RouteDBDatabase
public import RouteDBRouting

extension RegistryEditor {
    /// Sets a default value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value; `null` is a value too.
    ///   - place: The scope of the default value.
    /// - Returns: Whether anything changed.
    /// - Throws: `invalidValue`, `namespaceNotFound`, `routeNotFound`, `nameAmbiguous`.
    @discardableResult
    public func setDefault(
        _ key: String, to value: JSONValue, in place: DefaultPlace
    ) throws(RouteDBError) -> Bool {
        try perform { () throws(RouteDBError) in
            try EditRules.checkText(key, called: "key of a default value")
            let scope = try scope(of: place)
            let text = value.description
            let old = try defaults.rows(in: scope).first { $0.key == key }
            guard old?.value != text else { return false }
            let revision = try makeRevision()
            if let old { try defaults.end(old, revision: revision) }
            try defaults.insert(text, of: key, in: scope, revision: revision)
            return true
        }
    }

    /// Removes a default value.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `namespaceNotFound`, `routeNotFound`, `nameAmbiguous`.
    @discardableResult
    public func unsetDefault(
        _ key: String, in place: DefaultPlace
    ) throws(RouteDBError) -> Bool {
        try perform { () throws(RouteDBError) in
            let rows = try defaults.rows(in: try scope(of: place))
            guard let old = rows.first(where: { $0.key == key }) else { return false }
            try defaults.end(old, revision: try makeRevision())
            return true
        }
    }

    /// The default values of one scope, sorted by key.
    ///
    /// - Throws: `namespaceNotFound`, `routeNotFound`, `nameAmbiguous`.
    public func defaults(in place: DefaultPlace) throws(RouteDBError) -> JSONObject {
        try perform { () throws(RouteDBError) in
            try defaults.object(try defaults.rows(in: try scope(of: place)))
        }
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
