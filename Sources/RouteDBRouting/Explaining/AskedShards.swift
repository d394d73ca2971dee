/// Records which shards a search visits.
struct AskedShards: SearchObserver {
    private(set) var shards: [Int] = []

    mutating func willSearch(_ shard: Int32) { shards.append(Int(shard)) }
}
