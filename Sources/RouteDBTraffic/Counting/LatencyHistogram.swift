import RouteDBHistory
import RouteDBRouting

/// A histogram of durations.
///
/// Durations are whole microseconds. Up to 255, each has its own range. Above that, the values between two powers
/// of two are divided into 128 ranges, so that no range is wider than 1/128 of its lower bound. A
/// quantile is the middle of a range, so its error is at most 1/256, or 0.4%. Merging histograms is
/// exact.
public struct LatencyHistogram: Hashable, Sendable {
    private(set) var durations: DurationHistogram

    /// Creates an empty histogram.
    public init() { durations = DurationHistogram() }

    init(_ durations: DurationHistogram) { self.durations = durations }

    /// The number of durations, weighted.
    public var count: Int64 { durations.count }
    /// The weighted sum of the durations.
    public var sum: Duration { .microseconds(durations.sum) }
    /// The shortest duration, or `nil` if the histogram is empty.
    public var minimum: Duration? { durations.minimum.map { .microseconds($0) } }
    /// The longest duration, or `nil` if the histogram is empty.
    public var maximum: Duration? { durations.maximum.map { .microseconds($0) } }
    /// The mean, or `nil` if the histogram is empty.
    public var mean: Duration? { durations.mean.map { .microseconds($0) } }

    /// Adds a duration.
    ///
    /// - Parameters:
    ///   - duration: The duration, cut to whole microseconds from 0 to 2^40.
    ///   - weight: The number of times to add it.
    public mutating func add(_ duration: Duration, weight: Int64 = 1) {
        durations.add(duration.wholeMicroseconds, weight: weight)
    }

    /// Adds the durations of another histogram.
    ///
    /// - Parameter other: The other histogram.
    public mutating func merge(_ other: LatencyHistogram) { durations.merge(other.durations) }

    /// Returns a quantile: the duration that a share of all durations does not exceed.
    ///
    /// - Parameter share: The share, from 0 to 1; 0.5 gives the median.
    /// - Returns: The duration, within 0.4%, or `nil` if the histogram is empty.
    /// - Complexity: O(*n*) in the number of ranges, at most a few thousand.
    public func quantile(_ share: Double) -> Duration? {
        durations.quantile(share).map { .microseconds($0) }
    }
}
