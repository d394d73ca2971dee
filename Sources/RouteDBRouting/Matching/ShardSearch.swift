internal import RouteDBCScan

/// A search of shards for one URL: what it reads, and the best match so far.
///
/// It is passed by reference, since handing the facts of a URL from function to function would cost
/// more than a search: what was just written in small pieces is slow to copy in large ones. So a scan
/// writes the facts where the search reads them.
///
/// Invariants, which whoever creates a search ensures:
/// 1. The memory is valid as long as the search is used: it belongs to spans, or is scratch space, of
///    the creating function.
/// 2. From ``begin()`` on, `bounds` points to the bound of the first segment, and ``segmentCount`` + 1
///    words that do not descend behind the first, and that lie inside `bytes`.
/// 3. `pending` has room for ``RoutingShard/maximumPending`` words.
@safe
struct ShardSearch {
    let bytes: UnsafePointer<UInt8>
    let byteCount: Int
    /// The URL as the searched namespace reads it.
    var urlBounds = URLBounds()
    private(set) var bounds: UnsafePointer<UInt32>
    private(set) var segmentCount = 0
    let pending: UnsafeMutablePointer<UInt32>
    /// True if a segment may be empty.
    var mayHaveEmpty = false
    /// The shard of the best match, or -1.
    var shard: Int32 = -1
    /// The best match.
    private(set) var variant = RoutingShard.Variant.none
    private let allBounds: UnsafePointer<UInt32>
    private let boundCount: Int
    private let raw: UnsafePointer<UInt8>
    private let rawCount: Int
    /// Only matches behind this rank count.
    var after: UnsafePointer<Rank>?

    /// Creates a search that begins once its facts are known.
    @inline(__always)
    init(
        _ bytes: RawSpan, bounds: UnsafePointer<UInt32>, boundCount: Int, raw: RawSpan,
        pending: UnsafeMutablePointer<UInt32>
    ) {
        unsafe self.bytes = bytes.start
        byteCount = bytes.byteCount
        unsafe self.bounds = bounds
        unsafe allBounds = bounds
        self.boundCount = boundCount
        unsafe self.raw = raw.start
        rawCount = raw.byteCount
        unsafe self.pending = pending
        unsafe after = nil
    }

    /// Begins the search, by the facts.
    @inline(__always)
    mutating func begin() {
        segmentCount = urlBounds.segmentCount
        precondition(urlBounds.firstBound &+ segmentCount < boundCount, "invariant 2")
        unsafe bounds = allBounds + urlBounds.firstBound
    }

    /// Calls a closure with the text that is matched.
    @inline(__always)
    func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result {
        unsafe body(RawSpan(_unsafeStart: bytes, byteCount: byteCount))
    }

    /// Returns whether a variant matches, in all that it may have.
    @inline(never)
    func fits(_ variant: RoutingShard.Variant, of shard: RoutingShard) -> Bool {
        shard.matches(
            variant, bytes: unsafe RawSpan(_unsafeStart: bytes, byteCount: byteCount),
            bounds: unsafe Span(_unsafeStart: allBounds, count: boundCount),
            urlBounds: urlBounds, raw: unsafe RawSpan(_unsafeStart: raw, byteCount: rawCount))
    }

    /// Calls a closure for the captures of a variant that matches.
    @inline(__always)
    func forEachCapture(
        of variant: RoutingShard.Variant, in shard: RoutingShard, _ body: (Capture) -> Void
    ) {
        shard.forEachCapture(
            of: variant, bytes: unsafe RawSpan(_unsafeStart: bytes, byteCount: byteCount),
            bounds: unsafe Span(_unsafeStart: allBounds, count: boundCount), urlBounds: urlBounds,
            raw: unsafe RawSpan(_unsafeStart: raw, byteCount: rawCount), body)
    }

    /// The record of the variant with the path of the URL, in a shard of literal paths; `upper` if there is
    /// none before it.
    @inline(__always)
    private func literalRecord(in shard: RoutingShard, to upper: UInt32) -> UInt32 {
        // Adding one to the bound before the first byte gives zero.
        let start = unsafe Int(bounds[0] &+ 1)
        let end = unsafe Int(bounds[segmentCount])
        let bytes = unsafe RawSpan(_unsafeStart: bytes, byteCount: byteCount)
        guard let record = shard.literalPaths.record(in: bytes, from: start, to: end),
            record < upper, Int(shard.variant(at: record).tokenCount) == segmentCount
        else { return upper }
        return record
    }

    /// Searches a shard of a namespace, if there is one, for a better match.
    // Not inlined: six copies would cost more registers than one call.
    @inline(never)
    mutating func visit(_ index: Int32, of table: NamespaceTable) {
        table.shards.lend(Int(index)) { shard in
            var upper = shard.endOfRecords
            if self.shard >= 0 {
                let rank = table.rank(of: variant, inShard: self.shard)
                if !(shard.firstRank < rank) { return }
                upper = shard.record(of: shard.ranks.firstNumber(behind: rank))
            }
            var lower: UInt32 = 0
            if let after = unsafe after {
                lower = unsafe shard.record(of: shard.ranks.firstNumber(behind: after.pointee))
            }
            var found =
                shard.isLiteral && lower == 0 && segmentCount > 0
                ? literalRecord(in: shard, to: upper)
                : shard.firstRecord(for: &self, from: lower, to: upper)
            if !table.layers.isEmpty {
                found = shard.firstCurrent(from: found, to: upper, for: &self, at: index, of: table)
            }
            if found < upper { (self.shard, variant) = (index, shard.variant(at: found)) }
        }
    }
}

extension RoutingShard {
    /// The maximum number of segments of a variant: those of a pattern, and possibly its host.
    static let maximumSegments = PatternLimits.segments + 1

    /// The maximum number of pending branches: invariant 3.
    package static let maximumPending = maximumSegments + 1

    /// Finds the first record in a range of offsets that matches.
    ///
    /// The literal branch of a node is taken first; the wild branch stays pending, and is searched only if
    /// it holds a record before the best one found. So the order of the walk does not affect the result,
    /// and the same tree serves any rank.
    ///
    /// The tree is read without checks: see invariant 5.
    ///
    /// - Complexity: Bounded by the number of variants whose literals agree with the URL in the tested
    ///   segments, times the number of segments. Allocates nothing.
    @inline(__always)
    func firstRecord(
        for search: inout ShardSearch, from lower: UInt32, to upper: UInt32
    ) -> UInt32 {
        let nodes = unsafe nodes.unchecked
        let pending = unsafe search.pending
        var best = upper
        var pendingCount = 0
        var current = root
        while true {
            if current.isNode {
                let node = unsafe nodes + current.nodeOffset
                let hash = hash(ofSegment: current.segment, &search)
                let child = unsafe Self.child(of: node, hash: hash)
                let isWildWanted = unsafe node[NodeLayout.minimum] < best
                if child != .none {
                    if isWildWanted {
                        unsafe pending[pendingCount] = current.bits
                        pendingCount &+= 1
                    }
                    current = child
                    continue
                }
                if isWildWanted {
                    current = unsafe Reference(bits: node[NodeLayout.wild])
                    continue
                }
            } else {
                best = firstRecord(inLeaf: current, &search, from: lower, to: best)
            }
            // Back to the last wild branch that can still win.
            while true {
                if pendingCount == 0 { return best }
                pendingCount &-= 1
                let last = unsafe Reference(bits: pending[pendingCount])
                let node = unsafe nodes + last.nodeOffset
                if unsafe node[NodeLayout.minimum] < best {
                    current = unsafe Reference(bits: node[NodeLayout.wild])
                    break
                }
            }
        }
    }

    /// The first record that matches and whose route still counts, from a record that matches on.
    @inline(never)
    fileprivate func firstCurrent(
        from first: UInt32, to upper: UInt32, for search: inout ShardSearch, at index: Int32,
        of table: NamespaceTable
    ) -> UInt32 {
        var found = first
        while found < upper {
            let variant = variant(at: found)
            if !table.layers.replaces(variant.route, ofShard: Int(index)) { break }
            let next = record(of: variant.number &+ 1)
            found = next < upper ? firstRecord(for: &search, from: next, to: upper) : upper
        }
        return found
    }

    @inline(__always)
    private func hash(ofSegment segment: Int, _ search: inout ShardSearch) -> UInt32 {
        if segment >= search.segmentCount { return SegmentHash.end }
        let bound = unsafe search.bounds + segment
        let start = unsafe Int(bound[0] &+ 1)
        let length = unsafe Int(bound[1]) &- start
        let words = unsafe routedb_text_words(search.bytes, search.byteCount, start, length)
        if foldsCase { return SegmentHash.foldedHash(words, length: length, seed: seed) }
        return SegmentHash.hash(words, length: length, seed: seed)
    }

    /// The branch of the node with an offset for a literal's hash.
    func child(ofNodeAt offset: Int, hash: UInt32) -> Reference {
        unsafe Self.child(of: nodes.unchecked + offset, hash: hash)
    }

    /// The branch of a node for a literal's hash.
    @inline(__always)
    private static func child(of node: UnsafePointer<UInt32>, hash: UInt32) -> Reference {
        let buckets = unsafe node + NodeLayout.count
        let mask = unsafe node[NodeLayout.mask]
        let first = hash & mask
        let bucket = unsafe buckets + Int(first) &* 8
        let found = unsafe routedb_find(bucket, hash)
        if found != 0 { return Reference(bits: found) }
        // References fill a bucket from the front, so only one whose last place is taken can have
        // passed an edge on to the next bucket.
        let isFull = unsafe bucket[7] != 0
        if !isFull || mask == 0 { return .none }
        return unsafe childBehind(first, of: buckets, mask: mask, hash: hash)
    }

    @inline(never)
    private static func childBehind(
        _ first: UInt32, of buckets: UnsafePointer<UInt32>, mask: UInt32, hash: UInt32
    ) -> Reference {
        var index = (first &+ 1) & mask
        while index != first {
            let bucket = unsafe buckets + Int(index) &* 8
            let found = unsafe routedb_find(bucket, hash)
            let isFull = unsafe bucket[7] != 0
            if found != 0 || !isFull { return Reference(bits: found) }
            index = (index &+ 1) & mask
        }
        return .none
    }

    @inline(__always)
    private func firstRecord(
        inLeaf leaf: Reference, _ search: inout ShardSearch, from lower: UInt32,
        to upper: UInt32
    ) -> UInt32 {
        if leaf.isLeafList {
            return firstRecord(inLeafList: leaf.index, &search, from: lower, to: upper)
        }
        let record = UInt32(leaf.index)
        guard record >= lower && record < upper else { return upper }
        return matches(record, &search) ? record : upper
    }

    @inline(never)
    private func firstRecord(
        inLeafList leaf: Int, _ search: inout ShardSearch, from lower: UInt32, to upper: UInt32
    ) -> UInt32 {
        let count = Int(leaves[leaf])
        // Records in a leaf rise: one that continues a search begins where that had ended.
        var offset = lower == 0 ? 1 : firstOffset(inLeaf: leaf, from: lower)
        while offset <= count {
            let record = leaves[leaf &+ offset]
            if record >= upper { break }
            if matches(record, &search) { return record }
            offset &+= 1
        }
        return upper
    }

    /// The offset of the first record of a leaf that is not below a given one.
    @inline(never)
    private func firstOffset(inLeaf leaf: Int, from lower: UInt32) -> Int {
        var low = 1
        var high = Int(leaves[leaf]) &+ 1
        while low < high {
            let middle = (low &+ high) / 2
            if leaves[leaf &+ middle] < lower { low = middle &+ 1 } else { high = middle }
        }
        return low
    }

    /// Returns whether the variant with a record matches.
    @inline(__always)
    private func matches(_ record: UInt32, _ search: inout ShardSearch) -> Bool {
        let variant = unsafe Variant(
            tokens.unchecked[Int(record)], tokens.unchecked[Int(record) &+ 1], at: record)
        if !variant.isDirect || search.mayHaveEmpty || !variant.flags.isEmpty {
            return search.fits(variant, of: self)
        }
        if Int(variant.tokenCount) != search.segmentCount { return false }
        if !hasLiterals(of: variant, &search) { return false }
        return variant.isSimple ? true : fitsOthers(variant, &search)
    }

    /// Returns whether the literals of a direct variant agree with as many segments, as far as their lengths
    /// and their first and last eight bytes tell.
    @inline(__always)
    private func hasLiterals(of variant: Variant, _ search: inout ShardSearch) -> Bool {
        // Behind a scheme and a host, no segment ends before the eighth byte.
        unsafe search.bounds[0] &+ 1 >= 8
            ? hasNoDifference(variant, &search, mayEndEarly: false)
            : hasEarlyLiterals(of: variant, &search)
    }

    @inline(never)
    private func hasEarlyLiterals(of variant: Variant, _ search: inout ShardSearch) -> Bool {
        hasNoDifference(variant, &search, mayEndEarly: true)
    }

    /// Compares each literal without a branch on its length, which cannot be predicted.
    @inline(__always)
    private func hasNoDifference(
        _ variant: Variant, _ search: inout ShardSearch, mayEndEarly: Bool
    ) -> Bool {
        let all = (1 as UInt64) &<< UInt64(variant.tokenCount) &- 1
        var literals = ~UInt64(variant.captures) & all
        var difference: UInt64 = 0
        while literals != 0 {
            difference |= self.difference(
                of: literals.trailingZeroBitCount, variant, &search, mayEndEarly: mayEndEarly)
            literals &= literals &- 1
        }
        return difference == 0
    }

    /// Zero if a literal of a direct variant agrees with its segment.
    @inline(__always)
    private func difference(
        of index: Int, _ variant: Variant, _ search: inout ShardSearch, mayEndEarly: Bool
    ) -> UInt64 {
        let token = unsafe tokens.unchecked[Int(variant.firstToken) &+ index]
        let start = unsafe Int(search.bounds[index] &+ 1)
        let length = unsafe Int(search.bounds[index &+ 1]) &- start
        let text =
            unsafe mayEndEarly
            ? routedb_text_words(search.bytes, search.byteCount, start, length)
            : routedb_late_words(search.bytes, start, length)
        let word = unsafe words.unchecked + token.high
        let last = unsafe word[(token.low &- 1) &>> 3]
        return unsafe (text.first ^ word[0]) | (text.last ^ last)
            | UInt64(bitPattern: Int64(length ^ token.low))
    }

    /// Returns whether long literals, and tokens that are neither literals nor plain parameters, match.
    @inline(never)
    private func fitsOthers(_ variant: Variant, _ search: inout ShardSearch) -> Bool {
        let bytes = unsafe RawSpan(_unsafeStart: search.bytes, byteCount: search.byteCount)
        for index in 0..<Int(variant.tokenCount) {
            let token = token(variant, index)
            if token.is(.parameter) || token.isLiteral && token.low <= 16 { continue }
            let start = unsafe Int(search.bounds[index] &+ 1)
            let end = unsafe Int(search.bounds[index &+ 1])
            if !matches(token, bytes: bytes, from: start, to: end) { return false }
        }
        return true
    }
}
