/// Observes a search; see ``NoObserver``.
package protocol SearchObserver {
    /// Called before a shard is searched, unless a better match has been found already.
    mutating func willSearch(_ shard: Int32)
}

/// Observes nothing and costs nothing, so that resolving does not pay for explanations.
struct NoObserver: SearchObserver {
    // The thread sanitizer inspects memory that is passed to a search. An empty value has no address,
    // which would end the process.
    private let memory: UInt8 = 0

    @inline(__always)
    mutating func willSearch(_ shard: Int32) {}
}

extension RoutingShard {
    /// The maximum number of segments of a variant: those of a pattern, and possibly its host.
    static let maximumSegments = PatternLimits.segments + 1

    /// The maximum number of pending branches: invariant 3.
    package static let maximumPending = maximumSegments + 1

    /// Finds the lowest variant in a range of numbers that matches.
    ///
    /// The literal branch of a node is taken first; the wild branch stays pending, and is searched only if
    /// it holds a variant below the best one found. So the order of the walk does not affect the result,
    /// and the same tree serves any rank.
    ///
    /// The scratch has room for ``maximumPending`` branches. The result is `upper` if none matches.
    ///
    /// - Complexity: Bounded by the number of variants whose literals agree with the URL in the tested
    ///   segments, times the number of segments. Allocates nothing.
    @inline(__always)
    package func firstMatch(
        bytes: RawSpan, bounds: Span<UInt32>, facts: URLFacts, raw: RawSpan,
        from lower: UInt32, to upper: UInt32, pending: inout MutableSpan<UInt32>
    ) -> UInt32 {
        var best = upper
        var pendingCount = 0
        var current = root
        while true {
            if current.isNode {
                let node = nodes[current.index]
                let child = child(
                    of: current,
                    hash: hash(of: Int(node.segment), bytes: bytes, bounds, facts))
                if node.wildMinimum < best {
                    if child == .none {
                        current = node.wild
                        continue
                    }
                    pending[pendingCount] = current.bits
                    pendingCount &+= 1
                }
                if child != .none {
                    current = child
                    continue
                }
            } else {
                best = firstMatch(
                    inLeaf: current, bytes: bytes, bounds: bounds, facts: facts, raw: raw,
                    from: lower, to: best)
            }
            // Back to the last wild branch that can still win.
            while true {
                if pendingCount == 0 { return best }
                pendingCount &-= 1
                let node = nodes[Int(pending[pendingCount])]
                if node.wildMinimum < best {
                    current = node.wild
                    break
                }
            }
        }
    }

    @inline(__always)
    private func hash(
        of segment: Int, bytes: RawSpan, _ bounds: Span<UInt32>, _ facts: URLFacts
    ) -> UInt32 {
        if segment >= facts.segmentCount { return SegmentHash.end }
        let bound = facts.firstBound &+ segment
        return SegmentHash.hash(
            bytes, from: Int(bounds[bound] &+ 1), to: Int(bounds[bound &+ 1]),
            foldingCase: foldsCase)
    }

    @inline(__always)
    private func child(of node: Reference, hash: UInt32) -> Reference {
        let mask = edges.count &- 1
        var slot = Int(ShardBuilder.slotHash(node: node.bits, hash: hash)) & mask
        while true {
            let edge = edges[slot]
            if edge.child == .none { return .none }
            if edge.hash == hash && edge.node == node.bits { return edge.child }
            slot = (slot &+ 1) & mask
        }
    }

    @inline(__always)
    private func firstMatch(
        inLeaf leaf: Reference, bytes: RawSpan, bounds: Span<UInt32>, facts: URLFacts,
        raw: RawSpan, from lower: UInt32, to upper: UInt32
    ) -> UInt32 {
        guard leaf.isLeafList else {
            let variant = UInt32(leaf.index)
            let isWanted = variant >= lower && variant < upper
            return isWanted
                && matches(variant, bytes: bytes, bounds: bounds, facts: facts, raw: raw)
                ? variant : upper
        }
        let count = Int(leaves[leaf.index])
        // Variants in a leaf rise: one that continues a search begins where that had ended.
        var offset = lower == 0 ? 1 : firstOffset(inLeaf: leaf, from: lower)
        while offset <= count {
            let variant = leaves[leaf.index &+ offset]
            if variant >= upper { break }
            if matches(variant, bytes: bytes, bounds: bounds, facts: facts, raw: raw) {
                return variant
            }
            offset &+= 1
        }
        return upper
    }

    /// The offset of the first variant of a leaf that is not below a number.
    @inline(never)
    private func firstOffset(inLeaf leaf: Reference, from lower: UInt32) -> Int {
        var low = 1
        var high = Int(leaves[leaf.index]) &+ 1
        while low < high {
            let middle = (low &+ high) / 2
            if leaves[leaf.index &+ middle] < lower { low = middle &+ 1 } else { high = middle }
        }
        return low
    }
}
