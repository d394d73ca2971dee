import RouteDBStorage

/// What is added up while hits are scanned, part by part.
///
/// Two tallies of parts make that of the whole, in whatever order they are merged; a tally for
/// which the order matters is scanned in one part.
protocol HitTally: Sendable {
    /// Whether the texts of hits are asked for.
    var needsTexts: Bool { get }

    /// Adds the hits of a segment that belong to the selection.
    mutating func add(_ segment: HitSegment) throws

    /// Adds what another part had.
    mutating func merge(_ other: Self)
}
