/// Compiles the variants of one scheme and host into a ``RoutingShard``.
struct ShardBuilder {
    /// One variant of a route's pattern, with its rank.
    struct Entry {
        let rank: Rank
        let route: UInt32
        let segments: [PatternSegment]
        let hasTrailingSlash: Bool
        /// The pattern's host, where the namespace matches hosts.
        let host: HostPattern?
    }

    /// The arrays of a shard.
    struct Parts {
        var names: [String] = []
        var types: [ParameterType] = []
        var root = RoutingShard.Reference.none
        var nodes: [RoutingShard.Node] = []
        var edges: [RoutingShard.Edge] = []
        var leaves: [UInt32] = []
        var variants: [RoutingShard.Variant] = []
        var tokens: [Token] = []
        var words: [UInt64] = []
        var pieces: [Token] = []
        var conditions: [UInt32: RoutingShard.Conditions] = [:]
        var ranks: [Rank] = []
        var routes: [Route] = []
        var plusAsSpace = false
        var foldsCase = false
    }

    private var parts = Parts()
    private let policies: NamespacePolicies
    // By bytes: strings that Unicode takes as equivalent are equal.
    private var nameIndices: [[UInt8]: Int] = [:]
    private var typeIndices: [[UInt8]: Int] = [:]
    private var literalIndices: [[UInt8]: Int] = [:]

    /// Compiles entries.
    ///
    /// - Parameters:
    ///   - entries: The variants, at least one, in any order; `route` is an index into `routes`.
    ///   - routes: The routes.
    ///   - policies: The namespace's.
    /// - Returns: The shard.
    static func shard(
        _ entries: [Entry], routes: [Route], policies: NamespacePolicies
    ) -> RoutingShard {
        var builder = ShardBuilder(policies: policies)
        builder.parts.routes = routes
        let sorted = entries.sorted { $0.rank < $1.rank }
        var tree = TreeBuilder(capacity: sorted.count)
        for entry in sorted { builder.append(entry, to: &tree) }
        tree.build()
        builder.parts.root = tree.root
        builder.parts.nodes = tree.nodes
        builder.parts.leaves = tree.leaves
        builder.parts.edges = edgeTable(tree.edges)
        return RoutingShard(builder.parts)
    }

    private init(policies: NamespacePolicies) {
        self.policies = policies
        parts.plusAsSpace = policies.plus == .space
        parts.foldsCase = policies.letterCase == .insensitive
    }

    // MARK: Variants

    private mutating func append(_ entry: Entry, to tree: inout TreeBuilder) {
        let first = parts.tokens.count
        var captures = 0
        var flags: RoutingShard.Variant.Flags = []
        tree.beginVariant()
        for segment in entry.segments {
            let token = self.token(segment, captures: &captures)
            if token.isRest { flags.insert(.hasRest) }
            parts.tokens.append(token)
            if case .literal(let text) = segment, !flags.contains(.hasRest) {
                tree.append(SegmentHash.hash(folded(text), foldingCase: parts.foldsCase))
            } else {
                tree.append(SegmentHash.none)
            }
        }
        if !flags.contains(.hasRest) { tree.append(SegmentHash.end) }
        let number = UInt32(parts.variants.count)
        if let conditions = conditions(entry, flags: flags, captures: &captures) {
            parts.conditions[number] = conditions
            flags.insert(.hasConditions)
        }
        parts.ranks.append(entry.rank)
        parts.variants.append(
            RoutingShard.Variant(
                firstToken: UInt32(first), tokenCount: UInt8(parts.tokens.count - first),
                flags: flags, captureCount: UInt16(captures), route: entry.route))
    }

    private mutating func token(_ segment: PatternSegment, captures: inout Int) -> Token {
        switch segment {
        case .literal(let text): return literal(text)
        case .parameter(let parameter):
            captures += 1
            return self.parameter(parameter)
        case .mixed(let elements):
            let pieces = self.pieces(elements, captures: &captures)
            return Token(.mixed, low: pieces.count, high: pieces.lowerBound)
        case .wildcard:
            captures += 1
            return Token(.wildcard)
        case .path(let parameter):
            captures += 1
            return Token(.path, high: index(ofName: parameter.name))
        case .catchAll:
            captures += 1
            return Token(.catchAll)
        }
    }

    private mutating func pieces(
        _ elements: [PatternElement], captures: inout Int
    ) -> Range<Int> {
        var tokens: [Token] = []
        for element in elements {
            switch element {
            case .literal(let text): tokens.append(literal(text))
            case .parameter(let parameter):
                captures += 1
                tokens.append(self.parameter(parameter))
            case .wildcard:
                captures += 1
                tokens.append(Token(.wildcard))
            case .separator, .catchAll, .optional: break
            }
        }
        let first = parts.pieces.count
        parts.pieces.append(contentsOf: tokens)
        return first..<parts.pieces.count
    }

    private mutating func parameter(_ parameter: Parameter) -> Token {
        let name = index(ofName: parameter.name)
        if parameter.type == .string { return Token(.parameter, high: name) }
        return Token(.typedParameter, low: index(of: parameter.type), high: name)
    }

    private mutating func literal(_ text: String) -> Token {
        let bytes = folded(text)
        if let word = literalIndices[bytes] {
            return Token(.literal, low: bytes.count, high: word)
        }
        let word = parts.words.count
        let span = bytes.span.bytes
        for offset in stride(from: 0, to: bytes.count - 8, by: 8) {
            parts.words.append(span.word(at: offset))
        }
        parts.words.append(
            bytes.count >= 8
                ? span.word(at: bytes.count - 8) : span.word(at: 0, length: bytes.count))
        literalIndices[bytes] = word
        return Token(.literal, low: bytes.count, high: word)
    }

    private func folded(_ text: String) -> [UInt8] {
        parts.foldsCase ? text.utf8.map(\.asciiLowercased) : Array(text.utf8)
    }

    private mutating func index(ofName name: String) -> Int {
        let key = Array(name.utf8)
        if let index = nameIndices[key] { return index }
        parts.names.append(name)
        nameIndices[key] = parts.names.count - 1
        return parts.names.count - 1
    }

    private mutating func index(of type: ParameterType) -> Int {
        let key = Array(type.description.utf8)
        if let index = typeIndices[key] { return index }
        parts.types.append(type)
        typeIndices[key] = parts.types.count - 1
        return parts.types.count - 1
    }

    // MARK: Conditions

    private mutating func conditions(
        _ entry: Entry, flags: RoutingShard.Variant.Flags, captures: inout Int
    ) -> RoutingShard.Conditions? {
        let pattern = parts.routes[Int(entry.route)].pattern
        var conditions = RoutingShard.Conditions()
        if let host = entry.host {
            if !host.isLiteral {
                conditions.hostPieces = pieces(host.elements, captures: &captures)
            }
            conditions.port = host.port
        }
        if policies.trailingSlash == .strict, !endsWithRest(entry.segments) {
            conditions.trailingSlash = entry.hasTrailingSlash
        }
        for condition in pattern.query {
            conditions.query.append(query(condition, captures: &captures))
        }
        let isEmpty =
            conditions.hostPieces == nil && conditions.port == nil
            && conditions.trailingSlash == nil && conditions.query.isEmpty
        return isEmpty ? nil : conditions
    }

    private func endsWithRest(_ segments: [PatternSegment]) -> Bool {
        switch segments.last {
        case .path, .catchAll: true
        // The root path is its own trailing slash.
        case nil: true
        default: false
        }
    }

    private mutating func query(
        _ condition: QueryCondition, captures: inout Int
    ) -> RoutingShard.Conditions.Query {
        let test: RoutingShard.Conditions.Query.Test
        switch condition.test {
        case .equals(let text): test = .equals(Array(text.utf8))
        case .capture(let parameter):
            captures += 1
            test = .capture(self.parameter(parameter))
        case .present: test = .present
        case .absent: test = .absent
        }
        return RoutingShard.Conditions.Query(key: Array(condition.key.utf8), test: test)
    }

    // MARK: Edges

    /// The hash of an edge's slot.
    @inline(__always)
    static func slotHash(node: UInt32, hash: UInt32) -> UInt32 {
        let mixed = (hash ^ (node &* 0x9E37_79B9)) &* 0x85EB_CA6B
        return mixed ^ (mixed &>> 15)
    }

    /// An open table of the edges; sparser while it is small enough for the caches.
    private static func edgeTable(_ edges: [RoutingShard.Edge]) -> [RoutingShard.Edge] {
        var capacity = 2
        let load = edges.count <= 4_096 ? 4 : 2
        while capacity < edges.count * load { capacity *= 2 }
        let empty = RoutingShard.Edge(node: 0, hash: 0, child: .none)
        var slots = Array(repeating: empty, count: capacity)
        for edge in edges {
            var slot = Int(slotHash(node: edge.node, hash: edge.hash)) & (capacity - 1)
            while slots[slot].child != .none { slot = (slot + 1) & (capacity - 1) }
            slots[slot] = edge
        }
        return slots
    }
}

extension HostPattern {
    /// Whether the host is plain text, or none, which is a part of a shard's key.
    var isLiteral: Bool {
        switch (elements.count, elements.first) {
        case (0, _), (1, .literal?): true
        default: false
        }
    }

    /// The text of a literal host.
    var literalText: String {
        if case .literal(let text)? = elements.first { text } else { "" }
    }
}
