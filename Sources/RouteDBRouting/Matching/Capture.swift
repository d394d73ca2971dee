/// A value that a match captured: its place, and its token.
struct Capture {
    /// The kind of a captured value.
    enum Kind {
        /// A parameter of the host or the path, or a `*` there.
        case text
        /// The segments of a `path` parameter or of `**`.
        case segments
        /// The value of a query item, which is still encoded.
        case queryValue
    }

    let kind: Kind
    /// Offsets into the matched bytes, or, for a query value, into the URL as written.
    let range: Range<Int>
    /// The token, which has the name and the type.
    package let token: Token
    /// The indices of the segments, for ``Kind/segments``.
    var segments = 0..<0
}

extension RoutingShard {
    /// The number of values that a variant captures, including unnamed segments.
    func captureCount(of variant: UInt32) -> Int { Int(variants[Int(variant)].captureCount) }

    /// Calls a closure for the captures of a variant that is known to match: host, path, query.
    func forEachCapture(
        of number: UInt32, bytes: RawSpan, bounds: Span<UInt32>, urlBounds: URLBounds, raw: RawSpan,
        _ body: (Capture) -> Void
    ) {
        forEachCapture(
            of: variants[Int(number)], bytes: bytes, bounds: bounds, urlBounds: urlBounds, raw: raw,
            body)
    }

    /// Calls a closure for the captures of a variant that is known to match: host, path, query.
    @inline(__always)
    func forEachCapture(
        of variant: Variant, bytes: RawSpan, bounds: Span<UInt32>, urlBounds: URLBounds,
        raw: RawSpan,
        _ body: (Capture) -> Void
    ) {
        if variant.flags.isEmpty {
            // Which tokens are literals cannot be predicted; how many are not, more often can.
            var captures = UInt64(variant.captures)
            for index in 32..<max(32, Int(variant.tokenCount))
            where !token(variant, index).isLiteral { captures |= 1 << UInt64(index) }
            while captures != 0 {
                let index = captures.trailingZeroBitCount
                captures &= captures &- 1
                let range = bounds.segment(behind: urlBounds.firstBound &+ index)
                forEachCapture(in: range, of: token(variant, index), bytes: bytes, body)
            }
            return
        }
        forEachCaptureWithFlags(
            of: variant, bytes: bytes, bounds: bounds, urlBounds: urlBounds, raw: raw, body)
    }

    private func forEachCaptureWithFlags(
        of variant: Variant, bytes: RawSpan, bounds: Span<UInt32>, urlBounds: URLBounds,
        raw: RawSpan,
        _ body: (Capture) -> Void
    ) {
        let conditions = conditions[variant.number]
        if let pieces = conditions?.hostPieces,
            let segment = hostSegment(pieces, bytes: bytes, urlBounds: urlBounds)
        {
            forEachPiece(of: segment, from: urlBounds.hostStart, body)
        }
        _ = CatchAllLayout.fit(self, variant, bytes: bytes, bounds: bounds, urlBounds: urlBounds) {
            index, segments in
            let token = token(variant, index)
            let start = Int(bounds[urlBounds.firstBound + segments.lowerBound] &+ 1)
            let end = Int(bounds[urlBounds.firstBound + segments.upperBound])
            // An empty list of segments is located at the slash before it, if there is one.
            let place = max(0, start - 1)
            let range = segments.isEmpty ? place..<place : start..<end
            if token.isRest {
                body(Capture(kind: .segments, range: range, token: token, segments: segments))
            } else if !token.isLiteral {
                forEachCapture(in: range, of: token, bytes: bytes, body)
            }
        }
        for condition in conditions?.query ?? [] {
            guard case .capture(let token) = condition.test,
                let range = value(of: condition, urlBounds: urlBounds, raw: raw)
            else { continue }
            body(Capture(kind: .queryValue, range: range, token: token))
        }
    }

    /// Calls a closure for the captures within one segment.
    @inline(__always)
    private func forEachCapture(
        in range: Range<Int>, of token: Token, bytes: RawSpan, _ body: (Capture) -> Void
    ) {
        if !token.is(.mixed) {
            body(Capture(kind: .text, range: range, token: token))
            return
        }
        var segment = MixedSegment(
            pieces: token.high..<(token.high + token.low), limit: PatternLimits.mixedSegmentBytes)
        _ = segment.fit(self, bytes: bytes, from: range.lowerBound, to: range.upperBound)
        forEachPiece(of: segment, from: range.lowerBound, body)
    }

    private func forEachPiece(
        of segment: MixedSegment, from start: Int, _ body: (Capture) -> Void
    ) {
        var offset = start
        for (index, piece) in segment.pieces.enumerated() {
            let token = pieces[piece]
            if token.isLiteral {
                offset += token.low
            } else {
                let end = segment.end(ofPiece: index)
                body(Capture(kind: .text, range: offset..<end, token: token))
                offset = end
            }
        }
    }
}

extension RoutingShard {
    /// Calls a closure for the tokens of a variant's captures, in the order of the captures of a match,
    /// until it returns false.
    @inline(__always)
    func forEachCapturingToken(
        of number: UInt32, _ body: (_ token: Token, _ isQueryValue: Bool) -> Bool
    ) -> Bool {
        let variant = variants[Int(number)]
        let conditions =
            variant.flags.contains(.hasConditions) ? conditions[number] : nil
        if let host = conditions?.hostPieces, !forEachPiece(host, body) { return false }
        for index in 0..<Int(variant.tokenCount) {
            let token = token(variant, index)
            if token.isLiteral { continue }
            if token.is(.mixed) {
                guard forEachPiece(token.high..<(token.high + token.low), body) else {
                    return false
                }
            } else if !body(token, false) {
                return false
            }
        }
        for condition in conditions?.query ?? [] {
            guard case .capture(let token) = condition.test else { continue }
            guard body(token, true) else { return false }
        }
        return true
    }

    @inline(__always)
    private func forEachPiece(
        _ range: Range<Int>, _ body: (_ token: Token, _ isQueryValue: Bool) -> Bool
    ) -> Bool {
        for piece in range where !pieces[piece].isLiteral {
            guard body(pieces[piece], false) else { return false }
        }
        return true
    }
}
