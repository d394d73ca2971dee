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

extension NamespaceTable {
    /// The result of a search in a namespace.
    package enum Answer {
        case matched
        case unmatched
        /// The URL's scheme or host is not in plain form: normalize the URL and search again.
        case needsNormalForm
    }

    /// Finds the first match in the order of rank, optionally after a given rank.
    ///
    /// The facts describe the URL as this namespace reads it. If the bytes come from a plain scan,
    /// their authority may still turn out not to be plain. The match receives the shard and the
    /// variant. The observer is told which shards are searched; with ``NoObserver`` this is
    /// optimized away. The scratch has room for ``RoutingShard/maximumPending`` words.
    package func firstMatch(
        bytes: RawSpan, bounds: Span<UInt32>, urlBounds: URLBounds, raw: RawSpan, isNormal: Bool,
        after: Rank?, pending: inout MutableSpan<UInt32>, match: inout RouteMatch,
        observer: inout some SearchObserver
    ) -> Answer {
        precondition(pending.count >= RoutingShard.maximumPending, "room for pending branches")
        let scratch = unsafe pending.withUnsafeMutableBufferPointer {
            unsafe $0.baseAddress.unsafelyUnwrapped
        }
        // Only read if there is a rank to continue after.
        var rank = after ?? Rank(shape: 0, text: 0, sequence: 0, priority: 0)
        return unsafe withUnsafeMutablePointer(to: &rank) { rank in
            unsafe bounds.withUnsafeBufferPointer { bounds in
                var search = unsafe ShardSearch(
                    bytes, bounds: bounds.baseAddress.unsafelyUnwrapped,
                    boundCount: bounds.count, raw: raw, pending: scratch)
                search.urlBounds = urlBounds
                search.mayHaveEmpty = policies.keepsEmptySegments
                if after != nil { unsafe search.after = UnsafePointer(rank) }
                search.begin()
                let answer = visitShards(&search, isNormal: isNormal, observer: &observer)
                if case .matched = answer { match.take(search.variant, ofShard: search.shard) }
                return answer
            }
        }
    }

    /// Searches the shards that a URL may be in, in the order of specificity.
    @inline(__always)
    func visitShards(
        _ search: inout ShardSearch, isNormal: Bool, observer: inout some SearchObserver
    ) -> Answer {
        var isChecked = isNormal
        let hostEnd = search.urlBounds.hostEnd
        if !bySchemeAndHost.isEmpty && search.urlBounds.schemeEnd >= 0,
            let shard = search.withBytes({ bySchemeAndHost.value(in: $0, from: 0, to: hostEnd) })
        {
            // A text that equals a key is in plain form.
            isChecked = true
            visit(Int32(shard), &search, &observer)
            if hasOnlySchemesAndHosts { return Self.answer(search) }
        }
        return visitOtherShards(&search, isChecked: isChecked, observer: &observer)
    }

    /// Searches the shards that are not for a scheme and a host.
    // Not inlined: most searches end before it, and would have fewer registers.
    @inline(never)
    private func visitOtherShards(
        _ search: inout ShardSearch, isChecked: Bool, observer: inout some SearchObserver
    ) -> Answer {
        // The memory is valid as long as the search is: invariant 1.
        let bytes = unsafe RawSpan(_unsafeStart: search.bytes, byteCount: search.byteCount)
        let schemeEnd = search.urlBounds.schemeEnd
        if schemeEnd >= 0 || search.urlBounds.hasHost {
            if !isChecked {
                guard PlainScan.hasPlainAuthority(bytes, search.urlBounds) else {
                    return .needsNormalForm
                }
            }
            if !byScheme.isEmpty && schemeEnd >= 0,
                let index = byScheme.value(in: bytes, from: 0, to: schemeEnd &+ 1)
            {
                let found = schemeShards[Int(index)]
                visit(found.hostPatterns, &search, &observer)
                visit(found.anyHost, &search, &observer)
            }
            if schemesAreExact && schemeEnd >= 0 { return Self.answer(search) }
            if !byHost.isEmpty,
                let shard = byHost.value(
                    in: bytes, from: schemeEnd &+ 1, to: search.urlBounds.hostEnd)
            {
                visit(Int32(shard), &search, &observer)
            }
        } else if emptyHost >= 0 {
            visit(emptyHost, &search, &observer)
        }
        visit(noScheme.hostPatterns, &search, &observer)
        visit(noScheme.anyHost, &search, &observer)
        return Self.answer(search)
    }

    @inline(__always)
    private static func answer(_ search: ShardSearch) -> Answer {
        search.shard < 0 ? .unmatched : .matched
    }

    /// Searches a shard, if there is one, for a better match than the best so far.
    @inline(__always)
    private func visit(
        _ index: Int32, _ search: inout ShardSearch, _ observer: inout some SearchObserver
    ) {
        if index < 0 { return }
        observer.willSearch(index)
        search.visit(index, of: self)
        if !layers.isEmpty { visitRecent(over: index, &search, &observer) }
    }

    @inline(never)
    private func visitRecent(
        over index: Int32, _ search: inout ShardSearch, _ observer: inout some SearchObserver
    ) {
        let recent = layers.recent(over: index)
        if recent < 0 { return }
        observer.willSearch(recent)
        search.visit(recent, of: self)
    }

    /// The rank of a variant.
    func rank(of variant: RoutingShard.Variant, inShard shard: Int32) -> Rank {
        shards.lend(Int(shard)) { $0.ranks[Int(variant.number)] }
    }
}
