/// The requests that a request is redirected through, as a browser follows them.
package struct RedirectTrail: Sendable {
    /// The most requests that are tried, the first one included.
    private static let limit = 16

    /// The request for the URL that was followed last.
    package private(set) var request: ResolutionRequest
    /// True if the redirects led away from the scheme and the host of the first URL.
    package private(set) var isElsewhere = false
    private var seen: Set<TextKey>

    package init(_ request: ResolutionRequest) {
        self.request = request
        seen = [TextKey(request.url)]
    }

    /// Goes on to the URL that a redirect leads to.
    ///
    /// A path keeps the scheme and the host of the URL before it; with a host of its own, the URL
    /// decides about the namespace anew.
    package mutating func follow(_ location: String) -> Bool {
        let origin = Self.origin(of: request.url)
        let isPath = location.utf8.first == UInt8(ascii: "/")
        let url = isPath ? origin + location : location
        request = request.redirected(to: url)
        if !isPath {
            request.namespace = nil
            if origin.lowercased() != Self.origin(of: location).lowercased() { isElsewhere = true }
        }
        return seen.insert(TextKey(url)).inserted && seen.count <= Self.limit
    }

    /// Returns whether the request for the URL is the registry's own, and is to be resolved in it.
    ///
    /// A route that is bound to no host or scheme says nothing about which hosts are the registry's.
    package func isOwn(_ resolution: Resolution) -> Bool {
        if !isElsewhere { return true }
        guard let route = resolution.foundRoute else { return false }
        return route.isBound(in: resolution.namespace)
    }

    /// The scheme and the host of a URL, as written up to the path; empty if it is a path only.
    private static func origin(of url: String) -> String {
        let bytes = Array(url.utf8)
        let scheme = bytes.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }.count
        var end = 0
        if bytes[scheme...].starts(with: "://".utf8) {
            end = scheme + 3
        } else if bytes.starts(with: "//".utf8) {
            end = 2
        }
        if end > 0 { end += bytes[end...].prefix { !"/?#".utf8.contains($0) }.count }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}

extension Route {
    /// Returns whether the route takes the URLs of some hosts or schemes only, by itself or by its namespace.
    package func isBound(in namespace: RouteNamespace?) -> Bool {
        if pattern?.host != nil || pattern?.scheme != nil { return true }
        return namespace.map { !$0.hosts.isEmpty || !$0.schemes.isEmpty } ?? false
    }
}
