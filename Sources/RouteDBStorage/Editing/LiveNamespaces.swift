import RouteDBRouting

/// The live namespaces during a write, by what edits look them up by.
struct LiveNamespaces {
    /// The namespaces by name.
    private(set) var byName: [String: RouteNamespace] = [:]
    private var names: [NamespaceID: String] = [:]
    /// The namespace that each pair of a scheme and a host is bound to.
    private var owners: [NamespaceBinding: NamespaceID] = [:]

    init(_ namespaces: [RouteNamespace]) {
        byName.reserveCapacity(namespaces.count)
        for namespace in namespaces { insert(namespace) }
    }

    /// The namespace with an id.
    subscript(id: NamespaceID) -> RouteNamespace? { names[id].flatMap { byName[$0] } }

    /// The namespace that a binding belongs to.
    func owner(of binding: NamespaceBinding) -> RouteNamespace? {
        owners[binding].flatMap { self[$0] }
    }

    /// Inserts a namespace, in place of its version before.
    mutating func insert(_ namespace: RouteNamespace) {
        remove(namespace.id)
        byName[namespace.name] = namespace
        names[namespace.id] = namespace.name
        for binding in namespace.bindings { owners[binding] = namespace.id }
    }

    /// Removes a namespace, if it is there.
    mutating func remove(_ id: NamespaceID) {
        guard let old = self[id] else { return }
        byName[old.name] = nil
        names[id] = nil
        for binding in old.bindings where owners[binding] == id { owners[binding] = nil }
    }
}
