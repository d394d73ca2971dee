/// Sees to it that the weights of the hits of one scan can be added up in 64 bits.
///
/// A segment without any bytes for its hits may say that it has 65,536 of the greatest weight, so
/// that a small file could bring any sum to overflow.
struct WeightBudget {
    /// Sums of several scans, such as those of two windows or of the parts of one, fit as well.
    private static let limit = Int64.max >> 4

    private var weight: Int64 = 0

    /// Counts the hits of a segment.
    ///
    /// - Throws: If the weights may be too much by now.
    mutating func add(_ segment: HitSegment) throws(SegmentDamage) {
        // At most 2^16 hits of at most 2^32 each.
        weight += Int64(segment.count) * segment.weightLimit
        guard weight <= Self.limit else {
            throw SegmentDamage(
                segment: segment.id, offset: 0,
                message: "the weights of the hits up to here are too great to be added up")
        }
    }
}
