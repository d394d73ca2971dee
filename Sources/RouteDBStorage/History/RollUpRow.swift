/// What a quarter of an hour had of one namespace, route and outcome.
package struct RollUpRow: Hashable, Sendable {
    /// The beginning of the quarter, in seconds since 1970-01-01T00:00:00Z.
    package let bucket: Int64
    package let namespace: Int64
    package let route: Int64
    package let outcome: Int64
    /// All that there were, the pruned ones too.
    package let hits: Int64
    package let weight: Int64
    /// Those of them that are pruned.
    package let prunedHits: Int64
    package let prunedWeight: Int64
}
