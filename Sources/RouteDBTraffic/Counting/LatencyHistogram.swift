import RouteDBHistory

/// A histogram of durations in microseconds.
///
/// Up to 255 microseconds, each value has its own range. Above that, the values between two powers
/// of two are divided into 128 ranges, so that no range is wider than 1/128 of its lower bound. A
/// quantile is the middle of a range, so its error is at most 1/256, or 0.4%. Merging histograms is
/// exact.
public struct LatencyHistogram: Hashable, Sendable {
    private var durations: DurationHistogram

    /// Creates an empty histogram.
    public init() { durations = DurationHistogram() }

    init(_ durations: DurationHistogram) { self.durations = durations }

    /// The number of durations, weighted.
    public var count: Int64 { durations.count }
    /// The weighted sum of the durations, in microseconds.
    public var sum: Int64 { durations.sum }
    /// The shortest duration in microseconds, or `nil` if the histogram is empty.
    public var minimum: Int64? { durations.minimum }
    /// The longest duration in microseconds, or `nil` if the histogram is empty.
    public var maximum: Int64? { durations.maximum }
    /// The mean in microseconds, or `nil` if the histogram is empty.
    public var mean: Double? { count > 0 ? Double(sum) / Double(count) : nil }

    /// Adds a duration.
    ///
    /// - Parameters:
    ///   - microseconds: The duration, clamped to the range from 0 to 2^40.
    ///   - weight: The number of times to add it.
    public mutating func add(_ microseconds: Int64, weight: Int64 = 1) {
        durations.add(microseconds, weight: weight)
    }

    /// Adds the durations of another histogram.
    ///
    /// - Parameter other: The other histogram.
    public mutating func merge(_ other: LatencyHistogram) { durations.merge(other.durations) }

    /// Returns a quantile: the duration that a share of all durations does not exceed.
    ///
    /// - Parameter share: The share, from 0 to 1; 0.5 gives the median.
    /// - Returns: The duration in microseconds, within 0.4%, or `nil` if the histogram is empty.
    /// - Complexity: O(*n*) in the number of ranges, at most a few thousand.
    public func quantile(_ share: Double) -> Int64? { durations.quantile(share) }
}
