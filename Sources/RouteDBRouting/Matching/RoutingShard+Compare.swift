// Comparing a URL with a whole variant.
extension RoutingShard {
    /// Returns whether a variant matches.
    package func matches(
        _ number: UInt32, bytes: RawSpan, bounds: Span<UInt32>, urlBounds: URLBounds, raw: RawSpan
    ) -> Bool {
        matches(variants[Int(number)], bytes: bytes, bounds: bounds, urlBounds: urlBounds, raw: raw)
    }

    /// Returns whether a variant matches.
    func matches(
        _ variant: Variant, bytes: RawSpan, bounds: Span<UInt32>, urlBounds: URLBounds, raw: RawSpan
    ) -> Bool {
        if variant.flags.contains(.hasRest) {
            let fits = CatchAllLayout.fit(
                self, variant, bytes: bytes, bounds: bounds, urlBounds: urlBounds
            ) { _, _ in }
            guard fits else { return false }
        } else {
            guard Int(variant.tokenCount) == urlBounds.segmentCount,
                matchesRun(
                    variant.firstToken, count: Int(variant.tokenCount), at: 0, bytes: bytes,
                    bounds: bounds, urlBounds: urlBounds)
            else { return false }
        }
        guard variant.flags.contains(.hasConditions), let conditions = conditions[variant.number]
        else { return true }
        return holds(conditions, bytes: bytes, urlBounds: urlBounds, raw: raw)
    }

    /// Returns whether tokens for one segment each match the segments from an index.
    @inline(__always)
    package func matchesRun(
        _ firstToken: UInt32, count: Int, at firstSegment: Int, bytes: RawSpan,
        bounds: Span<UInt32>, urlBounds: URLBounds
    ) -> Bool {
        var bound = urlBounds.firstBound &+ firstSegment
        var before = bounds[bound]
        var index = Int(firstToken)
        let end = index &+ count
        while index < end {
            bound &+= 1
            let end = bounds[bound]
            let start = Int(before &+ 1)
            if !matches(tokens[index], bytes: bytes, from: start, to: Int(end)) { return false }
            before = end
            index &+= 1
        }
        return true
    }

    @inline(__always)
    func matches(
        _ token: Token, bytes: RawSpan, from start: Int, to end: Int
    ) -> Bool {
        if token.isLiteral {
            return end &- start == token.low && hasLiteral(token, bytes: bytes, at: start)
        }
        if token.is(.parameter) { return end > start }
        if token.is(.wildcard) { return true }
        return matchesUncommon(token, bytes: bytes, from: start, to: end)
    }

    private func matchesUncommon(
        _ token: Token, bytes: RawSpan, from start: Int, to end: Int
    ) -> Bool {
        if token.is(.typedParameter) {
            return types[token.low].accepts(bytes.extracting(start..<end))
        }
        if token.is(.mixed) {
            let pieces = token.high..<(token.high + token.low)
            var segment = MixedSegment(pieces: pieces, limit: PatternLimits.mixedSegmentBytes)
            return segment.fit(self, bytes: bytes, from: start, to: end)
        }
        return false
    }

    /// Returns whether a literal's bytes are at an offset; all of them must be inside the span.
    @inline(__always)
    func hasLiteral(_ token: Token, bytes: RawSpan, at start: Int) -> Bool {
        let length = token.low
        if foldsCase && token.is(.literal) {
            return hasFoldedLiteral(token, bytes: bytes, at: start)
        }
        if length <= 8 { return bytes.word(at: start, length: length) == words[token.high] }
        var word = token.high
        var offset = start
        let last = start &+ length &- 8
        while offset < last {
            if bytes.word(at: offset) != words[word] { return false }
            word &+= 1
            offset &+= 8
        }
        return bytes.word(at: last) == words[word]
    }

    @inline(never)
    private func hasFoldedLiteral(_ token: Token, bytes: RawSpan, at start: Int) -> Bool {
        let length = token.low
        if length <= 8 {
            return bytes.word(at: start, length: length).asciiLowercased == words[token.high]
        }
        for (index, offset) in stride(from: 0, to: length - 8, by: 8).enumerated()
        where bytes.word(at: start + offset).asciiLowercased != words[token.high + index] {
            return false
        }
        let last = words[token.high + (length - 1) / 8]
        return bytes.word(at: start + length - 8).asciiLowercased == last
    }
}

// The conditions of a variant besides its segments.
extension RoutingShard {
    package func holds(
        _ conditions: Conditions, bytes: RawSpan, urlBounds: URLBounds, raw: RawSpan
    ) -> Bool {
        if let trailingSlash = conditions.trailingSlash,
            trailingSlash != urlBounds.hasTrailingSlash
        {
            return false
        }
        if let port = conditions.port, Int32(port) != urlBounds.port { return false }
        if let pieces = conditions.hostPieces,
            hostSegment(pieces, bytes: bytes, urlBounds: urlBounds) == nil
        {
            return false
        }
        return conditions.query.allSatisfy { value(of: $0, urlBounds: urlBounds, raw: raw) != nil }
    }

    /// The text of a host matched against the pieces of a host pattern, if it fits.
    package func hostSegment(_ pieces: Range<Int>, bytes: RawSpan, urlBounds: URLBounds)
        -> MixedSegment?
    {
        guard urlBounds.hasHost else { return nil }
        var segment = MixedSegment(pieces: pieces, limit: PatternLimits.mixedSegmentBytes)
        segment.isHost = pieces.count > 1
        let fits = segment.fit(self, bytes: bytes, from: urlBounds.hostStart, to: urlBounds.hostEnd)
        return fits ? segment : nil
    }

    /// The range of the value that satisfies a query condition, in the URL as written.
    func value(of condition: Conditions.Query, urlBounds: URLBounds, raw: RawSpan) -> Range<Int>? {
        let ranges = urlBounds.queryRanges(in: raw)
        let value =
            firstValue(for: condition, in: ranges.query, raw)
            ?? firstValue(for: condition, in: ranges.fragment, raw)
        guard case .absent = condition.test else { return value }
        return value == nil ? ranges.fragment.upperBound..<ranges.fragment.upperBound : nil
    }

    /// The first value of the condition's key that satisfies the condition.
    private func firstValue(
        for condition: Conditions.Query, in range: Range<Int>, _ raw: RawSpan
    ) -> Range<Int>? {
        var scanner = QueryItemScanner(range)
        while let item = scanner.next(in: raw) {
            guard keyDecoding.decodes(item.key, of: raw, to: condition.key.span) else {
                continue
            }
            let value = item.value ?? item.key.upperBound..<item.key.upperBound
            let isWanted =
                switch condition.test {
                case .present, .absent: true
                case .equals(let text):
                    valueDecoding.decodes(value, of: raw, to: text.span)
                case .capture(let token): accepts(token, raw, value)
                }
            if isWanted { return value }
        }
        return nil
    }

    private func accepts(_ token: Token, _ raw: RawSpan, _ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return token.takesEmptyPart }
        guard token.is(.typedParameter) else { return true }
        guard valueDecoding.changes(range, of: raw) else {
            return types[token.low].accepts(raw.extracting(range))
        }
        var decoded: [UInt8] = []
        valueDecoding.decode(range, of: raw, into: &decoded)
        return types[token.low].accepts(decoded.span.bytes)
    }
}
