/// Builds the tree of a ``RoutingShard`` from the literal hashes of its variants.
struct TreeBuilder {
    private(set) var root = RoutingShard.Reference.none
    private(set) var nodes: [RoutingShard.Node] = []
    private(set) var edges: [RoutingShard.Edge] = []
    private(set) var leaves: [UInt32] = []

    /// The hashes of all variants' segments, one run for each variant: ``SegmentHash/none`` for a segment
    /// that is not a literal, and ``SegmentHash/end`` after the last segment unless there is a rest.
    private let hashes: [UInt32]
    /// The range of each variant's run; variants are in the order of rank.
    private let runs: [Range<UInt32>]

    init(hashes: [UInt32], runs: [Range<UInt32>]) {
        self.hashes = hashes
        self.runs = runs
    }

    /// Builds the tree of all variants.
    mutating func build() {
        let count = runs.count
        var keyed = [UInt64](repeating: 0, count: count)
        for variant in 0..<count { keyed[variant] = UInt64(variant) }
        root = build(&keyed, 0..<count, from: 0)
    }

    /// Builds the subtree of the variants in a range, which agree in all segments before a given one.
    ///
    /// The low halves of the words are the variants, in ascending order within the range; the high halves
    /// are scratch space for sorting.
    private mutating func build(
        _ keyed: inout [UInt64], _ range: Range<Int>, from segment: Int
    ) -> RoutingShard.Reference {
        guard range.count > 1, let segment = firstDifference(keyed, range, from: segment) else {
            return leaf(keyed, range)
        }
        for index in range {
            let variant = keyed[index] & 0xFFFF_FFFF
            keyed[index] = UInt64(hash(of: Int(variant), at: segment)) << 32 | variant
        }
        sort(&keyed, range)
        let node = nodes.count
        nodes.append(RoutingShard.Node(segment: 0, wild: .none, wildMinimum: .max))
        var wild = RoutingShard.Reference.none
        var wildMinimum = UInt32.max
        var start = range.lowerBound
        while start < range.upperBound {
            let hash = UInt32(truncatingIfNeeded: keyed[start] >> 32)
            var end = start + 1
            while end < range.upperBound, keyed[end] >> 32 == UInt64(hash) { end += 1 }
            let minimum = UInt32(truncatingIfNeeded: keyed[start])
            let child = build(&keyed, start..<end, from: segment + 1)
            if hash == SegmentHash.none {
                wild = child
                wildMinimum = minimum
            } else {
                edges.append(RoutingShard.Edge(node: UInt32(node), hash: hash, child: child))
            }
            start = end
        }
        nodes[node] = RoutingShard.Node(
            segment: UInt32(segment), wild: wild, wildMinimum: wildMinimum)
        return .node(node)
    }

    /// Sorts a range, in place if it is short, since a slice would be a copy.
    private func sort(_ keyed: inout [UInt64], _ range: Range<Int>) {
        guard range.count <= 24 else {
            keyed[range].sort()
            return
        }
        for end in range.dropFirst() {
            let word = keyed[end]
            var index = end
            while index > range.lowerBound, keyed[index &- 1] > word {
                keyed[index] = keyed[index &- 1]
                index &-= 1
            }
            keyed[index] = word
        }
    }

    private func hash(of variant: Int, at segment: Int) -> UInt32 {
        let run = runs[variant]
        let index = Int(run.lowerBound) &+ segment
        return index < Int(run.upperBound) ? hashes[index] : SegmentHash.none
    }

    /// The first segment, not before a given one, in which the variants differ.
    private func firstDifference(
        _ keyed: [UInt64], _ range: Range<Int>, from segment: Int
    ) -> Int? {
        let first = Int(keyed[range.lowerBound] & 0xFFFF_FFFF)
        for segment in segment..<max(segment, RoutingShard.maximumSegments + 1) {
            let expected = hash(of: first, at: segment)
            for index in range
            where hash(of: Int(keyed[index] & 0xFFFF_FFFF), at: segment) != expected {
                return segment
            }
        }
        return nil
    }

    private mutating func leaf(_ keyed: [UInt64], _ range: Range<Int>) -> RoutingShard.Reference {
        if range.count == 1 {
            return .variant(Int(keyed[range.lowerBound] & 0xFFFF_FFFF))
        }
        let start = leaves.count
        leaves.append(UInt32(range.count))
        for index in range { leaves.append(UInt32(truncatingIfNeeded: keyed[index])) }
        return .leaf(start)
    }
}
