import RouteDBStorage

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
