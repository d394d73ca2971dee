import RouteDBRouting

/// A scheme and host that a namespace is bound to; `nil` stands for any.
struct NamespaceBinding: Hashable {
    let scheme: String?
    let host: String?

    /// The binding as text, with `*` for any.
    var text: String { "\(scheme ?? "*")://\(host ?? "*")" }
}

extension Namespace {
    /// All bindings of the namespace; empty without schemes and hosts.
    var bindings: [NamespaceBinding] {
        guard !schemes.isEmpty || !hosts.isEmpty else { return [] }
        let schemes: [String?] = self.schemes.isEmpty ? [nil] : self.schemes
        let hosts: [String?] = self.hosts.isEmpty ? [nil] : self.hosts
        return schemes.flatMap { scheme in
            hosts.map { NamespaceBinding(scheme: scheme, host: $0) }
        }
    }
}
