#if Hub
import RouteDB

/// Which segments of a history have which hits of which stream.
///
/// Segments only change when hits are deleted, so each is looked at once, and everything again after
/// a deletion.
struct StreamCatalogue {
    private struct Span {
        let segment: Int64
        var numbers: ClosedRange<Int64>
    }

    private var spans: [Int64: [Span]] = [:]
    private var known: Set<Int64> = []
    /// How many hits were deleted when the catalogue was begun.
    private var deleted: Int64 = -1

    /// Adds the segments that are new; the reader must be within a transaction.
    mutating func update(_ reader: HitsReader) throws(RouteDBError) {
        let moment = try reader.moment()
        if moment.pruned != deleted { self = StreamCatalogue() }
        deleted = moment.pruned
        let new = try reader.segments(.min ... .max).map(\.id).filter { !known.contains($0) }
        var found = spans
        try reader.scan(segments: new, texts: .none) { segment in
            var ranges: [Int64: ClosedRange<Int64>] = [:]
            for index in 0..<segment.count {
                let number = segment.value(.sequence, at: index)
                let stream = segment.value(.stream, at: index)
                let range = ranges[stream] ?? number...number
                ranges[stream] = min(range.lowerBound, number)...max(range.upperBound, number)
            }
            for (stream, numbers) in ranges {
                found[stream, default: []].append(Span(segment: segment.id, numbers: numbers))
            }
        }
        spans = found
        known.formUnion(new)
    }

    /// The segments that may have hits of a stream in a range.
    func segments(of stream: Int64, _ numbers: ClosedRange<Int64>) -> [Int64] {
        (spans[stream] ?? []).filter { $0.numbers.overlaps(numbers) }.map(\.segment)
    }

    /// The first hit of a stream after a number that a segment has.
    func first(of stream: Int64, after number: Int64) -> Int64? {
        (spans[stream] ?? []).map(\.numbers.lowerBound).filter { $0 > number }.min()
    }
}
#endif
