/// Where a segment of a ``NormalForm``, or part of a segment, is written in the URL.
struct SegmentSource {
    /// The index of the segment among the bounds.
    package let segment: Int
    let range: Range<Int>
    let decodesPercent: Bool
}

/// A text that consists of the path followed by the end of the URL.
struct SegmentJoint {
    package let path: Range<Int>
    let tail: Range<Int>

    /// Where a range of the text is written in the URL: in the path, in the tail, or in both.
    func ranges(of range: Range<Int>) -> [Range<Int>] {
        let inPath = range.clamped(to: 0..<path.count)
        let inTail = range.clamped(to: path.count..<path.count + tail.count)
        let first = inPath.lowerBound + path.lowerBound..<inPath.upperBound + path.lowerBound
        let shift = tail.lowerBound - path.count
        let second = inTail.lowerBound + shift..<inTail.upperBound + shift
        return [first, second].filter { !$0.isEmpty }
    }
}

extension NormalForm {
    /// Records where a text that was just added to the last segment is written.
    mutating func noteSource(
        _ range: Range<Int>, _ joint: SegmentJoint?, decodesPercent: Bool
    ) {
        guard keepsSources else { return }
        for written in joint?.ranges(of: range) ?? [range] {
            sources.append(
                SegmentSource(
                    segment: bounds.count - 1, range: written, decodesPercent: decodesPercent))
        }
    }

    /// Where a range of the bytes, within one segment, is written.
    func written(_ range: Range<Int>, inSegment segment: Int, of url: RawSpan) -> [Range<Int>] {
        var place = Int(bounds[segment]) + 1
        return sources.compactMap { source in
            guard source.segment == segment else { return nil }
            return Self.written(range, in: source, from: &place, of: url)
        }
    }

    /// Where a range of the bytes, within the host, is written in the host as written.
    func written(
        _ range: Range<Int>, inHost host: Range<Int>, of url: RawSpan
    ) -> Range<Int>? {
        var place = urlBounds.hostStart
        let source = SegmentSource(segment: 0, range: host, decodesPercent: true)
        return Self.written(range, in: source, from: &place, of: url)
    }

    /// Walks a text as written in parallel with its decoded bytes.
    private static func written(
        _ range: Range<Int>, in source: SegmentSource, from place: inout Int, of url: RawSpan
    ) -> Range<Int>? {
        let decoding = TextDecoding(decodesPercent: source.decodesPercent)
        var offset = source.range.lowerBound
        var found: Range<Int>?
        while offset < source.range.upperBound {
            let next = decoding.byte(url, at: offset, to: source.range.upperBound).next
            if range.contains(place) { found = (found?.lowerBound ?? offset)..<next }
            offset = next
            place += 1
        }
        return found
    }
}
