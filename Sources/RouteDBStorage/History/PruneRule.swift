/// Which hits retention takes away: those that break any of the limits that are set.
package struct PruneRule: Hashable, Sendable, CustomStringConvertible {
    /// Hits of times before this one go; microseconds.
    package var olderThan: Int64?
    /// As many of the oldest hits go as there are more than this.
    package var maximumHits: Int64?
    /// The oldest segments go until the file's pages in use take no more than this.
    ///
    /// The tail and the roll-ups stay, whatever they take.
    package var maximumBytes: Int64?

    package init(
        olderThan: Int64? = nil, maximumHits: Int64? = nil, maximumBytes: Int64? = nil
    ) {
        self.olderThan = olderThan
        self.maximumHits = maximumHits
        self.maximumBytes = maximumBytes
    }

    /// The rule as the file's list of prunings has it.
    package var description: String {
        let limits = [
            ("older-than", olderThan), ("max-rows", maximumHits), ("max-bytes", maximumBytes),
        ]
        return limits.compactMap { name, limit in limit.map { "\(name)=\($0)" } }
            .joined(separator: " ")
    }
}
