@testable import RouteDBRouting

/// Checks the numbered invariants of ``RoutingShard``.
extension RoutingShard {
    /// The first invariant that does not hold.
    func brokenInvariant() -> String? {
        for index in 1..<max(1, ranks.count) where !(ranks[index - 1] < ranks[index]) {
            return "invariant 1: variant \(index) is not behind the one before it"
        }
        if edges.count & (edges.count - 1) != 0 {
            return "invariant 5: \(edges.count) slots is no power of two"
        }
        let taken = (0..<edges.count).count { edges[$0].child != .none }
        if taken >= edges.count { return "invariant 5: no slot is free" }
        var seen: [UInt32] = []
        if let broken = brokenInvariant(below: root, after: -1, pending: 0, &seen) {
            return broken
        }
        if seen.sorted() != (0..<UInt32(variants.count)).map(\.self) {
            return "invariant 2: the leaves hold \(seen.sorted()) of \(variants.count) variants"
        }
        return nil
    }

    private func brokenInvariant(
        below reference: Reference, after segment: Int, pending: Int, _ seen: inout [UInt32]
    ) -> String? {
        guard reference.isNode else {
            seen += variantNumbers(inLeaf: reference)
            return nil
        }
        let node = nodes[reference.index]
        if Int(node.segment) <= segment { return "invariant 3: segment \(node.segment) again" }
        if pending >= Self.maximumPending { return "invariant 3: \(pending + 1) nodes on a path" }
        var wild: [UInt32] = []
        if node.wild != .none {
            if let broken = brokenInvariant(
                below: node.wild, after: Int(node.segment), pending: pending + 1, &wild)
            {
                return broken
            }
        }
        if (wild.min() ?? .max) != node.wildMinimum {
            return "invariant 4: \(node.wildMinimum) is not the least of \(wild)"
        }
        seen += wild
        for index in 0..<edges.count
        where edges[index].child != .none && edges[index].node == reference.bits {
            if let broken = brokenInvariant(
                below: edges[index].child, after: Int(node.segment), pending: pending + 1, &seen)
            {
                return broken
            }
        }
        return nil
    }

    private func variantNumbers(inLeaf leaf: Reference) -> [UInt32] {
        guard leaf.isLeafList else { return [UInt32(leaf.index)] }
        let count = Int(leaves[leaf.index])
        return (1...count).map { leaves[leaf.index + $0] }
    }
}
