/// How long resolutions took: counts by ranges of microseconds.
///
/// Up to 255 microseconds each number has a range of its own; from there on what lies between a
/// power of two and the next one is cut into 128 ranges, so that none is wider than 1/128 of its
/// beginning. A quantile is the middle of a range, and so off by at most 1/256, or 0.4%. The
/// histograms of two sets of hits make that of both, exactly.
public struct LatencyHistogram: Hashable, Sendable {
    /// How many ranges lie between a power of two and the next one.
    private static let (bits, steps) = (7, 128)
    /// The longest duration, 12 days: no hit has such a one, but a damaged file may.
    private static let longest: Int64 = 1 << 40

    /// By range, up to the last one that has any.
    private var counts: [Int64] = []
    /// How many durations there are, weighted.
    public private(set) var count: Int64 = 0
    /// The sum of the durations, weighted, in microseconds.
    public private(set) var sum: Int64 = 0
    /// The shortest duration, in microseconds; `nil` without any.
    public private(set) var minimum: Int64?
    /// The longest duration, in microseconds; `nil` without any.
    public private(set) var maximum: Int64?

    /// Makes a histogram of nothing.
    public init() {}

    /// Adds a duration.
    ///
    /// - Parameters:
    ///   - microseconds: The duration; less than nothing counts as 0, more than 2^40 as that.
    ///   - weight: How often.
    public mutating func add(_ microseconds: Int64, weight: Int64 = 1) {
        let duration = min(max(0, microseconds), Self.longest)
        let range = Self.range(of: duration)
        if range >= counts.count { makeRoom(for: range) }
        counts[range] &+= weight
        count &+= weight
        sum &+= duration &* weight
        minimum = min(minimum ?? .max, duration)
        maximum = max(maximum ?? 0, duration)
    }

    /// Adds many durations; those below 0 are none.
    @inline(__always)
    mutating func add(_ durations: [Int64], weights: [Int64]) {
        var (low, high): (Int64, Int64) = (.max, -1)
        for duration in durations where duration >= 0 {
            low = min(low, duration)
            high = max(high, duration)
        }
        guard high >= 0 else { return }
        (low, high) = (min(low, Self.longest), min(high, Self.longest))
        minimum = min(minimum ?? .max, low)
        maximum = max(maximum ?? 0, high)
        // Room for the longest is room for all.
        if Self.range(of: high) >= counts.count { makeRoom(for: Self.range(of: high)) }
        var (added, total): (Int64, Int64) = (0, 0)
        counts.withUnsafeMutableBufferPointer { counts in
            for index in durations.indices where durations[index] >= 0 {
                let duration = min(durations[index], Self.longest)
                let weight = weights[index]
                counts[Self.range(of: duration)] &+= weight
                added &+= weight
                total &+= duration &* weight
            }
        }
        count &+= added
        sum &+= total
    }

    /// Adds the durations of another histogram.
    ///
    /// - Parameter other: The other one.
    public mutating func merge(_ other: LatencyHistogram) {
        if other.counts.count > counts.count { makeRoom(for: other.counts.count - 1) }
        for (range, weight) in other.counts.enumerated() { counts[range] &+= weight }
        count &+= other.count
        sum &+= other.sum
        minimum = [minimum, other.minimum].compactMap { $0 }.min()
        maximum = [maximum, other.maximum].compactMap { $0 }.max()
    }

    /// The mean, in microseconds; `nil` without any durations.
    public var mean: Double? { count > 0 ? Double(sum) / Double(count) : nil }

    /// The duration that a share of all does not exceed, in microseconds.
    ///
    /// - Parameter share: The share, from 0 to 1: 0.5 is the median.
    /// - Returns: The duration, within 0.4%; `nil` without any durations.
    /// - Complexity: O(*n*) in the number of ranges, some thousand.
    public func quantile(_ share: Double) -> Int64? {
        guard count > 0, let minimum, let maximum else { return nil }
        // A count next to 2^63 rounds to that, which is no Int64.
        let rounded = Int64(exactly: (min(max(0, share), 1) * Double(count)).rounded(.up))
        let wanted = max(1, rounded ?? count)
        var seen: Int64 = 0
        for (range, weight) in counts.enumerated() {
            seen &+= weight
            if seen >= wanted { return min(max(Self.middle(of: range), minimum), maximum) }
        }
        return maximum
    }

    private mutating func makeRoom(for range: Int) {
        counts += [Int64](repeating: 0, count: range + 1 - counts.count)
    }

    /// The number of the range that a duration is in.
    @inline(__always)
    private static func range(of microseconds: Int64) -> Int {
        let value = Int(truncatingIfNeeded: microseconds)
        let shift = max(0, Int.bitWidth - 1 - (value | steps).leadingZeroBitCount - bits)
        return shift * steps + value >> shift
    }

    /// The middle of a range.
    private static func middle(of range: Int) -> Int64 {
        guard range >= 2 * steps else { return Int64(range) }
        let shift = range / steps - 1
        let start = (range - shift * steps) << shift
        return Int64(start + (1 << shift) / 2)
    }
}
