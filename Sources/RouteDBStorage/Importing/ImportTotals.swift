/// The totals of an imported log from several tables, to be compared.
struct ImportTotals {
    let id: Int64
    let lines: Int64
    let imported: Int64
    let rejected: Int64
    /// The number of consecutive digests.
    let digests: Int64
    /// The number of stored rejected lines.
    let rejects: Int64
    /// The number of its hits recorded as pruned.
    let pruned: Int64
    /// The number of imported lines according to its runs.
    let runImported: Int64
    /// Whether forgetting it has begun.
    let isBeingForgotten: Bool
}
