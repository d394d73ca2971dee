@testable import RouteDBRouting

extension RoutingTable {
    /// The first invariant of a shard that does not hold.
    func brokenInvariant() -> String? {
        for table in tables.objects {
            for shard in table.shards.objects {
                if let broken = shard.brokenInvariant() { return broken }
            }
        }
        return nil
    }
}
