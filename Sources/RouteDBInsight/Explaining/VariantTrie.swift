import RouteDBRouting

/// The variants of a shard as a trie of their tokens, so that the matcher tests a common prefix
/// only once.
///
/// The trie makes no decisions itself: each edge is a token, which ``URLReading/fits(_:token:of:)``
/// tests.
struct VariantTrie: Sendable {
    /// Variants with the same leading tokens.
    struct Node: Sendable {
        var edges: [Edge] = []
        /// The variants that end here.
        var ends: [UInt32] = []
        /// The variants whose next token stands for several segments.
        var rests: [UInt32] = []
        /// The number of variants below the node.
        var count = 0
    }

    /// The next token of some variants.
    struct Edge: Sendable {
        /// One of the variants with the token.
        let variant: UInt32
        let isLiteral: Bool
        let child: Int
    }

    /// Variants that were rejected at the same place.
    struct Miss {
        /// The number of leading segments that fit.
        let depth: Int
        var code: RouteRejection.Code
        /// The node above the variants, or negative if there is only one variant.
        let node: Int
        let variant: UInt32
        let count: Int
    }

    private(set) var nodes: [Node] = []

    init(_ shard: RoutingShard) {
        _ = add(Array(0..<UInt32(shard.variants.count)), at: 0, of: shard)
    }

    private mutating func add(_ variants: [UInt32], at depth: Int, of shard: RoutingShard) -> Int {
        let number = nodes.count
        nodes.append(Node())
        var node = Node()
        node.count = variants.count
        var groups: [(token: Token, variants: [UInt32])] = []
        var places: [UInt64: Int] = [:]
        for variant in variants {
            let compiled = shard.variants[Int(variant)]
            guard depth < Int(compiled.tokenCount) else {
                node.ends.append(variant)
                continue
            }
            let token = shard.token(compiled, depth)
            guard !token.isRest else {
                node.rests.append(variant)
                continue
            }
            if let place = places[token.key] {
                groups[place].variants.append(variant)
            } else {
                places[token.key] = groups.count
                groups.append((token, [variant]))
            }
        }
        for group in groups {
            let child = add(group.variants, at: depth + 1, of: shard)
            node.edges.append(
                Edge(variant: group.variants[0], isLiteral: group.token.isLiteral, child: child))
        }
        nodes[number] = node
        return number
    }

    /// Walks the trie along a URL.
    func walk(
        _ reading: URLReading, _ shard: RoutingShard, fit: (UInt32) -> Void, miss: (Miss) -> Void
    ) {
        walk(0, at: 0, reading, shard, fit: fit, miss: miss)
    }

    private func walk(
        _ number: Int, at depth: Int, _ reading: URLReading, _ shard: RoutingShard,
        fit: (UInt32) -> Void, miss: (Miss) -> Void
    ) {
        let node = nodes[number]
        let isEnd = depth == reading.segmentCount
        for variant in node.ends {
            if isEnd && reading.matches(variant, of: shard) {
                fit(variant)
            } else {
                let code: RouteRejection.Code = isEnd ? .query : .extraSegment
                miss(Miss(depth: depth, code: code, node: -1, variant: variant, count: 1))
            }
        }
        for variant in node.rests {
            if reading.matches(variant, of: shard) {
                fit(variant)
            } else {
                miss(Miss(depth: depth, code: .rest, node: -1, variant: variant, count: 1))
            }
        }
        for edge in node.edges {
            if !isEnd, reading.fits(edge.variant, token: depth, of: shard) {
                walk(edge.child, at: depth + 1, reading, shard, fit: fit, miss: miss)
                continue
            }
            let code: RouteRejection.Code =
                isEnd ? .missingSegment : edge.isLiteral ? .segment : .type
            miss(
                Miss(
                    depth: depth, code: code, node: edge.child, variant: edge.variant,
                    count: nodes[edge.child].count))
        }
    }

    /// Continues the walk from a node, and collects the variants that fit so far.
    ///
    /// Conditions besides the segments, and what `path` or `**` matches, must still be tested.
    func walk(
        _ reading: URLReading, _ shard: RoutingShard, from number: Int, at depth: Int,
        _ body: (UInt32) -> Void
    ) {
        let node = nodes[number]
        if depth == reading.segmentCount { node.ends.forEach(body) }
        node.rests.forEach(body)
        guard depth < reading.segmentCount else { return }
        for edge in node.edges where reading.fits(edge.variant, token: depth, of: shard) {
            walk(reading, shard, from: edge.child, at: depth + 1, body)
        }
    }

    /// Passes the variants of a miss to a closure, in no particular order, until it returns
    /// `false`.
    func forEachVariant(of miss: Miss, _ body: (UInt32) -> Bool) {
        guard miss.node >= 0 else {
            _ = body(miss.variant)
            return
        }
        var pending = [miss.node]
        while let number = pending.popLast() {
            for variant in nodes[number].ends where !body(variant) { return }
            for variant in nodes[number].rests where !body(variant) { return }
            for edge in nodes[number].edges { pending.append(edge.child) }
        }
    }
}
