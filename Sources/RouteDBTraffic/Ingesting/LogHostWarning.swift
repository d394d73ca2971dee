import RouteDBDatabase
import RouteDBRouting

/// A warning that the requests of a log have no hosts although routes are bound to hosts.
///
/// Importing such a log would record almost all of its requests as unmatched.
public struct LogHostWarning: Hashable, Sendable {
    /// A host and scheme that would let requests reach the routes of a namespace.
    public struct Remedy: Hashable, Sendable {
        /// The name of the namespace.
        public let namespace: String
        /// The value for ``LogImportOptions/host``.
        public let host: String
        /// The value for ``LogImportOptions/scheme``; `nil` to leave it unchanged.
        public let scheme: String?
        /// The number of tested requests that would match a route.
        public let matched: Int
    }

    /// The name of the log.
    public let name: String
    /// The number of requests tested, from the start of the log.
    public let tried: Int
    /// The number of tested requests that match a route without a host.
    public let matched: Int
    /// The host and scheme with which most of them would match.
    public let remedy: Remedy
}

/// The first new requests of a log, as long as none of them has a host.
struct HostlessRequests {
    /// The largest number of requests to test.
    private static let limit = 200
    /// The largest number of bindings to test.
    private static let bindingLimit = 32

    private var urls: [[UInt8]] = []
    /// Whether a request had a host, which makes a warning pointless.
    private var hasHost = false

    /// Adds a request.
    mutating func append(_ url: [UInt8]) {
        guard !hasHost, urls.count < Self.limit else { return }
        guard url.first == UInt8(ascii: "/"), !url.starts(with: "//".utf8) else {
            hasHost = true
            return
        }
        urls.append(url)
    }

    /// Returns a warning if the host of some binding would let more requests match, or if no
    /// request matches and every route is in a namespace with bindings.
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
        // Picks the first of several equally good ones.
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
        of namespace: RouteNamespace, scheme usual: String
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
