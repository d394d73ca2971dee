/// The result of forgetting imports.
public struct ForgottenImports: Hashable, Sendable {
    /// The number of hits removed, including those that had been pruned before.
    public private(set) var hits: Int64 = 0
    /// The number of removed hits that had been pruned before, and so existed only in the roll-ups.
    public private(set) var pruned: Int64 = 0
    /// The number of hits that remain in the roll-ups of pruned hits, because they were pruned
    /// before the history recorded the imports of pruned hits.
    public private(set) var leftInRollUps: Int64 = 0

    init() {}

    mutating func add(hits: Int64, pruned: Int64, imported: Int64) {
        self.hits &+= hits
        self.pruned &+= pruned
        leftInRollUps &+= max(0, imported.subtractingReportingOverflow(hits).partialValue)
    }
}
