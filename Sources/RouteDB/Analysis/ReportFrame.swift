/// What every report says beside its rows.
public struct ReportFrame: Hashable, Sendable {
    /// Which hits the report is about.
    public let selection: HitSelection
    /// The hits that they are compared with.
    public let previousSelection: HitSelection?
    /// The revision of the registry whose names the report uses.
    public let revision: Int64
    /// Whether the URLs were resolved again at that revision.
    public let isRegrouped: Bool
    /// All hits that were selected.
    public internal(set) var total = HitCount()
    /// All hits that they are compared with.
    public internal(set) var previousTotal: HitCount?
    /// The hits that are pruned: only the roll-ups still tell of them, by the quarter of an hour in
    /// which they were.
    public internal(set) var pruned = HitCount()
    /// Whether the pruned hits are in the counts of the report; what asks for their URLs, texts or
    /// durations cannot have them.
    public internal(set) var countsPruned = true
}
