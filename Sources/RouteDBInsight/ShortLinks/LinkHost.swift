import RouteDB
package import RouteDBDatabase
package import RouteDBRouting

/// The host of links, and the namespace that answers for it.
package struct LinkHost: Hashable, Sendable {
    package let namespace: RouteNamespace
    /// The scheme and the host, as in `https://go.example`; `nil` for links of any host.
    package let origin: String?

    /// Chooses the namespace of a host, or the only one that is bound to a host, or else the default one.
    package init(
        _ host: String?, among namespaces: [RouteNamespace]
    ) throws(RouteDBError) {
        let places = namespaces.flatMap { space in
            space.hosts.filter { !$0.hasPrefix("*") }.map { (space: space, host: $0) }
        }
        let known = places.map { "'\($0.host)'" }.joined(separator: ", ")
        if let host {
            guard
                let place = places.first(where: { $0.host.asciiLowercased == host.asciiLowercased })
            else {
                throw RouteDBError(
                    .namespaceNotFound, "No namespace is bound to the host \(host.excerpt).",
                    hint: places.isEmpty
                        ? "Add one: routedb namespace add links --host \(ShellQuoting.quoted(host))"
                        : "Hosts with a namespace: \(known).")
            }
            (namespace, origin) = (place.space, Self.origin(place.host, of: place.space))
        } else if places.count > 1 {
            throw RouteDBError(
                .invalidInput, "There are several hosts for links: \(known).",
                hint: "Choose one with '--host'.")
        } else if let place = places.first {
            (namespace, origin) = (place.space, Self.origin(place.host, of: place.space))
        } else if let place = namespaces.first(where: { $0.name == RouteNamespace.defaultName }) {
            (namespace, origin) = (place, nil)
        } else {
            throw RouteDBError(
                noNamespace: RouteNamespace.defaultName, among: namespaces.map(\.name))
        }
    }

    /// The namespace of a link that exists.
    package init(of namespace: RouteNamespace) {
        self.namespace = namespace
        origin = namespace.hosts.first { !$0.hasPrefix("*") }.map { Self.origin($0, of: namespace) }
    }

    /// Returns the URL of the link with a pattern.
    package func url(of pattern: String) -> String { (origin ?? "") + pattern }

    /// Returns the path of a URL that leads to the host of the links, without its query; `nil` for others.
    func path(of url: String) -> String? {
        var rest = url[...]
        if !url.hasPrefix("/") {
            guard let host = origin?.split(separator: "://").last,
                let mark = url.firstRange(of: "://"),
                ["http", "https"].contains(String(url[..<mark.lowerBound]).asciiLowercased)
            else { return nil }
            rest = url[mark.upperBound...]
            let own = rest.prefix { !"/?#".contains($0) }
            guard String(own).asciiLowercased == String(host).asciiLowercased else { return nil }
            rest = rest.dropFirst(own.count)
        }
        return String(rest.prefix { $0 != "?" && $0 != "#" })
    }

    private static func origin(_ host: String, of namespace: RouteNamespace) -> String {
        let schemes = namespace.schemes.map(\.asciiLowercased)
        let isPlain = schemes.contains("http") && !schemes.contains("https")
        return "\(isPlain ? "http" : "https")://\(host)"
    }
}
