extension NormalForm {
    /// Reads the path, and the fragment where it continues the path.
    mutating func appendSegments(
        _ url: RawSpan, _ fragment: FragmentReading
    ) throws(InvalidURL) {
        let keepsEmpty =
            switch policies.repeatedSlashes {
            case .collapse: false
            case .keep: true
            case .auto: bounds.isEmpty
            }
        if let tail = fragment.tail {
            try appendPath(url, with: tail, keepsEmpty: keepsEmpty)
        } else {
            var cut = PathCut(parts.path, keepsEmpty: keepsEmpty)
            cut.hasLeadingSlash = policies.scheme != .text
            try append(cut, of: url)
            if let segments = fragment.segments {
                var cut = PathCut(segments, keepsEmpty: keepsEmpty)
                cut.followsPath = true
                try append(cut, of: url)
            }
        }
        if keepsEmpty && bounds.isEmpty { beginSegment() }
    }

    /// Reads the path together with the end of the URL, from the `#`, right after it.
    private mutating func appendPath(
        _ url: RawSpan, with tail: Range<Int>, keepsEmpty: Bool
    ) throws(InvalidURL) {
        let path = pathBeforeTail(url, keepsEmpty: keepsEmpty)
        var text: [UInt8] = []
        text.reserveCapacity(path.count + tail.count)
        for offset in path { text.append(url.byte(at: offset)) }
        for offset in tail { text.append(url.byte(at: offset)) }
        var cut = PathCut(0..<text.count, keepsEmpty: keepsEmpty)
        // Only the path is joined with the host, and loses its empty segments.
        if policies.repeatedSlashes == .auto {
            cut.keepsEmptyFrom = min(cut.keepsEmptyFrom, path.count)
        }
        cut.hasLeadingSlash = policies.scheme != .text
        cut.joint = SegmentJoint(path: path, tail: tail)
        cut.continuesSegment = path.isEmpty && !bounds.isEmpty
        do throws(InvalidURL) {
            try append(cut, of: text.span.bytes)
        } catch {
            let beyond = error.offset - path.count
            let start = beyond < 0 ? path.upperBound : tail.lowerBound
            throw InvalidURL(error.reason, at: start + beyond)
        }
    }

    /// The path before the end of the URL: where a host is a segment and empty segments are dropped,
    /// slashes at the end of the path are dropped too.
    private func pathBeforeTail(_ url: RawSpan, keepsEmpty: Bool) -> Range<Int> {
        var end = parts.path.upperBound
        guard !keepsEmpty, !bounds.isEmpty else { return parts.path }
        while end > parts.path.lowerBound, url.byte(at: end - 1) == UInt8(ascii: "/") { end -= 1 }
        return parts.path.lowerBound..<end
    }

    /// A text that is split at its slashes.
    private struct PathCut {
        let range: Range<Int>
        /// The offset from which empty text between two slashes is a segment.
        var keepsEmptyFrom: Int
        /// True if a leading slash precedes the first segment, rather than separating two.
        var hasLeadingSlash = true
        /// True if the text up to the first slash continues the previous segment.
        var continuesSegment = false
        /// True if the text is nothing, rather than the root, if it contains no segment.
        var followsPath = false
        /// The origin of the text, if it is not the URL itself.
        var joint: SegmentJoint?

        init(_ range: Range<Int>, keepsEmpty: Bool) {
            self.range = range
            keepsEmptyFrom = keepsEmpty ? range.lowerBound : Int.max
        }
    }

    private mutating func append(_ cut: PathCut, of text: RawSpan) throws(InvalidURL) {
        if cut.range.isEmpty { return }
        let floor = bounds.count
        let end = cut.range.upperBound
        var start = cut.range.lowerBound
        if cut.hasLeadingSlash, text.byte(at: start) == UInt8(ascii: "/") { start += 1 }
        var pieceCount = 0
        var isOpen = false
        while start <= end {
            var pieceEnd = start
            while pieceEnd < end, text.byte(at: pieceEnd) != UInt8(ascii: "/") { pieceEnd += 1 }
            let piece = start..<pieceEnd
            pieceCount += 1
            guard pieceCount <= URLLimits.segments else {
                throw InvalidURL(.tooManySegments, at: start)
            }
            let dots = Self.dotCount(text, piece)
            isOpen = piece.isEmpty || dots > 0
            if pieceCount == 1, cut.continuesSegment {
                try appendText(text, piece, decodesPercent: policies.decoding == .all)
                noteSource(piece, cut.joint, decodesPercent: policies.decoding == .all)
            } else if !isOpen {
                try appendSegment(text, piece, decodesPercent: policies.decoding == .all)
                noteSource(piece, cut.joint, decodesPercent: policies.decoding == .all)
            } else if dots == 2 {
                if bounds.count > floor { removeLastSegment() }
            } else if dots == 0, start >= cut.keepsEmptyFrom, pieceEnd < end {
                beginSegment()
            }
            start = pieceEnd + 1
        }
        if cut.followsPath && bounds.count == floor { return }
        // The root has no slash after it.
        let endsOpen = isOpen && !bounds.isEmpty
        let isKept = policies.trailingSlash == .strict && end >= cut.keepsEmptyFrom
        let isSegment = endsOpen && isKept
        urlBounds.hasTrailingSlash = endsOpen && !isSegment
        if isSegment { beginSegment() }
    }

    /// 1 or 2 for a dot segment, in any spelling; 0 for any other segment.
    static func dotCount(_ text: RawSpan, _ piece: Range<Int>) -> Int {
        var offset = piece.lowerBound
        var count = 0
        while offset < piece.upperBound {
            let (byte, next) = PercentCoding.byte(text, at: offset, to: piece.upperBound)
            guard byte == UInt8(ascii: "."), count < 2 else { return 0 }
            count += 1
            offset = next
        }
        return count
    }

    // MARK: Segments

    /// Begins a new, empty segment.
    mutating func beginSegment() {
        bounds.append(UInt32(bytes.count))
        bytes.append(UInt8(ascii: "/"))
    }

    mutating func appendSegment(
        _ text: RawSpan, _ range: Range<Int>, decodesPercent: Bool
    ) throws(InvalidURL) {
        beginSegment()
        try appendText(text, range, decodesPercent: decodesPercent)
    }

    /// Appends a text to the last segment.
    private mutating func appendText(
        _ text: RawSpan, _ range: Range<Int>, decodesPercent: Bool
    ) throws(InvalidURL) {
        let start = bytes.count
        TextDecoding(decodesPercent: decodesPercent).decode(range, of: text, into: &bytes)
        var validator = UTF8Validator()
        for byte in bytes[start...] {
            if byte.isControl { throw InvalidURL(.controlCharacter, at: range.lowerBound) }
            guard validator.accept(byte) else {
                throw InvalidURL(.invalidUTF8, at: range.lowerBound)
            }
        }
        guard validator.isComplete else { throw InvalidURL(.invalidUTF8, at: range.lowerBound) }
        let isShorter = bytes.count - start < range.count
        if isShorter { hasEscapes = true }
        if isShorter || !decodesPercent { try Self.refuseEncodedDots(text, range) }
    }

    /// Refuses a segment that would have a dot segment beside an encoded slash, if it were decoded.
    static func refuseEncodedDots(
        _ text: RawSpan, _ segment: Range<Int>
    ) throws(InvalidURL) {
        // The dots since the last slash; 3 for any other text.
        var dots = 0
        var hasSlash = false
        var hasDots = false
        var offset = segment.lowerBound
        while offset < segment.upperBound {
            let (byte, next) = PercentCoding.byte(text, at: offset, to: segment.upperBound)
            offset = next
            if byte == UInt8(ascii: "/") {
                hasDots = hasDots || dots == 1 || dots == 2
                (dots, hasSlash) = (0, true)
            } else {
                dots = byte == UInt8(ascii: ".") ? min(dots + 1, 3) : 3
            }
        }
        guard hasSlash, hasDots || dots == 1 || dots == 2 else { return }
        throw InvalidURL(.encodedDotSegment, at: segment.lowerBound)
    }

    private mutating func removeLastSegment() {
        let start = Int(bounds.removeLast())
        bytes.removeSubrange(start...)
        while let last = sources.last, last.segment >= bounds.count { sources.removeLast() }
    }
}
