/// Selects hits by their numbers and by their rows.
package struct HitFilter: Sendable {
    private struct Check {
        let number: HitNumber
        var range: ClosedRange<Int64>
        var values: Set<Int64>?

        func allows(_ value: Int64) -> Bool {
            range ~= value && values?.contains(value) != false
        }
    }

    private var checks: [Check] = []
    /// A range that contains the row ids of all matching hits.
    package private(set) var rows = HitRowRange()
    /// True if no hit can match.
    package private(set) var isImpossible = false

    /// Creates a filter that matches every hit.
    package init() {}

    /// Restricts a number to a closed range.
    package mutating func require(_ number: HitNumber, from lower: Int64, through upper: Int64) {
        change(number) { check in
            let (lower, upper) = (
                max(lower, check.range.lowerBound), min(upper, check.range.upperBound)
            )
            guard lower <= upper else { return false }
            check.range = lower...upper
            return true
        }
    }

    /// Restricts a number to a set of values.
    package mutating func require(_ number: HitNumber, oneOf values: Set<Int64>) {
        change(number) { check in
            let both = check.values?.intersection(values) ?? values
            check.values = both
            return !both.isEmpty
        }
    }

    /// Restricts the row ids to a closed range.
    package mutating func requireRows(from lower: Int64, through upper: Int64) {
        guard let both = rows.limited(to: lower, through: upper) else {
            isImpossible = true
            return
        }
        rows = both
    }

    private mutating func change(_ number: HitNumber, _ body: (inout Check) -> Bool) {
        let index =
            checks.firstIndex { $0.number == number }
            ?? {
                checks.append(Check(number: number, range: .min ... .max))
                return checks.count - 1
            }()
        if !body(&checks[index]) { isImpossible = true }
    }

    /// A range that contains the times of all matching hits, in microseconds.
    package var times: ClosedRange<Int64> {
        checks.first { $0.number == .time }?.range ?? .min ... .max
    }

    /// Finds the matching hits of a segment.
    ///
    /// - Complexity: O(*n*) in the number of hits, for each restricted number.
    package func rows(of segment: HitSegment, into rows: inout [Int]) {
        rows.removeAll(keepingCapacity: true)
        guard !isImpossible else { return }
        rows.append(
            contentsOf: self.rows.places(inSegment: segment.id, count: segment.count))
        var values: [Int64] = []
        for check in checks where !rows.isEmpty {
            segment.read(check.number, into: &values)
            rows.removeAll { !check.allows(values[$0]) }
        }
    }
}

/// Ensures that the weights of all hits of a scan can be added in 64 bits.
///
/// A segment without any bytes for its hits may declare 65,536 hits of the greatest weight, so even
/// a small file could make sums overflow.
struct WeightBudget {
    /// Leaves room for adding the sums of several scans, such as those of two time windows.
    private static let limit = Int64.max >> 4

    private var weight: Int64 = 0

    /// Counts the hits of a segment.
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
