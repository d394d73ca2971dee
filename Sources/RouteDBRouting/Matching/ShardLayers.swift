/// The layers over the shards of a namespace: the routes of a shard that were changed or removed since it was
/// compiled, and the second shard of its group; see ``RouteGroup``.
struct ShardLayers: ~Copyable, Sendable {
    // Not private: the compiler, 6.3, fails to link its metadata where files are compiled one by one.
    struct Layer: Sendable, BitwiseCopyable {
        /// The index of the second shard, or -1.
        var recent: Int32 = -1
        /// The index of the shard's first word in `replaced`, or -1 if all of its routes count.
        var firstWord: Int32 = -1
    }

    /// By the index of the first shard of a group; empty if every group has one shard that counts as
    /// a whole.
    private let layers: FixedArray<Layer>
    /// A bit for each route of a shard: whether it no longer counts.
    private let replaced: FixedArray<UInt64>

    /// Creates the layers of compiled groups, whose second shards follow all first ones, in order.
    init(_ groups: [RouteGroup]) {
        var layers: [Layer] = []
        var words: [UInt64] = []
        if groups.contains(where: \.isLayered) {
            var next = Int32(groups.count)
            layers.reserveCapacity(groups.count)
            for group in groups {
                var layer = Layer()
                if group.recent != nil {
                    layer.recent = next
                    next += 1
                }
                if !group.replaced.isEmpty, let main = group.main {
                    let first = words.count
                    layer.firstWord = Int32(first)
                    words += repeatElement(0, count: main.routes.count / 64 + 1)
                    for route in group.replaced {
                        words[first + Int(route / 64)] |= 1 << (route % 64)
                    }
                }
                layers.append(layer)
            }
        }
        self.layers = FixedArray(layers)
        replaced = FixedArray(words)
    }

    /// True if every shard counts as a whole, and is the only one of its group.
    @inline(__always)
    var isEmpty: Bool { layers.count == 0 }

    /// The index of the second shard in the group of a shard, or -1.
    func recent(over shard: Int32) -> Int32 {
        shard < layers.count ? layers[Int(shard)].recent : -1
    }

    /// Returns whether a route of a shard no longer counts.
    func replaces(_ route: UInt32, ofShard shard: Int) -> Bool {
        guard shard < layers.count, layers[shard].firstWord >= 0 else { return false }
        let word = replaced[Int(layers[shard].firstWord) + Int(route / 64)]
        return word >> UInt64(route % 64) & 1 != 0
    }
}
