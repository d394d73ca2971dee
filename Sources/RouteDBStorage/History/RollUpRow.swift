import RouteDBSQLite

/// The totals of a 15-minute bucket for one namespace, route and outcome.
package struct RollUpRow: Hashable, Sendable {
    /// The start of the bucket, in seconds since 1970-01-01T00:00:00Z.
    package let bucket: Int64
    package let namespace: Int64
    package let route: Int64
    package let outcome: Int64
    /// The totals of all hits, including pruned ones.
    package let hits: Int64
    package let weight: Int64
    /// The totals of the pruned hits.
    package let prunedHits: Int64
    package let prunedWeight: Int64
}

extension RollUpRow {
    /// Reads a row of `bucket`, `namespace`, `route`, `outcome`, `hits`, `weight`, `pruned_hits` and
    /// `pruned_weight`.
    ///
    /// - Throws: `corrupt` for numbers that no writer would write.
    init(_ row: borrowing Statement, of database: Database) throws(RouteDBError) {
        bucket = try database.checked(row.int(at: 0), RollUps.buckets, "bucket")
        (namespace, route, outcome) = (row.int(at: 1), row.int(at: 2), row.int(at: 3))
        hits = try database.checked(row.int(at: 4), 0 ... .max, "hits")
        weight = try database.checked(row.int(at: 5), hits ... .max, "weight")
        prunedHits = try database.checked(row.int(at: 6), 0...hits, "pruned_hits")
        prunedWeight = try database.checked(row.int(at: 7), prunedHits...weight, "pruned_weight")
    }
}
