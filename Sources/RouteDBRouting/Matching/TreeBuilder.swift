/// Builds the tree of a ``RoutingShard`` from the literal hashes of its variants.
struct TreeBuilder {
    private(set) var root = RoutingShard.Reference.none
    /// The first line is empty: no reference is zero.
    private(set) var nodes = [UInt32](repeating: 0, count: lineCount)
    private(set) var leaves: [UInt32] = []

    /// The number of words in a cache line.
    private static let lineCount = 16
    /// The literal branches of the nodes on the path to the current one.
    private var edges: [(hash: UInt32, child: RoutingShard.Reference)] = []

    /// The hashes of all variants' segments, one run for each variant: ``SegmentHash/none`` for a segment
    /// that is not a literal, and ``SegmentHash/end`` after the last segment unless there is a rest.
    private let hashes: [UInt32]
    /// The range of each variant's run; variants are in the order of rank.
    private let runs: [Range<UInt32>]
    /// The offset of each variant's record.
    private let records: [UInt32]

    /// The highest offset of a node.
    private let maximumOffset: Int

    init(
        hashes: [UInt32], runs: [Range<UInt32>], records: [UInt32],
        maximumOffset: Int = RoutingShard.Reference.maximumNodeOffset
    ) {
        self.hashes = hashes
        self.runs = runs
        self.records = records
        self.maximumOffset = maximumOffset
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
        let firstEdge = edges.count
        var wild = RoutingShard.Reference.none
        var minimum = UInt32.max
        var start = range.lowerBound
        while start < range.upperBound {
            let hash = UInt32(truncatingIfNeeded: keyed[start] >> 32)
            var end = start + 1
            while end < range.upperBound, keyed[end] >> 32 == UInt64(hash) { end += 1 }
            let first = Int(keyed[start] & 0xFFFF_FFFF)
            let child = build(&keyed, start..<end, from: segment + 1)
            if hash == SegmentHash.none {
                wild = child
                minimum = records[first]
            } else {
                edges.append((hash, child))
            }
            start = end
        }
        if let node = node(segment: segment, wild: wild, minimum: minimum, firstEdge: firstEdge) {
            return node
        }
        // The variants of tens of millions of routes are compared one by one.
        for index in range { keyed[index] &= 0xFFFF_FFFF }
        keyed[range].sort()
        return leaf(keyed, range)
    }

    /// Writes a node whose branches are the wild one and the last edges, and drops these.
    private mutating func node(
        segment: Int, wild: RoutingShard.Reference, minimum: UInt32, firstEdge: Int
    ) -> RoutingShard.Reference? {
        defer { edges.removeSubrange(firstEdge...) }
        let count = edges.count - firstEdge
        // A single bucket may be full; of several, at most four fifths of the places are taken, so
        // that some bucket ends each search.
        var buckets = 1
        while count > 4 && buckets * 16 < count * 5 { buckets *= 2 }
        let size = RoutingShard.NodeLayout.count + buckets * 8
        let free = Self.lineCount - nodes.count % Self.lineCount
        // A small node lies in one cache line.
        if size <= Self.lineCount && size > free {
            nodes.append(contentsOf: repeatElement(0, count: free))
        }
        let offset = nodes.count
        if offset > maximumOffset { return nil }
        nodes.append(contentsOf: repeatElement(0, count: size))
        nodes[offset + RoutingShard.NodeLayout.wild] = wild.bits
        nodes[offset + RoutingShard.NodeLayout.minimum] = minimum
        nodes[offset + RoutingShard.NodeLayout.mask] = UInt32(buckets - 1)
        for edge in edges[firstEdge...] {
            var bucket = Int(edge.hash) & (buckets - 1)
            while !place(edge, inBucket: offset + RoutingShard.NodeLayout.count + bucket * 8) {
                bucket = (bucket + 1) & (buckets - 1)
            }
        }
        return .node(offset, testing: segment)
    }

    /// Puts an edge into the first free place of a bucket, if there is one.
    private mutating func place(
        _ edge: (hash: UInt32, child: RoutingShard.Reference), inBucket first: Int
    ) -> Bool {
        for index in first..<first + 4 where nodes[index + 4] == 0 {
            nodes[index] = edge.hash
            nodes[index + 4] = edge.child.bits
            return true
        }
        return false
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
            return .record(records[Int(keyed[range.lowerBound] & 0xFFFF_FFFF)])
        }
        let start = leaves.count
        leaves.append(UInt32(range.count))
        for index in range { leaves.append(records[Int(keyed[index] & 0xFFFF_FFFF)]) }
        return .leaf(start)
    }
}
