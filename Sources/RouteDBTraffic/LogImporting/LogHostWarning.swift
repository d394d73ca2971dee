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

    /// The requests, all without hosts.
    private(set) var urls: [[UInt8]] = []
    /// True if a request had a host, which makes a warning pointless.
    private var hasHost = false

    /// True if there are requests, all without hosts.
    var areHostless: Bool { !hasHost && !urls.isEmpty }

    /// True if another request would make a difference.
    var wantsMore: Bool { !hasHost && urls.count < Self.limit }

    /// Adds a request.
    mutating func append(_ url: [UInt8]) {
        guard wantsMore else { return }
        guard url.first == UInt8(ascii: "/"), !url.starts(with: "//".utf8) else {
            hasHost = true
            return
        }
        urls.append(url)
    }

    /// Returns a warning if some host of the registry would let more requests match, or if no
    /// request matches and every route needs a host.
    func warning(
        of name: String, for table: RoutingTable, scheme usual: String
    ) -> LogHostWarning? {
        guard !hasHost, !urls.isEmpty else { return nil }
        let hosts = KnownHosts(table, scheme: usual)
        guard !hosts.all.isEmpty else { return nil }
        let matched = count(urls, table)
        guard matched < urls.count else { return nil }
        let remedies = hosts.all.map { known in
            let start = Array("\(known.scheme ?? usual)://\(known.host)".utf8)
            return LogHostWarning.Remedy(
                namespace: known.namespace, host: known.host, scheme: known.scheme,
                matched: count(urls.map { start + $0 }, table))
        }
        // Picks the first of several equally good ones.
        guard let best = remedies.reversed().max(by: { $0.matched < $1.matched }) else {
            return nil
        }
        guard best.matched > matched || matched == 0 && hosts.areNeeded else { return nil }
        return LogHostWarning(name: name, tried: urls.count, matched: matched, remedy: best)
    }

    private func count(_ urls: [[UInt8]], _ table: RoutingTable) -> Int {
        urls.count { table.resolve(ResolutionRequest(utf8: $0)).foundRoute != nil }
    }

}

/// The hosts that a registry names: those that namespaces are bound to, and those of patterns.
private struct KnownHosts {
    /// A host, with the scheme that it needs besides the usual one.
    struct Known: Hashable {
        let namespace: String
        let host: String
        let scheme: String?
    }

    /// The hosts of namespaces, then those of patterns, each once.
    private(set) var all: [Known] = []
    /// The most hosts that are tested.
    private static let limit = 32
    /// True if no route takes a URL without a host.
    private(set) var areNeeded = true

    init(_ table: RoutingTable, scheme usual: String) {
        let bound = table.namespaces.filter { !$0.hosts.isEmpty || !$0.schemes.isEmpty }
        for namespace in bound { add(bindingsOf: namespace, usual) }
        let names = Dictionary(
            table.namespaces.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        let ids = Set(bound.map(\.id))
        for route in table.content.routes {
            guard let host = route.pattern?.host else {
                if !ids.contains(route.namespace) { areNeeded = false }
                continue
            }
            guard let text = host.sample else { continue }
            let scheme = route.pattern?.scheme
            add(
                Known(
                    namespace: names[route.namespace] ?? "", host: text,
                    scheme: scheme == usual ? nil : scheme))
        }
    }

    private mutating func add(bindingsOf namespace: RouteNamespace, _ usual: String) {
        let scheme =
            namespace.schemes.isEmpty || namespace.schemes.contains(usual)
            ? nil : namespace.schemes[0]
        for host in namespace.hosts.isEmpty ? ["localhost"] : namespace.hosts {
            add(
                Known(
                    namespace: namespace.name,
                    host: host.hasPrefix("*.") ? "www" + host.dropFirst() : host, scheme: scheme))
        }
    }

    private mutating func add(_ known: Known) {
        if all.count < Self.limit, !all.contains(known) { all.append(known) }
    }
}

extension HostPattern {
    /// A host that the pattern takes, if it is literal but for a first label.
    fileprivate var sample: String? {
        var text = ""
        for (place, element) in elements.enumerated() {
            switch element {
            case .literal(let literal): text += literal
            case .parameter, .wildcard: if place > 0 { return nil } else { text += "www" }
            default: return nil
            }
        }
        return text.isEmpty || text == "www" ? nil : text
    }
}
