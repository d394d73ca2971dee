import RouteDBStorage

/// A tally that roll-ups can add to as hits do.
protocol CountingTally: HitTally {
    /// Whether a quarter of an hour never lies in two of the tally's buckets.
    var suitsRollUps: Bool { get }

    /// Adds a part of a roll-up.
    mutating func add(_ row: RollUpRow, _ count: HitCount)
}
