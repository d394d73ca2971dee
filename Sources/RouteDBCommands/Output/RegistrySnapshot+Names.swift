import RouteDB

extension RegistrySnapshot {
    /// The names of the namespaces by id.
    var namespaceNames: [NamespaceID: String] {
        Dictionary(namespaces.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }
}
