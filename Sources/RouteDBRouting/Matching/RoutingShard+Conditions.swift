// The conditions of a variant besides its segments.
extension RoutingShard {
    func holds(
        _ conditions: Conditions, bytes: RawSpan, facts: URLFacts, raw: RawSpan
    ) -> Bool {
        if let trailingSlash = conditions.trailingSlash,
            trailingSlash != facts.hasTrailingSlash
        {
            return false
        }
        if let port = conditions.port, Int32(port) != facts.port { return false }
        if let pieces = conditions.hostPieces,
            hostSegment(pieces, bytes: bytes, facts: facts) == nil
        {
            return false
        }
        return conditions.query.allSatisfy { value(of: $0, facts: facts, raw: raw) != nil }
    }

    /// The text of a host matched against the pieces of a host pattern, if it fits.
    func hostSegment(_ pieces: Range<Int>, bytes: RawSpan, facts: URLFacts) -> MixedSegment? {
        guard facts.hasHost else { return nil }
        var segment = MixedSegment(pieces: pieces, limit: PatternLimits.mixedSegmentBytes)
        segment.isHost = pieces.count > 1
        let fits = segment.fit(self, bytes: bytes, from: facts.hostStart, to: facts.hostEnd)
        return fits ? segment : nil
    }

    /// The range of the value that satisfies a query condition, in the URL as written.
    ///
    /// - Returns: The range of the value; an empty range if the condition holds without a value; `nil` if
    ///   the condition does not hold.
    func value(of condition: Conditions.Query, facts: URLFacts, raw: RawSpan) -> Range<Int>? {
        let ranges = facts.queryRanges(in: raw)
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
