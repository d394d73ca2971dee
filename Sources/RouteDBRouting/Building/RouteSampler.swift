/// Sample texts for parameters and wildcards.
///
/// None of them is a segment `.` or `..`: those are resolved before matching, and the remaining URL
/// can be produced without them.
package enum SampleValues {
    /// A typical text of the type.
    package static func plain(_ type: ParameterType, rules: [String: ParameterConverter.Rule])
        -> String
    {
        switch type {
        case .string: "x1"
        case .int(let minimum, let maximum): "\(min(max(42, minimum ?? .min), maximum ?? .max))"
        case .float, .decimal: "1.5"
        case .number: "7"
        case .bool: "true"
        case .uuid: "123e4567-e89b-12d3-a456-426614174000"
        case .date: "2024-02-29"
        case .slug: "red-shoes"
        case .hex: "beef"
        case .oneOf(let texts, _): texts.first ?? "x1"
        case .path: "p/q"
        case .converter(let name): accepted(by: rules[name] ?? .code).first ?? "x1"
        }
    }

    /// Texts that are of the type, or nearly.
    package static func all(_ type: ParameterType, rules: [String: ParameterConverter.Rule])
        -> [String]
    {
        switch type {
        case .int, .number, .float, .decimal: numbers + texts
        case .bool: ["false", "1", "TRUE"] + texts
        case .uuid: ["123E4567-E89B-12D3-A456-426614174000", "123e4567e89b12d3"] + texts
        case .oneOf(let accepted, _): accepted + texts
        case .path: paths + texts
        case .converter(let name): accepted(by: rules[name] ?? .code) + texts
        case .string, .date, .slug, .hex: texts
        }
    }

    /// Texts for `**`.
    package static let rests = ["", "a", "a/b/c", "a//b", "a%2Fb/c", "%61/b+c"]

    private static func accepted(by rule: ParameterConverter.Rule) -> [String] {
        switch rule {
        case .allow(let texts): texts
        case .map(let values): values.members.map(\.key)
        case .affix, .any, .code: []
        }
    }

    private static let numbers = [
        "0", "-7", "+5", "007", "4%32", "1e3", "-0.5", ".5", "5.", "9223372036854775807",
        "9223372036854775808", "0x10", "nan",
    ]

    private static let paths = ["a", "a/b/c", "http://b.c/d", "a//b", "a/%2F/b"]

    private static let texts = [
        "", "a", "Hello", "a%20b", "a+b", "a%2Bb", "%2F", "a%2fb", "caf%C3%A9", "é", "%FF",
        "a%00", "100%", "%zz", "%2561", "x%23", "a.b", "a:b", "a@b", "a;b=c", "~!$'()*,",
        "a=b&c", "[x]", "{x}", "a%3Fb",
    ]
}

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
    package func url(
        ofVariant variant: Int, texts: (Place, Int) -> String? = { _, _ in nil }
    ) -> String? {
        let pattern = variants[variant]
        let places = Self.places(of: pattern, spelling.converters, texts: texts)
        var writer = URLWriter(pattern, places, extras: [], spelling: spelling)
        for base in bases {
            for url in writer.urls(base) where takes(url, by: variant) { return url }
        }
        return nil
    }

    /// Sample texts for all places of a pattern without groups.
    package static func places(
        of pattern: RoutePattern, _ converters: [String: ParameterConverter.Rule],
        texts: (Place, Int) -> String? = { _, _ in nil }
    ) -> PlaceTexts {
        var places = PlaceTexts()
        for (number, parameter) in pattern.parameters.enumerated() {
            let text = texts(.parameter(parameter), number)
            places.parameters.append(
                .one(text ?? SampleValues.plain(parameter.type, rules: converters)))
        }
        for element in (pattern.host?.elements ?? []) + pattern.path {
            guard element == .wildcard || element == .catchAll else { continue }
            let isRest = element == .catchAll
            let text = texts(isRest ? .rest : .wildcard, places.wildcards.count)
            places.wildcards.append(
                text.map(PlaceTexts.Text.one) ?? (isRest ? .segments(["r", "s"]) : .one("w1")))
        }
        return places
    }

    /// Returns whether the matcher finds a variant with a URL, in a table without other routes.
    package func takes(_ url: String, by variant: Int) -> Bool {
        var match = RouteMatch()
        guard case .matched = alone.match(url, in: namespace, into: &match) else { return false }
        return alone.shard(of: match).ranks[Int(match.variant)].variantIndex == variant
    }
}
