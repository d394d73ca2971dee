/// Compiles the variants of one scheme and host into a ``RoutingShard``.
struct ShardBuilder {
    /// A variant in the order of registration, before its number is known.
    private struct Draft {
        let variant: RoutingShard.Variant
        /// The index of its conditions, or -1.
        let conditions: Int32
        let hashes: Range<UInt32>
    }

    /// A draft's place in the order.
    private struct Place: BitwiseCopyable {
        let rank: Rank
        let draft: UInt32
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
        var keyDecoding = TextDecoding()
        var valueDecoding = TextDecoding()
        var foldsCase = false
    }

    private var parts = Parts()
    private let policies: NamespacePolicies
    private var drafts: [Draft] = []
    private var places: [Place] = []
    private var conditions: [RoutingShard.Conditions] = []
    /// The hashes of the drafts' segments, see ``TreeBuilder``.
    private var hashes: [UInt32] = []
    // By bytes: strings that Unicode takes as equivalent are equal.
    private var names = TextPool()
    private var literals = TextPool()
    private var typeIndices: [ParameterType: Int] = [:]

    /// Compiles routes.
    ///
    /// - Parameters:
    ///   - routes: The routes, at least one, in the order of registration.
    ///   - policies: The namespace's.
    /// - Returns: The shard.
    static func shard(_ routes: [Route], policies: NamespacePolicies) -> RoutingShard {
        var builder = ShardBuilder(policies: policies, capacity: routes.count)
        // A span lends its elements; an array would hand out copies, each part counted.
        let lent = routes.span
        for number in lent.indices { builder.add(lent[number], number: UInt32(number)) }
        builder.parts.routes = routes
        return builder.finished()
    }

    private init(policies: NamespacePolicies, capacity: Int) {
        self.policies = policies
        parts.keyDecoding = policies.keyDecoding
        parts.valueDecoding = policies.valueDecoding
        parts.foldsCase = policies.letterCase == .insensitive
        drafts.reserveCapacity(capacity)
        places.reserveCapacity(capacity)
        hashes.reserveCapacity(capacity * 5)
        parts.tokens.reserveCapacity(capacity * 4)
    }

    /// Numbers the variants by rank, and builds their tree.
    private consuming func finished() -> RoutingShard {
        places.sort { $0.rank < $1.rank }
        parts.variants.reserveCapacity(places.count)
        parts.ranks.reserveCapacity(places.count)
        var runs: [Range<UInt32>] = []
        runs.reserveCapacity(places.count)
        for (number, place) in places.enumerated() {
            let draft = drafts[Int(place.draft)]
            parts.variants.append(draft.variant)
            parts.ranks.append(place.rank)
            runs.append(draft.hashes)
            if draft.conditions >= 0 {
                parts.conditions[UInt32(number)] = conditions[Int(draft.conditions)]
            }
        }
        var tree = TreeBuilder(hashes: hashes, runs: runs)
        tree.build()
        parts.root = tree.root
        parts.nodes = tree.nodes
        parts.leaves = tree.leaves
        parts.edges = Self.edgeTable(tree.edges)
        parts.words = literals.words
        return RoutingShard(parts)
    }

    // MARK: Variants

    private mutating func add(_ route: borrowing Route, number: UInt32) {
        let pattern = route.pattern
        let host = policies.matchedHost(of: pattern)
        pattern.forEachPath { index, path in
            let first = parts.tokens.count
            let firstHash = UInt32(hashes.count)
            var captures = 0
            var shape = PatternShape(hasScheme: pattern.scheme != nil, host: host)
            var flags: RoutingShard.Variant.Flags = []
            if policies.readsHostAsSegment(of: pattern), let elements = pattern.host?.elements,
                !elements.isEmpty
            {
                append(elements, elements.indices, &flags, &shape, captures: &captures)
            }
            var start = 0
            for index in path.indices {
                guard case .separator = path[index] else { continue }
                if start < index {
                    append(path, start..<index, &flags, &shape, captures: &captures)
                }
                start = index + 1
            }
            if start < path.count {
                append(path, start..<path.count, &flags, &shape, captures: &captures)
            }
            if !flags.contains(.hasRest) { hashes.append(SegmentHash.end) }
            let found = conditions(
                of: pattern, host: host, hasTrailingSlash: start == path.count && start > 0,
                last: parts.tokens.count > first ? parts.tokens.last : nil, captures: &captures)
            if let found {
                conditions.append(found)
                flags.insert(.hasConditions)
            }
            let rank = Rank(
                route: route.id, priority: route.priority, conditions: pattern.query.count,
                index: index, shape: shape, choice: policies.choice)
            places.append(Place(rank: rank, draft: UInt32(drafts.count)))
            let variant = RoutingShard.Variant(
                firstToken: UInt32(first), tokenCount: UInt8(parts.tokens.count - first),
                flags: flags, captureCount: UInt16(captures), route: number)
            drafts.append(
                Draft(
                    variant: variant,
                    conditions: found == nil ? -1 : Int32(conditions.count - 1),
                    hashes: firstHash..<UInt32(hashes.count)))
        }
    }

    /// Adds the segment that some elements make.
    private mutating func append(
        _ elements: [PatternElement], _ range: Range<Int>,
        _ flags: inout RoutingShard.Variant.Flags, _ shape: inout PatternShape,
        captures: inout Int
    ) {
        var hash = SegmentHash.none
        let token: Token
        if range.count > 1 {
            let pieces = pieces(elements[range], captures: &captures)
            token = Token(.mixed, low: pieces.count, high: pieces.lowerBound)
        } else if case .literal(let text) = elements[range.lowerBound] {
            token = literal(text, hash: &hash)
        } else if let variable = variable(elements[range.lowerBound]) {
            captures += 1
            token = variable
        } else {
            return
        }
        parts.tokens.append(token)
        shape.append(PartKind(token))
        if token.isRest { flags.insert(.hasRest) }
        hashes.append(flags.contains(.hasRest) ? SegmentHash.none : hash)
    }

    /// The token of a parameter, a wildcard or a rest.
    private mutating func variable(_ element: PatternElement) -> Token? {
        switch element {
        case .parameter(let parameter): self.parameter(parameter)
        case .wildcard: Token(.wildcard)
        case .catchAll: Token(.catchAll)
        case .literal, .separator, .optional: nil
        }
    }

    private mutating func pieces(
        _ elements: ArraySlice<PatternElement>, captures: inout Int
    ) -> Range<Int> {
        let first = parts.pieces.count
        for element in elements {
            if case .literal(let text) = element {
                var hash = SegmentHash.none
                parts.pieces.append(literal(text, hash: &hash))
            } else if let token = variable(element) {
                captures += 1
                parts.pieces.append(token)
            }
        }
        return first..<parts.pieces.count
    }

    private mutating func parameter(_ parameter: Parameter) -> Token {
        let name = names.number(of: parameter.name)
        if name == parts.names.count { parts.names.append(parameter.name) }
        switch parameter.type {
        case .string: return Token(.parameter, high: name)
        case .path: return Token(.path, high: name)
        default: return Token(.typedParameter, low: index(of: parameter.type), high: name)
        }
    }

    /// The token of a literal, and its hash as a segment.
    private mutating func literal(_ text: String, hash: inout UInt32) -> Token {
        let foldsCase = parts.foldsCase
        let text = foldsCase ? text.asciiLowercased : text
        return text.withBytes { bytes in
            let length = bytes.byteCount
            hash = SegmentHash.hash(bytes, from: 0, to: length, foldingCase: foldsCase)
            let number = literals.number(of: bytes)
            return Token(.literal, low: length, high: Int(literals.texts[number].firstWord))
        }
    }

    private mutating func index(of type: ParameterType) -> Int {
        if let index = typeIndices[type] { return index }
        // Lists of texts may be equal and yet have other bytes: each stands for itself.
        if case .oneOf = type {} else { typeIndices[type] = parts.types.count }
        parts.types.append(type)
        return parts.types.count - 1
    }

    // MARK: Conditions

    private mutating func conditions(
        of pattern: RoutePattern, host: HostPattern?, hasTrailingSlash: Bool, last: Token?,
        captures: inout Int
    ) -> RoutingShard.Conditions? {
        let isHostPattern = host.map { !$0.isLiteral } ?? false
        // The root path is its own trailing slash.
        let endsWithRest = last?.isRest ?? true
        let countsSlash = policies.trailingSlash == .strict && !endsWithRest
        guard isHostPattern || host?.port != nil || countsSlash || !pattern.query.isEmpty else {
            return nil
        }
        var conditions = RoutingShard.Conditions()
        if let host, isHostPattern {
            conditions.hostPieces = pieces(host.elements[...], captures: &captures)
        }
        conditions.port = host?.port
        if countsSlash { conditions.trailingSlash = hasTrailingSlash }
        for condition in pattern.query {
            conditions.query.append(query(condition, captures: &captures))
        }
        return conditions
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

    /// An open table of the edges, from a quarter to a half full.
    private static func edgeTable(_ edges: [RoutingShard.Edge]) -> [RoutingShard.Edge] {
        var capacity = 2
        while capacity < edges.count * 2 { capacity *= 2 }
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

extension String {
    /// The text with its bytes `A` to `Z` made lower case.
    fileprivate var asciiLowercased: String {
        String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
    }
}
