/// How many hits there are, and how many they stand for.
public struct HitCount: Hashable, Sendable {
    /// The hits that are in the history.
    public var hits: Int64
    /// What they stand for: more than ``hits`` where only a sample is recorded.
    public var weight: Int64

    /// Makes a count.
    ///
    /// - Parameters:
    ///   - hits: The hits.
    ///   - weight: What they stand for.
    public init(hits: Int64 = 0, weight: Int64 = 0) {
        self.hits = hits
        self.weight = weight
    }

    /// Adds a count to another.
    public static func += (left: inout HitCount, right: HitCount) {
        // Wrapped: a damaged file may hold any numbers, and no other comes near.
        left.hits &+= right.hits
        left.weight &+= right.weight
    }

    /// What the weight is of another one's, from 0 to 1; 0 of nothing.
    ///
    /// - Parameter whole: The other.
    /// - Returns: The share.
    public func share(of whole: HitCount) -> Double {
        whole.weight == 0 ? 0 : Double(weight) / Double(whole.weight)
    }

    /// By how much of an earlier weight this one is more: 0.5 is half as much again; `nil` if there
    /// was nothing.
    ///
    /// - Parameter previous: The earlier count.
    /// - Returns: The change.
    public func change(since previous: HitCount) -> Double? {
        previous.weight == 0
            ? nil : (Double(weight) - Double(previous.weight)) / Double(previous.weight)
    }
}

extension [HitCount] {
    /// All together.
    package var sum: HitCount {
        var sum = HitCount()
        for count in self { sum += count }
        return sum
    }
}
