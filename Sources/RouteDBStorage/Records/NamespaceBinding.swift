import RouteDBRouting

/// A pair of a scheme and a host that one namespace takes; `nil` takes any.
struct NamespaceBinding: Hashable {
    let scheme: String?
    let host: String?

    /// The pair as a person reads it.
    var text: String { "\(scheme ?? "*")://\(host ?? "*")" }
}

extension Namespace {
    /// Every pair that the namespace is bound to; none for one without schemes and hosts.
    var bindings: [NamespaceBinding] {
        guard !schemes.isEmpty || !hosts.isEmpty else { return [] }
        let schemes: [String?] = self.schemes.isEmpty ? [nil] : self.schemes
        let hosts: [String?] = self.hosts.isEmpty ? [nil] : self.hosts
        return schemes.flatMap { scheme in
            hosts.map { NamespaceBinding(scheme: scheme, host: $0) }
        }
    }
}
