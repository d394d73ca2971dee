/// The possible beginnings of a namespace's URLs, for patterns without scheme or host.
struct URLBases {
    let list: [URLWriter.Base]
    private let namespace: RouteNamespace
    /// The bindings to wildcard hosts.
    private let openHosts: [String]

    /// Finds the beginnings of a namespace's URLs: those that the options ask for, or else its bindings.
    init(
        _ table: RoutingTable, for namespace: RouteNamespace, _ options: URLBuildOptions,
        guesses: Bool = false
    ) {
        self.namespace = namespace
        var list: [URLWriter.Base] = []
        var openHosts: [String] = []
        for entry in Self.entries(to: namespace, in: table) {
            let schemes = options.scheme.map { [$0] } ?? Array(entry.schemes.prefix(1))
            var host = options.host ?? entry.hosts.first { !$0.hasPrefix("*.") }
            if host == nil, let wildcard = entry.hosts.first {
                openHosts += guesses ? [] : entry.hosts
                if guesses { host = "www\(wildcard.dropFirst())" }
            }
            list.append(URLWriter.Base(scheme: schemes.first, host: host))
        }
        list.append(URLWriter.Base(scheme: options.scheme, host: options.host))
        if guesses, namespace.policies.scheme == .required {
            list.append(URLWriter.Base(scheme: "app", host: nil))
        }
        var seen: Set<URLWriter.Base> = []
        self.list = list.filter { seen.insert($0).inserted }
        self.openHosts = openHosts
    }

    /// The namespace that a request must name to reach a namespace; `nil` if none is needed.
    package static func namespace(
        of namespace: RouteNamespace, in table: RoutingTable, _ options: URLBuildOptions
    ) -> String? {
        if let name = options.namespace { return name }
        return entries(to: namespace, in: table).isEmpty ? namespace.name : nil
    }

    /// The namespaces with bindings that lead to a namespace, itself first.
    private static func entries(to namespace: RouteNamespace, in table: RoutingTable)
        -> [RouteNamespace]
    {
        let all = table.namespaces
        var entries: [RouteNamespace] = []
        var reached: [NamespaceID] = [namespace.id]
        var next = 0
        while next < reached.count {
            let id = reached[next]
            next += 1
            let isBound = { (entry: RouteNamespace) in
                entry.name == RouteNamespace.defaultName || !entry.schemes.isEmpty
                    || !entry.hosts.isEmpty
            }
            entries += all.filter { $0.id == id && isBound($0) }
            reached += all.filter { $0.fallback == id && !reached.contains($0.id) }.map(\.id)
        }
        return entries
    }

    /// The error, with a hint if a scheme or host is missing.
    func hinted(_ error: URLBuildError, _ pattern: RoutePattern) -> URLBuildError {
        let needsScheme =
            namespace.policies.scheme == .required && pattern.scheme == nil
            && list.allSatisfy { $0.scheme == nil }
        let needsHost = !openHosts.isEmpty && pattern.host == nil
        let isLost = error.code == .unmatched || error.code == .takenByOther
        guard needsScheme || needsHost && isLost else { return error }
        return URLBuildError(
            .missingBase,
            needsScheme
                ? "URLs of the namespace '\(namespace.name)' need a scheme, and none was given."
                : "URLs of the namespace '\(namespace.name)' need a host that matches "
                    + "\(openHosts.joined(separator: ", ")), and none was given.",
            hint: needsScheme ? "Give a scheme." : "Give a host.", url: error.url)
    }
}
