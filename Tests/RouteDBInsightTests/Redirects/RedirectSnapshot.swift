import RouteDBRouting

extension RegistrySnapshot {
    /// A registry with a redirect for each pattern; `nil` for a route that is none.
    ///
    /// They are in the namespace `default`, or, with hosts, in `web`, which is bound to these.
    static func redirects(
        _ routes: [(pattern: String, redirect: RouteRedirect?)], hosts: [String] = []
    ) throws -> RegistrySnapshot {
        var namespaces = [
            RouteNamespace(id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName)
        ]
        if !hosts.isEmpty {
            namespaces.append(
                RouteNamespace(id: NamespaceID(rawValue: 2), name: "web", hosts: hosts))
        }
        let all = try routes.enumerated().map { index, route in
            Route(
                id: RouteID(rawValue: Int64(index) + 1),
                namespace: NamespaceID(rawValue: hosts.isEmpty ? 1 : 2),
                pattern: try RoutePattern(route.pattern),
                target: route.redirect == nil ? "page" : "redirect", redirect: route.redirect)
        }
        return RegistrySnapshot(revision: 1, namespaces: namespaces, routes: all)
    }
}
