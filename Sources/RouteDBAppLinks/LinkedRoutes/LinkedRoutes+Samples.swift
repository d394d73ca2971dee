import RouteDBRouting

extension LinkedRoutes {
    /// Sample links of a route to the host, one for each variant of its pattern or several: written from the
    /// pattern, and not from what it was compiled to.
    ///
    /// Nobody checked whether the route answers them. Each has only characters that links have.
    ///
    /// - Complexity: Linear in the pattern's variants.
    func samples(of route: Route) -> [String] {
        guard let pattern = route.pattern,
            let builder = places.lazy.map({ table.builders[$0] })
                .first(where: { $0.namespace.id == route.namespace })
        else { return [] }
        let policies = builder.namespace.policies
        let spelling = URLSpelling(policies: policies, converters: builder.converters)
        let isHostOpen = policies.matchedHost(of: pattern).map { !$0.isLiteral } ?? false
        var links: [String] = []
        pattern.forEachPath(order: policies.groups) { _, path in
            let variant = RoutePattern(
                scheme: policies.scheme == .text ? nil : "https",
                host: isHostOpen ? nil : pattern.host, path: path, query: pattern.query)
            let places = RouteSampler.places(of: variant, builder.converters)
            var writer = URLWriter(variant, places, extras: [], spelling: spelling)
            for base in [URLWriter.Base(scheme: "https", host: host), URLWriter.Base()] {
                links += writer.urls(base).filter(isLink)
            }
        }
        return links
    }

    /// Returns whether a URL leads to the host, and has only characters that links have.
    private func isLink(_ url: String) -> Bool {
        let start = "https://\(host)"
        let rest = url.utf8.dropFirst(start.utf8.count)
        return url.utf8.starts(with: start.utf8)
            && (rest.isEmpty || "/?#".utf8.contains(rest.first ?? 0))
            && rest.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Links that are like another one but for what a namespace may not read: a further item of the query, at
    /// the end and at the beginning, and a fragment.
    static func variations(of link: String) -> [String] {
        guard !link.utf8.contains(UInt8(ascii: "#")) else { return [link] }
        let item = "utm_source=x"
        guard let mark = link.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            return [link, "\(link)?\(item)", "\(link)#f"]
        }
        let (path, query) = (link[..<mark], link[link.utf8.index(after: mark)...])
        return [link, "\(link)&\(item)", "\(path)?\(item)&\(query)", "\(link)#f"]
    }
}
