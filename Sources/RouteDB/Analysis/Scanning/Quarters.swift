import RouteDBRouting
import RouteDBStorage

/// The quarter hours in a range of times, identified by their starts in seconds.
struct Quarters {
    private static let length = HitsReader.bucketSeconds * 1_000_000

    /// The quarter hours that start in the range.
    let beginning: ClosedRange<Int64>?
    /// The quarter hours that lie completely in the range.
    let whole: ClosedRange<Int64>?

    /// Finds the quarter hours in a range of times in microseconds.
    init(_ times: ClosedRange<Int64>) {
        let (low, remainder) = times.lowerBound.flooringDivision(by: Self.length)
        let first = low + (remainder == 0 ? 0 : 1)
        let (last, rest) = times.upperBound.flooringDivision(by: Self.length)
        beginning = Self.range(first, last)
        whole = Self.range(first, rest == Self.length - 1 ? last : last - 1)
    }

    /// Returns the quarter hours that start in the range, after others.
    func after(_ others: ClosedRange<Int64>) -> ClosedRange<Int64>? {
        guard let beginning, beginning.upperBound > others.upperBound else { return nil }
        return (others.upperBound + HitsReader.bucketSeconds)...beginning.upperBound
    }

    /// Returns the times of quarter hours, in microseconds.
    static func times(of quarters: ClosedRange<Int64>) -> ClosedRange<Int64> {
        quarters.lowerBound * 1_000_000...quarters.upperBound * 1_000_000 + (length - 1)
    }

    private static func range(_ first: Int64, _ last: Int64) -> ClosedRange<Int64>? {
        guard first <= last else { return nil }
        return first * HitsReader.bucketSeconds...last * HitsReader.bucketSeconds
    }
}
