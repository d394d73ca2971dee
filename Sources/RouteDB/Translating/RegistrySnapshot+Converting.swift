public import RouteDBRouting

extension RegistrySnapshot {
    /// The registry's content as a conversion makes it.
    ///
    /// - Parameter conversion: The conversion of one of the namespaces.
    /// - Returns: The same with that namespace and its routes converted.
    public func applying(_ conversion: NamespaceConversion) -> RegistrySnapshot {
        converting(conversion.result, conversion.routes)
    }

    /// The same with a namespace, and some of its routes, in the place of those that they were.
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
