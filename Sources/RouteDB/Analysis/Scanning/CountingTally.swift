import RouteDBStorage

/// A tally to which roll-ups can be added as well as hits.
protocol CountingTally: HitTally {
    /// Whether no quarter hour belongs to more than one bucket of the tally.
    var suitsRollUps: Bool { get }

    /// Adds the count of a roll-up, or a part of it.
    mutating func add(_ row: RollUpRow, _ count: HitCount)
}
