/// What the rows of an imported log say of it, to be compared.
struct ImportTotals {
    let id: Int64
    let lines: Int64
    let imported: Int64
    let rejected: Int64
    /// How many digests there are that lie one behind the other.
    let digests: Int64
    /// How many rejected lines are kept.
    let rejects: Int64
    /// How many of its hits are known to be pruned.
    let pruned: Int64
    /// How many lines its runs say that they imported.
    let runImported: Int64
    /// Whether somebody began to forget it.
    let isBeingForgotten: Bool
}
