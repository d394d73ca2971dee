public import RouteDBRouting

extension RegistrySnapshot {
    /// Returns the contents of the registry as a conversion would change them, for example to
    /// replay hits against them.
    ///
    /// - Parameter conversion: The conversion of one of the namespaces.
    /// - Returns: A copy with that namespace and its routes converted.
    public func applying(_ conversion: NamespaceConversion) -> RegistrySnapshot {
        converting(conversion.result, conversion.routes)
    }

    /// Returns a copy in which a namespace and some of its routes are replaced.
    func converting(
        _ namespace: Namespace, _ translations: [RouteTranslation]
    ) -> RegistrySnapshot {
        let results = Dictionary(
            translations.map { ($0.route.id, $0.result) }, uniquingKeysWith: { first, _ in first })
        var snapshot = self
        snapshot.namespaces = namespaces.map { $0.id == namespace.id ? namespace : $0 }
        snapshot.routes = routes.map { results[$0.id] ?? $0 }
        return snapshot
    }
}
