public import RouteDBRouting

/// Which hits of a history may stay; a limit that is `nil` takes none away.
public struct HitRetention: Hashable, Sendable {
    /// Hits before this time go.
    public var olderThan: Timestamp?
    /// As many of the oldest hits go as there are more than this; not negative.
    public var maximumHits: Int64?
    /// The oldest segments go until what the file uses is no more than this, in bytes.
    ///
    /// The roll-ups and the open tail stay, whatever they take.
    public var maximumBytes: Int64?

    /// Creates a retention.
    ///
    /// - Parameters:
    ///   - olderThan: Hits before this time go.
    ///   - maximumHits: How many hits may stay.
    ///   - maximumBytes: How many bytes the file may use.
    public init(
        olderThan: Timestamp? = nil, maximumHits: Int64? = nil, maximumBytes: Int64? = nil
    ) {
        self.olderThan = olderThan
        self.maximumHits = maximumHits
        self.maximumBytes = maximumBytes
    }

    /// The limits as the file's list of prunings has them.
    var rule: String {
        let limits = [
            ("older-than", olderThan?.microseconds), ("max-rows", maximumHits),
            ("max-bytes", maximumBytes),
        ]
        return limits.compactMap { name, limit in limit.map { "\(name)=\($0)" } }
            .joined(separator: " ")
    }
}
