import RouteDBRouting

/// The schemes and hosts whose URLs two registries may answer, so that a redirect is followed in them.
struct KnownOrigins: Sendable {
    /// The hosts, in lower case.
    private var hosts: Set<String> = []
    /// True if a route or a namespace takes hosts that it does not name.
    private var includesAny = false

    init(of registries: [RegistrySnapshot]) {
        for namespace in registries.flatMap(\.namespaces) {
            if namespace.hosts.isEmpty { includesAny = includesAny || !namespace.schemes.isEmpty }
            for host in namespace.hosts { add(host) }
        }
        for pattern in registries.flatMap(\.routes).lazy.compactMap(\.pattern) {
            guard let host = pattern.host else {
                includesAny = includesAny || pattern.scheme != nil
                continue
            }
            var text = ""
            for element in host.elements {
                guard case .literal(let part) = element else {
                    text = "*"
                    break
                }
                text += part
            }
            add(text)
        }
    }

    private mutating func add(_ host: String) {
        if host.utf8.contains(UInt8(ascii: "*")) { includesAny = true }
        hosts.insert(host.lowercased())
    }

    /// Returns whether no route of the registries takes the URL of a redirect.
    func exclude(_ location: String) -> Bool {
        guard !includesAny, let template = try? RedirectTemplate(location),
            !template.scheme.isEmpty, template.namesInHost.isEmpty
        else { return false }
        let authority = location.utf8.dropFirst(template.scheme.utf8.count)
            .prefix { !"/?#".utf8.contains($0) }
        let host = authority.prefix { $0 != UInt8(ascii: ":") }
        return !hosts.contains(String(decoding: host, as: UTF8.self).lowercased())
    }
}
