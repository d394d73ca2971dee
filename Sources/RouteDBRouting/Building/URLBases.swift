/// What the URLs of a namespace may begin with, where patterns do not say it.
struct URLBases {
    let list: [URLWriter.Base]
    private let namespace: Namespace
    /// The bindings to hosts that do not say which.
    private let openHosts: [String]

    /// Finds what the URLs of a namespace begin with: what is asked for, else what leads there.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - namespace: One of its namespaces.
    ///   - options: Say what is asked for.
    ///   - guesses: Whether a scheme is made up where one is needed, and a host where only
    ///     `*.example.com` is bound.
    init(
        _ table: RoutingTable, for namespace: Namespace, _ options: URLBuildOptions,
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

    /// The namespace that a request for a URL of a namespace names; `nil`: none.
    static func namespace(
        of namespace: Namespace, in table: RoutingTable, _ options: URLBuildOptions
    ) -> String? {
        if let name = options.namespace { return name }
        return entries(to: namespace, in: table).isEmpty ? namespace.name : nil
    }

    /// The namespaces that a URL can be bound to and that lead to a namespace, itself first.
    private static func entries(to namespace: Namespace, in table: RoutingTable) -> [Namespace] {
        let all = table.namespaces
        var entries: [Namespace] = []
        var reached: [NamespaceID] = [namespace.id]
        var next = 0
        while next < reached.count {
            let id = reached[next]
            next += 1
            let isBound = { (entry: Namespace) in
                entry.name == Namespace.defaultName || !entry.schemes.isEmpty
                    || !entry.hosts.isEmpty
            }
            entries += all.filter { $0.id == id && isBound($0) }
            reached += all.filter { $0.fallback == id && !reached.contains($0.id) }.map(\.id)
        }
        return entries
    }

    /// An error with the way out, where a base is what is missing.
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
                ? "The URLs of the namespace '\(namespace.name)' have a scheme; nothing says which."
                : "The URLs of the namespace '\(namespace.name)' have a host of "
                    + "\(openHosts.joined(separator: ", ")); nothing says which.",
            hint: needsScheme ? "Give a scheme." : "Give a host.", url: error.url)
    }
}
