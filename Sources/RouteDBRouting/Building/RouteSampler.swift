/// Makes sample URLs that a route matches, as evidence for statements about its pattern.
///
/// Each URL is verified: the matcher finds the variant with it in a table without other routes.
/// Whether another route matches it first depends on the whole table.
package struct RouteSampler: Sendable {
    /// A place in a pattern that stands for text.
    package enum Place: Hashable, Sendable {
        /// A parameter of the host or path, or a capture of the query.
        case parameter(Parameter)
        /// One segment.
        case wildcard
        /// Any number of segments.
        case rest
    }

    /// The route's pattern with each choice of optional groups, in the order in which they are
    /// tried.
    package let variants: [RoutePattern]
    /// The namespace that requests must name; `nil` if the URLs are bound to one that leads to the
    /// route.
    package let namespace: String?

    private let alone: RoutingTable
    private let bases: [URLWriter.Base]
    private let spelling: URLSpelling

    /// Prepares to make URLs for a route.
    ///
    /// - Parameters:
    ///   - route: The route; it may be disabled.
    ///   - table: The table of its registry.
    /// - Complexity: Linear in the pattern's variants and in the table's namespaces.
    package init?(_ route: Route, in table: RoutingTable) {
        guard let written = route.pattern,
            let builder = table.builders.first(where: { $0.namespace.id == route.namespace })
        else { return nil }
        let policies = builder.namespace.policies
        let pattern = policies.readPart(of: written)
        var variants: [RoutePattern] = []
        pattern.forEachPath(order: policies.groups) { _, path in
            variants.append(
                RoutePattern(
                    scheme: pattern.scheme, host: pattern.host, path: path, query: pattern.query))
        }
        self.variants = variants
        var enabled = route
        enabled.isEnabled = true
        alone = table.holding([enabled])
        spelling = URLSpelling(policies: policies, converters: builder.converters)
        let options = URLBuildOptions()
        bases = URLBases(table, for: builder.namespace, options, guesses: true).list
        namespace = URLBases.namespace(of: builder.namespace, in: table, options)
    }

    /// Makes a URL that a variant matches.
    ///
    /// - Parameters:
    ///   - variant: The index of one of ``variants``.
    ///   - texts: Returns the text for a place, by the place and its number from 0, counting
    ///     parameters and wildcards separately from the left; `nil` for a sample of the place's
    ///     type.
    /// - Returns: The URL; `nil` if the variant matches none with these texts, or if an earlier
    ///   variant of the route matches all of them.
    package func url(
        ofVariant variant: Int, texts: (Place, Int) -> String? = { _, _ in nil }
    ) -> String? {
        let pattern = variants[variant]
        var places = PlaceTexts()
        for (number, parameter) in pattern.parameters.enumerated() {
            let text = texts(.parameter(parameter), number)
            places.parameters.append(
                .one(text ?? SampleValues.plain(parameter.type, rules: spelling.converters)))
        }
        for element in (pattern.host?.elements ?? []) + pattern.path {
            guard element == .wildcard || element == .catchAll else { continue }
            let isRest = element == .catchAll
            let text = texts(isRest ? .rest : .wildcard, places.wildcards.count)
            places.wildcards.append(
                text.map(PlaceTexts.Text.one) ?? (isRest ? .segments(["r", "s"]) : .one("w1")))
        }
        var writer = URLWriter(pattern, places, extras: [], spelling: spelling)
        for base in bases {
            for url in writer.urls(base) where takes(url, by: variant) { return url }
        }
        return nil
    }

    /// Whether the matcher finds a variant with a URL, in a table without other routes.
    package func takes(_ url: String, by variant: Int) -> Bool {
        var match = RouteMatch()
        guard case .matched = alone.match(url, in: namespace, into: &match) else { return false }
        return alone.shard(of: match).ranks[Int(match.variant)].variantIndex == variant
    }
}
