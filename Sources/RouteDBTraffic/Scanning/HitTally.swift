import RouteDBHistory

/// A result that is accumulated while hits are scanned.
///
/// Tallies of two parts of a history, merged in any order, must give the tally of the whole. A
/// tally that depends on the order of hits must be scanned in one part.
protocol HitTally: Sendable {
    /// Whether the tally reads the texts of hits.
    var needsTexts: Bool { get }

    /// Adds the selected hits of a segment.
    mutating func add(_ segment: HitSegment) throws

    /// Adds the tally of another part.
    mutating func merge(_ other: Self)
}

/// A tally to which roll-ups can be added as well as hits.
protocol CountingTally: HitTally {
    /// Whether no quarter hour belongs to more than one bucket of the tally.
    var suitsRollUps: Bool { get }

    /// Adds the count of a roll-up, or a part of it.
    mutating func add(_ row: RollUpRow, _ count: HitCount)
}
