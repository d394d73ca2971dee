/// What went when imports were forgotten.
public struct ForgottenImports: Hashable, Sendable {
    /// How many hits went, those that had been pruned before included.
    public private(set) var hits: Int64 = 0
    /// How many of these had been pruned, so that only their roll-ups were left to take away.
    public private(set) var pruned: Int64 = 0
    /// How many hits are still in the roll-ups of pruned hits: they were pruned before the history
    /// noted whose they were.
    public private(set) var leftInRollUps: Int64 = 0

    init() {}

    mutating func add(hits: Int64, pruned: Int64, imported: Int64) {
        self.hits &+= hits
        self.pruned &+= pruned
        leftInRollUps &+= max(0, imported.subtractingReportingOverflow(hits).partialValue)
    }
}
