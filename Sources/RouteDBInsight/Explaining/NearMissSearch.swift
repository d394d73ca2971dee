import RouteDBRouting

/// Searches for small changes that would make a request match, and confirms each with the resolver.
struct NearMissSearch {
    /// A change that may help, and its size.
    private struct Idea {
        let size: Int
        let reading: Int
        let shard: Int
        let variant: UInt32
        /// The segments of the changed URL.
        let segments: [String]
        let edit: Edit

        var isOrigin: Bool { if case .origin = edit { true } else { false } }
    }

    /// The part to change besides the segments.
    private enum Edit {
        case segments
        case query
        case slash
        case origin
    }

    private let explainer: Explainer
    private let request: ResolutionRequest
    private let readings: [CandidateSearch.Reading]
    private var ideas: [Idea] = []

    init(
        _ explainer: Explainer, _ request: ResolutionRequest,
        _ readings: [CandidateSearch.Reading]
    ) {
        self.explainer = explainer
        self.request = request
        self.readings = readings
    }

    private var table: RoutingTable { explainer.table }

    /// Returns near misses, the smallest changes first.
    consuming func misses(_ limit: Int) -> [NearMiss] {
        guard limit > 0 else { return [] }
        for number in readings.indices { look(number) }
        ideas.sort { ($0.size, $0.reading, $0.variant) < ($1.size, $1.reading, $1.variant) }
        var misses: [NearMiss] = []
        var relaxed: NearMiss?
        // The resolver confirms each idea, so only a limited number is tried.
        for idea in ideas.prefix(4 * min(limit, ideas.count)) {
            if misses.count < limit, let miss = confirmed(idea),
                !misses.contains(where: { $0.change == miss.change })
            {
                misses.append(miss)
            }
            if relaxed == nil { relaxed = relaxation(idea) }
        }
        if let route = explainer.disabled?.resolve(request).foundRoute {
            let rejection = RouteRejection(.disabled, found: nil, wanted: "disabled")
            misses.insert(NearMiss(change: .enabling, route: route, rejection: rejection), at: 0)
        }
        if let miss = hostMiss() { misses.insert(miss, at: 0) }
        return misses + (relaxed.map { [$0] } ?? [])
    }

    /// The policy with which a request matches whose URL has its first segment in the place of a host,
    /// such as `myapp://products/42`.
    private func hostMiss() -> NearMiss? {
        guard let reading = readings.first, reading.url.form.policies.host == .match,
            let scheme = reading.url.scheme, !WebSchemes.contains(scheme.utf8),
            let host = reading.url.host, !host.isEmpty
        else { return nil }
        var namespace = table.tables.objects[reading.place].namespace
        namespace.overrides[.host] = "auto"
        let changed = table.holding(table.content.routes, changing: namespace)
        guard let route = changed.resolve(request).foundRoute else { return nil }
        return NearMiss(
            change: .policy("host=auto"), route: route,
            rejection: RouteRejection(.host, found: host, wanted: "segment 1"))
    }

    // MARK: Ideas

    private mutating func look(_ number: Int) {
        let reading = readings[number]
        let table = table.tables.objects[reading.place]
        let segments = (0..<reading.url.segmentCount).map(reading.url.segment)
        for (place, shard) in table.shards.objects.enumerated() {
            let trie = explainer.tries[reading.place][place]
            var found: [Idea] = []
            func add(_ size: Int, _ variant: UInt32, _ segments: [String], _ edit: Edit) {
                found.append(
                    Idea(
                        size: size, reading: number, shard: place, variant: variant,
                        segments: segments, edit: edit))
            }
            guard reading.asked.contains(place) else {
                trie.walk(reading.url, shard) {
                    add(2, $0, segments, .origin)
                } miss: { _ in
                }
                ideas += found.prefix(8)
                continue
            }
            trie.walk(reading.url, shard) { _ in
            } miss: { miss in
                if miss.code == .query {
                    let conditions = shard.conditions[miss.variant]
                    if conditions?.hostPieces != nil || conditions?.port != nil {
                        add(2, miss.variant, segments, .origin)
                    }
                    if conditions?.query.isEmpty == false { add(2, miss.variant, segments, .query) }
                    if conditions?.trailingSlash != nil { add(1, miss.variant, segments, .slash) }
                } else if miss.code == .extraSegment, miss.depth + 1 == segments.count {
                    add(3, miss.variant, segments.dropLast(), .segments)
                } else if miss.code == .missingSegment {
                    for variant in trie.nodes[miss.node].ends.prefix(2) {
                        let token = shard.token(shard.variants[Int(variant)], miss.depth)
                        add(3, variant, segments + [sample(token, shard)], .segments)
                    }
                } else if miss.node >= 0 {
                    replace(miss, segments, trie, reading.url, shard) { add($0, $1, $2, .segments) }
                }
            }
            ideas += found
        }
    }

    /// Tries to replace one segment with what the variants of a miss have at that place.
    private func replace(
        _ miss: VariantTrie.Miss, _ segments: [String], _ trie: VariantTrie,
        _ url: URLReading, _ shard: RoutingShard, _ add: (Int, UInt32, [String]) -> Void
    ) {
        let token = shard.token(shard.variants[Int(miss.variant)], miss.depth)
        var size = 2
        if token.isLiteral {
            guard let edits = Self.edits(segments[miss.depth], token, shard) else { return }
            size = edits
        }
        var changed = segments
        changed[miss.depth] = sample(token, shard)
        trie.walk(url, shard, from: miss.node, at: miss.depth + 1) { add(size, $0, changed) }
    }

    /// The number of edits that turn a text into a literal, ignoring case; `nil` if there are too
    /// many for a typing mistake.
    private static func edits(_ text: String, _ literal: Token, _ shard: RoutingShard) -> Int? {
        let limit = NameSuggestion.typoLimit(text.utf8.count, literal.low)
        guard abs(text.utf8.count - literal.low) <= limit else { return nil }
        return NameSuggestion.editDistance(
            text.utf8.map(\.asciiLowercased), shard.literal(literal).map(\.asciiLowercased),
            limit: limit)
    }

    /// A text that matches a token.
    private func sample(_ token: Token, _ shard: RoutingShard) -> String {
        if token.isLiteral { return shard.text(of: token) }
        if token.is(.mixed) {
            return (token.high..<(token.high + token.low)).map { sample(shard.pieces[$0], shard) }
                .joined()
        }
        guard let type = token.type else { return "x1" }
        return SampleValues.plain(shard.types[type], rules: [:])
    }

    // MARK: Confirming

    private func confirmed(_ idea: Idea) -> NearMiss? {
        let reading = readings[idea.reading]
        let shard = table.tables.objects[reading.place].shards.objects[idea.shard]
        let ranked = shard.rankedPattern(of: idea.variant)
        for url in urls(idea, ranked.pattern, reading) {
            var changed = ResolutionRequest(
                url, namespace: request.namespace, kind: request.kind, defaults: request.defaults,
                context: request.context)
            changed.principal = request.principal
            changed.time = request.time
            guard table.resolve(changed).foundRoute?.id == ranked.route.id else { continue }
            guard let rejection = rejection(idea) else { return nil }
            return NearMiss(change: .url(url), route: ranked.route, rejection: rejection)
        }
        return nil
    }

    private func rejection(_ idea: Idea) -> RouteRejection? {
        let reading = readings[idea.reading]
        let shard = table.tables.objects[reading.place].shards.objects[idea.shard]
        return idea.isOrigin && !reading.asked.contains(idea.shard)
            ? reading.url.shardRejection(shard)
            : reading.url.rejection(of: idea.variant, in: shard)
    }

    /// The URLs for an idea, the one most similar to the request first.
    private func urls(
        _ idea: Idea, _ pattern: RoutePattern, _ reading: CandidateSearch.Reading
    ) -> [String] {
        let form = reading.url.form
        var path: [PatternElement] = idea.segments.flatMap { [.separator, .literal($0)] }
        let hasSlash = form.urlBounds.hasTrailingSlash
        if case .slash = idea.edit {
            if !hasSlash { path.append(.separator) }
        } else if hasSlash {
            path.append(.separator)
        }
        var query: [QueryCondition] = []
        var items = form.queryItems(of: reading.url.url.span.bytes)
        if case .query = idea.edit {
            query = pattern.query
            items.removeAll { item in
                query.contains { $0.key.utf8.elementsEqual(item.key.utf8) }
            }
        }
        var texts = PlaceTexts()
        let spelling = URLSpelling(
            policies: form.policies, converters: table.builders[reading.place].converters)
        for condition in query {
            guard case .capture(let parameter) = condition.test else { continue }
            texts.parameters.append(
                .one(SampleValues.plain(parameter.type, rules: spelling.converters)))
        }
        let isOrigin = idea.isOrigin
        let origin = NormalForm(originOf: reading.url.url.span.bytes)
        // If only the beginning is wrong, use the pattern's.
        let host = isOrigin ? pattern.host?.sampled(spelling.converters) : nil
        let written = RoutePattern(
            scheme: isOrigin ? pattern.scheme : nil, host: host, path: path, query: query)
        var writer = URLWriter(written, texts, extras: items, spelling: spelling)
        var bases = [reading.url.base]
        let originBase = URLReading.base(of: origin)
        if originBase != bases[0] { bases.append(originBase) }
        if isOrigin { bases.append(URLWriter.Base(scheme: reading.url.scheme, host: nil)) }
        return bases.flatMap { writer.urls($0) }
    }

    /// The pattern with a looser type for one parameter, if only that type prevents a match.
    private func relaxation(_ idea: Idea) -> NearMiss? {
        guard case .segments = idea.edit, let rejection = rejection(idea), rejection.code == .type
        else { return nil }
        let reading = readings[idea.reading]
        let shard = table.tables.objects[reading.place].shards.objects[idea.shard]
        let variant = shard.variants[Int(idea.variant)]
        let token = shard.token(variant, (rejection.segment ?? 1) - 1)
        guard token.is(.typedParameter), let name = token.name.map({ shard.names[$0] }),
            var route = Optional(shard.routes[Int(variant.route)]), let pattern = route.pattern
        else { return nil }
        let relaxed = pattern.untyping(name)
        route.pattern = relaxed
        let resolution = table.holding([route]).resolve(request)
        guard resolution.foundRoute != nil else { return nil }
        return NearMiss(
            change: .pattern(relaxed), route: shard.routes[Int(variant.route)],
            rejection: rejection)
    }
}

extension URLReading {
    /// The beginning of the URL, as its namespace reads it.
    fileprivate var base: URLWriter.Base { Self.base(of: form) }

    fileprivate static func base(of form: NormalForm) -> URLWriter.Base {
        let urlBounds = form.urlBounds
        let port = urlBounds.port < 0 ? "" : ":\(urlBounds.port)"
        func text(_ range: Range<Int>) -> String {
            String(decoding: form.bytes[range], as: UTF8.self)
        }
        return URLWriter.Base(
            scheme: urlBounds.schemeEnd < 0 ? nil : text(0..<urlBounds.schemeEnd),
            host: urlBounds.hasHost ? text(urlBounds.hostStart..<urlBounds.hostEnd) + port : nil)
    }
}

extension HostPattern {
    /// A host that matches the pattern.
    fileprivate func sampled(_ converters: [String: ParameterConverter.Rule]) -> HostPattern {
        let text = elements.map { element in
            switch element {
            case .literal(let text): text
            case .parameter(let parameter):
                SampleValues.plain(parameter.type, rules: converters)
            default: "www"
            }
        }.joined()
        return HostPattern(elements: text.isEmpty ? [] : [.literal(text)], port: port)
    }
}

extension RoutePattern {
    /// The pattern with one path parameter changed to match any text.
    fileprivate func untyping(_ name: String) -> RoutePattern {
        func changed(_ elements: [PatternElement]) -> [PatternElement] {
            elements.map { element in
                switch element {
                case .parameter(let parameter) where parameter.name.utf8.elementsEqual(name.utf8):
                    .parameter(Parameter(name: name))
                case .optional(let content): .optional(changed(content))
                default: element
                }
            }
        }
        return RoutePattern(scheme: scheme, host: host, path: changed(path), query: query)
    }
}
