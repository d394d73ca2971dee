extension NamespaceTable {
    /// The result of a search in a namespace.
    package enum Answer {
        case matched
        case unmatched
        /// The URL's scheme or host is not in plain form: normalize the URL and search again.
        case needsNormalForm
    }

    /// The best match so far.
    private struct Best {
        var shard: Int32 = -1
        var variant: UInt32 = 0
    }

    /// Finds the first match in the order of rank, optionally after a given rank.
    ///
    /// The facts describe the URL as this namespace reads it. If the bytes come from a plain scan,
    /// their authority may still turn out not to be plain. The match receives the shard and the
    /// variant. The observer is told which shards are searched; with ``NoObserver`` this is
    /// optimized away.
    @inline(__always)
    package func firstMatch(
        bytes: RawSpan, bounds: Span<UInt32>, facts: URLFacts, raw: RawSpan, isNormal: Bool,
        after: Rank?, pending: inout MutableSpan<UInt32>, match: inout RouteMatch,
        observer: inout some SearchObserver
    ) -> Answer {
        var best = Best()
        var isChecked = isNormal
        if facts.schemeEnd >= 0 || facts.hasHost {
            if !bySchemeAndHost.isEmpty && facts.schemeEnd >= 0,
                let shard = bySchemeAndHost.value(in: bytes, from: 0, to: facts.hostEnd)
            {
                // A text that equals a key is in plain form.
                isChecked = true
                visit(
                    Int32(shard), bytes, bounds, facts, raw, after: after, &pending, &best,
                    &observer)
            }
            if !isChecked {
                guard PlainScan.hasPlainAuthority(bytes, facts) else { return .needsNormalForm }
            }
            if !byScheme.isEmpty && facts.schemeEnd >= 0,
                let index = byScheme.value(in: bytes, from: 0, to: facts.schemeEnd &+ 1)
            {
                let found = schemeShards[Int(index)]
                visit(
                    found.hostPatterns, bytes, bounds, facts, raw, after: after, &pending, &best,
                    &observer)
                visit(
                    found.anyHost, bytes, bounds, facts, raw, after: after, &pending, &best,
                    &observer)
            }
            if schemesAreExact && facts.schemeEnd >= 0 { return answer(best, &match) }
            if !byHost.isEmpty,
                let shard = byHost.value(
                    in: bytes, from: facts.schemeEnd &+ 1, to: facts.hostEnd)
            {
                visit(
                    Int32(shard), bytes, bounds, facts, raw, after: after, &pending, &best,
                    &observer)
            }
        } else if emptyHost >= 0 {
            visit(emptyHost, bytes, bounds, facts, raw, after: after, &pending, &best, &observer)
        }
        visit(
            noScheme.hostPatterns, bytes, bounds, facts, raw, after: after, &pending, &best,
            &observer)
        visit(noScheme.anyHost, bytes, bounds, facts, raw, after: after, &pending, &best, &observer)
        return answer(best, &match)
    }

    @inline(__always)
    private func answer(_ best: Best, _ match: inout RouteMatch) -> Answer {
        if best.shard < 0 { return .unmatched }
        match.shard = UInt32(best.shard)
        match.variant = best.variant
        return .matched
    }

    /// Searches a shard, if there is one, for a better match than the best so far.
    @inline(__always)
    private func visit(
        _ index: Int32, _ bytes: RawSpan, _ bounds: Span<UInt32>, _ facts: URLFacts,
        _ raw: RawSpan, after: Rank?, _ pending: inout MutableSpan<UInt32>, _ best: inout Best,
        _ observer: inout some SearchObserver
    ) {
        if index < 0 { return }
        observer.willSearch(index)
        search(index, bytes, bounds, facts, raw, after: after, &pending, &best)
    }

    // Not inlined: six copies would cost more registers than one call.
    @inline(never)
    private func search(
        _ index: Int32, _ bytes: RawSpan, _ bounds: Span<UInt32>, _ facts: URLFacts,
        _ raw: RawSpan, after: Rank?, _ pending: inout MutableSpan<UInt32>, _ best: inout Best
    ) {
        shards.lend(Int(index)) { shard in
            var upper = UInt32(truncatingIfNeeded: shard.variants.count)
            if best.shard >= 0 {
                let rank = rank(of: best)
                if !(shard.firstRank < rank) { return }
                upper = shard.firstVariant(behind: rank)
            }
            let lower = after.map { shard.firstVariant(behind: $0) } ?? 0
            let found = shard.firstMatch(
                bytes: bytes, bounds: bounds, facts: facts, raw: raw, from: lower, to: upper,
                pending: &pending)
            if found < upper { best = Best(shard: index, variant: found) }
        }
    }

    private func rank(of best: Best) -> Rank {
        shards.lend(Int(best.shard)) { $0.ranks[Int(best.variant)] }
    }
}

extension RoutingShard {
    /// The number of the first variant that ranks after a given rank.
    func firstVariant(behind rank: Rank) -> UInt32 {
        var low = 0
        var high = ranks.count
        while low < high {
            let middle = (low + high) / 2
            if rank < ranks[middle] { high = middle } else { low = middle + 1 }
        }
        return UInt32(low)
    }
}
