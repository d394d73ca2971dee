public import RouteDBRouting

/// The limits on the hits that a history keeps; a limit that is `nil` does not apply.
public struct HitRetention: Hashable, Sendable {
    /// Deletes hits before this time.
    public var olderThan: Timestamp?
    /// Deletes the oldest hits beyond this number; must not be negative.
    public var maximumHits: Int64?
    /// Deletes the oldest segments until the file uses at most this many bytes.
    ///
    /// Roll-ups and the open tail are always kept, whatever their size.
    public var maximumBytes: Int64?

    /// Creates a retention.
    ///
    /// - Parameters:
    ///   - olderThan: Deletes hits before this time.
    ///   - maximumHits: The number of hits to keep.
    ///   - maximumBytes: The number of bytes that the file may use.
    public init(
        olderThan: Timestamp? = nil, maximumHits: Int64? = nil, maximumBytes: Int64? = nil
    ) {
        self.olderThan = olderThan
        self.maximumHits = maximumHits
        self.maximumBytes = maximumBytes
    }

    /// The limits as recorded in the file's list of prunings.
    var rule: String {
        let limits = [
            ("older-than", olderThan?.microseconds), ("max-rows", maximumHits),
            ("max-bytes", maximumBytes),
        ]
        return limits.compactMap { name, limit in limit.map { "\(name)=\($0)" } }
            .joined(separator: " ")
    }
}
