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
            let scope = try live.scope(of: place)
            let text = value.description
            let old = try live.defaults.find(key, in: scope)
            guard old?.value != text else { return false }
            let revision = try makeRevision()
            if let old { try live.defaults.end(old, in: revision) }
            try live.defaults.insert(
                DefaultRecord(scope: scope, key: key, value: text), in: revision)
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
            let scope = try live.scope(of: place)
            guard let old = try live.defaults.find(key, in: scope) else { return false }
            try live.defaults.end(old, in: try makeRevision())
            return true
        }
    }

    /// The default values of one scope, sorted by key.
    ///
    /// - Throws: `namespaceNotFound`, `routeNotFound`, `nameAmbiguous`.
    public func defaults(in place: DefaultPlace) throws(RouteDBError) -> JSONObject {
        try perform { () throws(RouteDBError) in
            try live.defaults.object(in: try live.scope(of: place))
        }
    }
}
