/// A histogram of durations in microseconds.
///
/// Up to 255 microseconds, each value has its own range. Above that, the values between two powers
/// of two are divided into 128 ranges, so that no range is wider than 1/128 of its lower bound. A
/// quantile is the middle of a range, so its error is at most 1/256, or 0.4%. Merging histograms is
/// exact.
package struct DurationHistogram: Hashable, Sendable {
    /// The number of ranges between two powers of two, and its binary logarithm.
    private static let (bits, steps) = (7, 128)
    /// The longest duration, about 12 days; only a damaged file has longer ones.
    static let longest: Int64 = 1 << 40

    /// The weights by range, up to the last range that is not empty.
    var counts: [Int64] = []
    /// The number of durations, weighted.
    package var count: Int64 = 0
    /// The weighted sum of the durations, in microseconds.
    package var sum: Int64 = 0
    /// The mean in microseconds, or `nil` if the histogram is empty.
    package var mean: Double? { count > 0 ? Double(sum) / Double(count) : nil }
    /// The shortest duration in microseconds, or `nil` if the histogram is empty.
    package var minimum: Int64?
    /// The longest duration in microseconds, or `nil` if the histogram is empty.
    package var maximum: Int64?

    package init() {}

    /// Adds a duration, clamped to the range from 0 to 2^40.
    @inline(__always)
    package mutating func add(_ microseconds: Int64, weight: Int64) {
        let duration = min(max(0, microseconds), Self.longest)
        let range = Self.range(of: duration)
        if range >= counts.count { makeRoom(for: range) }
        counts[range] &+= weight
        count &+= weight
        sum &+= duration &* weight
        minimum = min(minimum ?? .max, duration)
        maximum = max(maximum ?? 0, duration)
    }

    /// Adds many durations, ignoring negative ones, which stand for unknown durations.
    package mutating func add(_ durations: [Int64], weights: [Int64]) {
        var (low, high): (Int64, Int64) = (.max, -1)
        for duration in durations where duration >= 0 {
            low = min(low, duration)
            high = max(high, duration)
        }
        guard high >= 0 else { return }
        (low, high) = (min(low, Self.longest), min(high, Self.longest))
        minimum = min(minimum ?? .max, low)
        maximum = max(maximum ?? 0, high)
        // Grow once, for the longest duration.
        if Self.range(of: high) >= counts.count { makeRoom(for: Self.range(of: high)) }
        var (added, total): (Int64, Int64) = (0, 0)
        precondition(durations.count <= weights.count, "a weight for each duration")
        let weights = weights.span
        // In bounds: no range is later than that of the longest duration, for which there is room, and
        // there is a weight for each duration. Unknown durations weigh nothing.
        unsafe counts.withUnsafeMutableBufferPointer { counts in
            for index in durations.indices {
                let duration = min(max(0, durations[index]), Self.longest)
                let weight = unsafe durations[index] < 0 ? 0 : weights[unchecked: index]
                unsafe counts[Self.range(of: duration)] &+= weight
                added &+= weight
                total &+= duration &* weight
            }
        }
        count &+= added
        sum &+= total
    }

    /// Adds the durations of another histogram.
    package mutating func merge(_ other: DurationHistogram) {
        if other.counts.count > counts.count { makeRoom(for: other.counts.count - 1) }
        for (range, weight) in other.counts.enumerated() { counts[range] &+= weight }
        count &+= other.count
        sum &+= other.sum
        minimum = [minimum, other.minimum].compactMap { $0 }.min()
        maximum = [maximum, other.maximum].compactMap { $0 }.max()
    }

    /// Returns the duration that a share of all durations, from 0 to 1, does not exceed, or `nil` if
    /// the histogram is empty.
    package func quantile(_ share: Double) -> Int64? {
        guard count > 0, let minimum, let maximum else { return nil }
        // A count close to 2^63 is rounded up to it, which does not fit into Int64.
        let rounded = Int64(exactly: (min(max(0, share), 1) * Double(count)).rounded(.up))
        let wanted = max(1, rounded ?? count)
        var seen: Int64 = 0
        for (range, weight) in counts.enumerated() {
            seen &+= weight
            if seen >= wanted { return min(max(Self.middle(of: range), minimum), maximum) }
        }
        return maximum
    }

    mutating func makeRoom(for range: Int) {
        counts += [Int64](repeating: 0, count: range + 1 - counts.count)
    }

    /// Returns the index of the range that contains a duration.
    @inline(__always)
    static func range(of microseconds: Int64) -> Int {
        let value = Int(truncatingIfNeeded: microseconds)
        // Not negative: at least the bit of `steps` is set. Checks would take longer than the rest.
        let shift = Int.bitWidth &- 1 &- bits &- (value | steps).leadingZeroBitCount
        return shift &* steps &+ value &>> shift
    }

    /// Returns the middle of a range.
    private static func middle(of range: Int) -> Int64 {
        guard range >= 2 * steps else { return Int64(range) }
        let shift = range / steps - 1
        let start = (range - shift * steps) << shift
        return Int64(start + (1 << shift) / 2)
    }
}
