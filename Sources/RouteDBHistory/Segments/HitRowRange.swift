/// A range of the numbers by which SQL tells the hits of one state of a history apart.
///
/// Such a row id is the id of the segment, or 0 for the tail, followed by the place of the hit in it.
/// Ids of segments grow, so the row ids of segments are in the order in which hits were appended. Those
/// of the tail are less than all of them, although its hits follow those of the segments before it.
package struct HitRowRange: Hashable, Sendable {
    /// A segment, and the tail, has at most 2^16 hits.
    private static let placeBits: Int64 = 16

    /// The row ids of the hits of the tail.
    package static let tail = HitRowRange(id(ofSegment: 0)...id(ofSegment: 1) - 1)

    package let ids: ClosedRange<Int64>

    package init(_ ids: ClosedRange<Int64> = .min ... .max) { self.ids = ids }

    /// The row ids from that of a hit of a segment on.
    package init(fromSegment segment: Int64, hit place: Int64) {
        self.init(Self.id(ofSegment: segment, hit: place)...(.max))
    }

    /// Returns the row id of a hit.
    package static func id(ofSegment segment: Int64, hit place: Int64 = 0) -> Int64 {
        segment << placeBits | place
    }

    /// The ids of the segments that have rows of the range.
    var segments: ClosedRange<Int64> {
        ids.lowerBound >> Self.placeBits...ids.upperBound >> Self.placeBits
    }

    /// The places of the range's rows in a segment with some hits.
    func places(inSegment segment: Int64, count: Int) -> Range<Int> {
        guard segments ~= segment else { return 0..<0 }
        func place(_ id: Int64) -> Int { Int(id & (1 << Self.placeBits - 1)) }
        let lower = segment == segments.lowerBound ? place(ids.lowerBound) : 0
        let upper = segment == segments.upperBound ? place(ids.upperBound) + 1 : count
        return lower < min(upper, count) ? lower..<min(upper, count) : 0..<0
    }

    /// Returns the part of the range between two row ids; `nil` if there is none.
    func limited(to lower: Int64, through upper: Int64) -> HitRowRange? {
        let (lower, upper) = (max(lower, ids.lowerBound), min(upper, ids.upperBound))
        return lower <= upper ? HitRowRange(lower...upper) : nil
    }
}
