/// The facts that are common to all reports.
public struct ReportFrame: Hashable, Sendable {
    /// The hits that the report counts.
    public let selection: HitSelection
    /// The hits of the previous window, or `nil` if the report does not compare with it.
    public let previousSelection: HitSelection?
    /// The revision of the registry whose names the report uses.
    public let revision: Int64
    /// Whether the URLs were resolved again against that revision.
    public let isRegrouped: Bool
    /// All hits that the report counts.
    public internal(set) var total = HitCount()
    /// All hits of the previous window, or `nil` if the report does not compare with it.
    public internal(set) var previousTotal: HitCount?
    /// The selected hits that are pruned, and so only known from the roll-ups by quarter hour.
    public internal(set) var pruned = HitCount()
    /// Whether the report counts pruned hits; it cannot if it needs URLs, other texts or durations.
    public internal(set) var countsPruned = true
}
