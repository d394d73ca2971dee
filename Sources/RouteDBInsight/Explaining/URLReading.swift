package import RouteDBRouting

/// A URL as parsed by one namespace, to test against the matcher piece by piece.
package struct URLReading {
    package let form: NormalForm
    /// The URL as written.
    let url: [UInt8]

    package init(_ url: [UInt8], _ policies: NamespacePolicy.Values) throws(InvalidURL) {
        self.url = url
        form = try NormalForm(url.span.bytes, policies: policies)
    }

    var segmentCount: Int { form.urlBounds.segmentCount }

    /// The text of the segment with this index.
    func segment(_ index: Int) -> String {
        let range = form.bounds.span.segment(behind: form.urlBounds.firstBound + index)
        return String(decoding: form.bytes[range], as: UTF8.self)
    }

    /// The segments from this index on, separated by slashes.
    func segments(from first: Int) -> String {
        (first..<max(first, segmentCount)).map(segment).joined(separator: "/")
    }

    var scheme: String? {
        form.urlBounds.schemeEnd < 0
            ? nil : String(decoding: form.bytes[..<form.urlBounds.schemeEnd], as: UTF8.self)
    }

    var host: String? {
        guard form.urlBounds.hasHost else { return nil }
        let range = form.urlBounds.hostStart..<form.urlBounds.hostEnd
        return String(decoding: form.bytes[range], as: UTF8.self)
    }

    /// The shards of a namespace that the search visits.
    package func askedShards(of table: NamespaceTable) -> [Int] {
        var asked = AskedShards()
        var scratch = [UInt32](repeating: 0, count: RoutingShard.maximumPending)
        var pending = scratch.mutableSpan
        var match = RouteMatch()
        _ = table.firstMatch(
            bytes: form.bytes.span.bytes, bounds: form.bounds.span, urlBounds: form.urlBounds,
            raw: url.span.bytes, isNormal: true, after: nil, pending: &pending, match: &match,
            observer: &asked)
        return asked.shards
    }

    // MARK: Asking the matcher

    /// Returns whether a variant's token matches the segment with the same index.
    func fits(_ variant: UInt32, token: Int, of shard: RoutingShard) -> Bool {
        let first = shard.variants[Int(variant)].firstToken + UInt32(token)
        return shard.matchesRun(
            first, count: 1, at: token, bytes: form.bytes.span.bytes, bounds: form.bounds.span,
            urlBounds: form.urlBounds)
    }

    /// Returns whether the URL fits a variant, in its segments and in its other conditions.
    func matches(_ variant: UInt32, of shard: RoutingShard) -> Bool {
        shard.matches(
            variant, bytes: form.bytes.span.bytes, bounds: form.bounds.span,
            urlBounds: form.urlBounds,
            raw: url.span.bytes)
    }

    /// Returns whether all conditions are met.
    func holds(_ conditions: RoutingShard.Conditions, of shard: RoutingShard) -> Bool {
        shard.holds(
            conditions, bytes: form.bytes.span.bytes, urlBounds: form.urlBounds, raw: url.span.bytes
        )
    }
}

// Finds why a variant does not fit: its first piece, from the left, that the matcher refuses.
extension URLReading {
    /// The first mismatch between the URL and a variant of a visited shard; `nil` if the variant
    /// fits.
    ///
    /// - Complexity: Linear in the variant's segments and conditions.
    func rejection(of number: UInt32, in shard: RoutingShard) -> RouteRejection? {
        if matches(number, of: shard) { return nil }
        let variant = shard.variants[Int(number)]
        let count = Int(variant.tokenCount)
        for index in 0..<count {
            let token = shard.token(variant, index)
            if token.isRest {
                return restRejection(of: number, in: shard, from: index)
                    ?? conditionRejection(of: number, in: shard)
            }
            guard index < segmentCount else {
                return RouteRejection(
                    .missingSegment, segment: index + 1, found: nil,
                    wanted: shard.text(of: token))
            }
            guard !fits(number, token: index, of: shard) else { continue }
            return RouteRejection(
                token.isLiteral ? .segment : .type, segment: index + 1, found: segment(index),
                wanted: shard.text(of: token))
        }
        if segmentCount > count {
            return RouteRejection(
                .extraSegment, segment: count + 1, found: segment(count), wanted: "the end")
        }
        return conditionRejection(of: number, in: shard)
    }

    /// The mismatch in the part from a rest on, or `nil` if that part fits.
    private func restRejection(
        of number: UInt32, in shard: RoutingShard, from index: Int
    ) -> RouteRejection? {
        let variant = shard.variants[Int(number)]
        let fits = CatchAllLayout.fit(
            shard, variant, bytes: form.bytes.span.bytes, bounds: form.bounds.span,
            urlBounds: form.urlBounds
        ) { _, _ in }
        if fits { return nil }
        let tokens = (index..<Int(variant.tokenCount)).map { shard.token(variant, $0) }
        let texts = tokens.map(shard.text(of:))
        let least = tokens.count { !$0.is(.catchAll) }
        if segmentCount - index < least {
            return RouteRejection(
                .missingSegment, segment: segmentCount + 1, found: nil,
                wanted: texts.joined(separator: "/"))
        }
        return RouteRejection(
            .rest, segment: index + 1, found: segments(from: index),
            wanted: texts.joined(separator: "/"))
    }

    /// The first condition that is not met; each is tested alone.
    private func conditionRejection(
        of number: UInt32, in shard: RoutingShard
    ) -> RouteRejection? {
        guard let all = shard.conditions[number] else { return nil }
        var one = RoutingShard.Conditions()
        one.trailingSlash = all.trailingSlash
        if !holds(one, of: shard) {
            let slash = form.urlBounds.hasTrailingSlash
            return RouteRejection(
                .trailingSlash, found: slash ? "a slash" : nil,
                wanted: slash ? "no slash" : "a slash")
        }
        one = RoutingShard.Conditions()
        one.hostPieces = all.hostPieces
        if let pieces = all.hostPieces, !holds(one, of: shard) {
            let wanted = pieces.map { shard.text(of: shard.pieces[$0]) }.joined()
            return RouteRejection(.host, found: host, wanted: wanted)
        }
        one = RoutingShard.Conditions()
        one.port = all.port
        if let port = all.port, !holds(one, of: shard) {
            let found = form.urlBounds.port
            return RouteRejection(.port, found: found < 0 ? nil : "\(found)", wanted: "\(port)")
        }
        for condition in all.query {
            one = RoutingShard.Conditions()
            one.query = [condition]
            if holds(one, of: shard) { continue }
            let key = String(decoding: condition.key, as: UTF8.self)
            let items = form.queryItems(of: url.span.bytes).filter {
                $0.key.utf8.elementsEqual(condition.key)
            }
            return RouteRejection(
                .query, found: items.first.map { $0.value ?? "" },
                wanted: shard.text(of: condition, key: key))
        }
        return nil
    }
}

extension RoutingShard {
    /// A query condition in pattern syntax, without escapes.
    fileprivate func text(of condition: Conditions.Query, key: String) -> String {
        switch condition.test {
        case .equals(let value): "\(key)=\(String(decoding: value, as: UTF8.self))"
        case .capture(let token): "\(key)=\(text(of: token))"
        case .present: "?\(key)"
        case .absent: "?!\(key)"
        }
    }
}

// Converts compiled patterns back to text.
extension RoutingShard {
    /// A token in pattern syntax; literals are not escaped.
    func text(of token: Token) -> String {
        if token.isLiteral { return String(decoding: literal(token), as: UTF8.self) }
        if token.is(.mixed) {
            return (token.high..<(token.high + token.low)).map { text(of: pieces[$0]) }.joined()
        }
        if token.is(.catchAll) { return "**" }
        guard let name = token.name else { return "*" }
        if token.is(.path) { return "{\(names[name]):path}" }
        guard let type = token.type else { return "{\(names[name])}" }
        return "{\(names[name]):\(typeName(type))}"
    }

    private func typeName(_ type: Int) -> String {
        valueTypes[type].converter?.name ?? types[type].description
    }

    /// The bytes of a literal; see ``words``.
    package func literal(_ token: Token) -> [UInt8] {
        var bytes: [UInt8] = []
        token.append(to: &bytes) { words[$0] }
        return bytes
    }
}
