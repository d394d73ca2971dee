@testable import RouteDBRouting

/// Checks the numbered invariants of ``RoutingShard``.
extension RoutingShard {
    /// The first invariant that does not hold.
    func brokenInvariant() -> String? {
        for index in 1..<max(1, ranks.count) where !(ranks[index - 1] < ranks[index]) {
            return "invariant 1: variant \(index) is not behind the one before it"
        }
        var end: UInt32 = 0
        for number in 0..<UInt32(variants.count) {
            let record = record(of: number)
            let variant = variant(at: record)
            if record != end || variant.number != number {
                return "invariant 1: record \(record) of \(variant.number) is not that of \(number)"
            }
            end = variant.firstToken + UInt32(variant.tokenCount)
        }
        if end != endOfRecords { return "invariant 1: \(endOfRecords - end) words follow" }
        var seen: [UInt32] = []
        if let broken = brokenInvariant(below: root, after: -1, pending: 0, &seen) {
            return broken
        }
        if seen.sorted() != (0..<records.count).map({ records[$0] }) {
            return "invariant 2: the leaves hold \(seen.sorted()) of \(variants.count) variants"
        }
        return nil
    }

    private func brokenInvariant(
        below reference: Reference, after segment: Int, pending: Int, _ seen: inout [UInt32]
    ) -> String? {
        guard reference.isNode else {
            seen += variantRecords(inLeaf: reference)
            return nil
        }
        let offset = reference.nodeOffset
        let buckets = Int(nodes[offset + NodeLayout.mask]) + 1
        let end = offset + NodeLayout.count + buckets * 8
        if buckets & (buckets - 1) != 0 || end > nodes.count {
            return "invariant 5: \(buckets) buckets at \(offset) of \(nodes.count)"
        }
        if end - offset <= 16 && offset / 16 != (end - 1) / 16 {
            return "a small node at \(offset) lies in two cache lines"
        }
        let own = reference.segment
        if own <= segment { return "invariant 3: segment \(own) again" }
        if pending >= Self.maximumPending { return "invariant 3: \(pending + 1) nodes on a path" }
        var wild: [UInt32] = []
        let wildBranch = Reference(bits: nodes[offset + NodeLayout.wild])
        if wildBranch != .none {
            if let broken = brokenInvariant(
                below: wildBranch, after: own, pending: pending + 1, &wild)
            {
                return broken
            }
        }
        if (wild.min() ?? .max) != nodes[offset + NodeLayout.minimum] {
            return "invariant 4: the minimum at \(offset) is not the least of \(wild)"
        }
        seen += wild
        for bucket in stride(from: offset + NodeLayout.count, to: end, by: 8) {
            for place in bucket..<bucket + 4 where nodes[place + 4] != 0 {
                let child = Reference(bits: nodes[place + 4])
                if self.child(ofNodeAt: offset, hash: nodes[place]) != child {
                    return "invariant 5: no search finds the edge at \(place)"
                }
                if let broken = brokenInvariant(
                    below: child, after: own, pending: pending + 1, &seen)
                {
                    return broken
                }
            }
        }
        return nil
    }

    private func variantRecords(inLeaf leaf: Reference) -> [UInt32] {
        guard leaf.isLeafList else { return [UInt32(leaf.index)] }
        let count = Int(leaves[leaf.index])
        return (1...count).map { leaves[leaf.index + $0] }
    }
}
