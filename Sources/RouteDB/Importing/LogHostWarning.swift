import RouteDBRouting
import RouteDBStorage

/// That the requests of a log have no hosts, where routes are only reached with one.
///
/// Such a log would be imported as if nearly nothing of it were found.
public struct LogHostWarning: Hashable, Sendable {
    /// What requests would need to reach the routes of a namespace.
    public struct Remedy: Hashable, Sendable {
        /// The namespace.
        public let namespace: String
        /// The value for ``LogImportOptions/host``.
        public let host: String
        /// The value for ``LogImportOptions/scheme``; `nil`: the one that is given.
        public let scheme: String?
        /// How many of the first requests match a route then.
        public let matched: Int
    }

    /// The name of the log.
    public let name: String
    /// How many of its first requests were tried.
    public let tried: Int
    /// How many of them match a route as they are.
    public let matched: Int
    /// What would let most of them match.
    public let remedy: Remedy
}

/// The first new requests of a log, as long as none of them has a host.
struct HostlessRequests {
    /// How many are tried.
    private static let limit = 200
    /// How many bindings are tried.
    private static let bindingLimit = 32

    private var urls: [[UInt8]] = []
    /// Whether a request had a host, so that there is nothing to warn of.
    private var hasHost = false

    /// Takes a request.
    mutating func append(_ url: [UInt8]) {
        guard !hasHost, urls.count < Self.limit else { return }
        guard url.first == UInt8(ascii: "/"), !url.starts(with: "//".utf8) else {
            hasHost = true
            return
        }
        urls.append(url)
    }

    /// What there is to warn of: with a host that a namespace is bound to more requests would match,
    /// or none matches and every route is in such a namespace.
    func warning(
        of name: String, for table: RoutingTable, scheme usual: String
    ) -> LogHostWarning? {
        guard !hasHost, !urls.isEmpty else { return nil }
        let bound = table.namespaces.filter { !$0.hosts.isEmpty || !$0.schemes.isEmpty }
        guard !bound.isEmpty else { return nil }
        let matched = count(urls, table)
        guard matched < urls.count else { return nil }
        let remedies = bound.flatMap { Self.bindings(of: $0, scheme: usual) }
            .prefix(Self.bindingLimit)
            .map { binding in
                let start = Array("\(binding.scheme ?? usual)://\(binding.host)".utf8)
                return LogHostWarning.Remedy(
                    namespace: binding.namespace, host: binding.host, scheme: binding.scheme,
                    matched: count(urls.map { start + $0 }, table))
            }
        // Of several that are as good, the first.
        guard let best = remedies.reversed().max(by: { $0.matched < $1.matched }) else {
            return nil
        }
        let ids = Set(bound.map(\.id))
        let isAllBound =
            matched == 0 && table.content.routes.allSatisfy { ids.contains($0.namespace) }
        guard best.matched > matched || isAllBound else { return nil }
        return LogHostWarning(name: name, tried: urls.count, matched: matched, remedy: best)
    }

    private func count(_ urls: [[UInt8]], _ table: RoutingTable) -> Int {
        urls.count { table.resolve(ResolutionRequest(utf8: $0)).foundRoute != nil }
    }

    private static func bindings(
        of namespace: Namespace, scheme usual: String
    ) -> [(namespace: String, host: String, scheme: String?)] {
        let scheme =
            namespace.schemes.isEmpty || namespace.schemes.contains(usual)
            ? nil : namespace.schemes[0]
        let hosts = namespace.hosts.isEmpty ? ["localhost"] : namespace.hosts
        return hosts.map { host in
            (namespace.name, host.hasPrefix("*.") ? "www" + host.dropFirst() : host, scheme)
        }
    }
}
