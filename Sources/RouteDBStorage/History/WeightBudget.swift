/// Ensures that the weights of all hits of a scan can be added in 64 bits.
///
/// A segment without any bytes for its hits may declare 65,536 hits of the greatest weight, so even
/// a small file could make sums overflow.
struct WeightBudget {
    /// Leaves room for adding the sums of several scans, such as those of two time windows.
    private static let limit = Int64.max >> 4

    private var weight: Int64 = 0

    /// Counts the hits of a segment.
    ///
    /// - Throws: ``SegmentDamage`` if the sum of the weights could overflow.
    mutating func add(_ segment: HitSegment) throws(SegmentDamage) {
        // At most 2^16 hits of at most 2^32 each.
        weight += Int64(segment.count) * segment.weightLimit
        guard weight <= Self.limit else {
            throw SegmentDamage(
                segment: segment.id, offset: 0,
                message: "the sum of the weights up to this segment is too large")
        }
    }
}
