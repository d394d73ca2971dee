/// Ranges of times, in ascending order, that do not overlap.
struct TimeRanges: Sendable {
    private(set) var ranges: [ClosedRange<Int64>] = []

    /// Adds a range behind all others; one that continues the last makes it longer.
    mutating func append(_ range: ClosedRange<Int64>) {
        if let last = ranges.last, last.upperBound < .max, last.upperBound + 1 == range.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound...range.upperBound
        } else {
            ranges.append(range)
        }
    }

    /// Returns whether one of the ranges contains a time.
    func contains(_ time: Int64) -> Bool {
        range(endingFrom: time).map { $0.lowerBound <= time } ?? false
    }

    /// Returns whether one of the ranges has a time in common with these.
    func overlap(_ times: ClosedRange<Int64>) -> Bool {
        range(endingFrom: times.lowerBound).map { $0.lowerBound <= times.upperBound } ?? false
    }

    /// Returns whether one of the ranges contains all of the times.
    func cover(_ times: ClosedRange<Int64>) -> Bool {
        range(endingFrom: times.upperBound).map { $0.lowerBound <= times.lowerBound } ?? false
    }

    /// The first range that does not end before a time.
    private func range(endingFrom time: Int64) -> ClosedRange<Int64>? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < time { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count ? ranges[low] : nil
    }
}
