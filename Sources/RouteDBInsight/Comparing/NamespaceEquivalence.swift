import RouteDBRouting

/// Where a match in one table tells the match in another, since all that was searched is alike.
struct NamespaceEquivalence {
    /// True at the index of each namespace that is alike, as are all from which a search may come to it.
    private var found: [Bool] = []
    /// True at the index of each namespace that is alike, as are its fallbacks.
    private var missed: [Bool] = []

    init(_ base: RoutingTable, _ head: RoutingTable) {
        guard let alike = base.namespacesMatching(alike: head) else { return }
        (found, missed) = (alike, alike)
        for start in alike.indices {
            let chain = base.chain(from: start)
            missed[start] = chain.allSatisfy { alike[$0] }
            // A search that begins in a namespace that is not alike may come elsewhere, or end before.
            if !alike[start] { for place in chain { found[place] = false } }
        }
    }

    /// Returns whether the other table has the same answer.
    @inline(__always)
    func settles(_ outcome: RoutingTable.MatchOutcome, at namespace: UInt32) -> Bool {
        // No namespace is a number that no index reaches.
        let place = Int(namespace)
        switch outcome {
        case .matched: return place < found.count && found[place]
        case .unmatched: return place < missed.count && missed[place]
        case .invalid: return false
        }
    }
}

extension RoutingTable {
    /// The indices of a namespace and of its fallbacks, in the order in which they are searched.
    fileprivate func chain(from start: Int) -> [Int] {
        var chain: [Int] = []
        var place = start
        while place >= 0, chain.count < tables.count {
            chain.append(place)
            place = tables.objects[place].fallback
        }
        return chain
    }
}
