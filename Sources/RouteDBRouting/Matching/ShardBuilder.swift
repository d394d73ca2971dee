/// Compiles the variants with one scheme and host into a ``RoutingShard``.
struct ShardBuilder {
    /// A variant in the order of registration, before its number is known.
    private struct Draft {
        let tokens: Range<UInt32>
        let flags: RoutingShard.Variant.Flags
        let captureCount: UInt16
        let route: UInt32
        /// The index of its conditions, or -1.
        let conditions: Int32
        let hashes: Range<UInt32>
    }

    /// A draft's position in the order.
    private struct Place: BitwiseCopyable {
        let rank: Rank
        let draft: UInt32
    }

    /// The path of a variant while it is compiled.
    private struct Path {
        var shape: PatternShape
        var flags: RoutingShard.Variant.Flags = []
        var captures = 0
    }

    /// The arrays of a shard.
    struct Parts {
        var names: [String] = []
        var types: [ValueType] = []
        var root = RoutingShard.Reference.none
        var seed = TableHash.seed
        var nodes: [UInt32] = []
        var leaves: [UInt32] = []
        var records: [UInt32] = []
        var tokens: [Token] = []
        var words: [UInt64] = []
        var pieces: [Token] = []
        var conditions: [UInt32: RoutingShard.Conditions] = [:]
        var ranks: [Rank] = []
        var routes: [Route] = []
        var policies: NamespacePolicy.Values
    }

    private var parts: Parts
    private var builder: TokenBuilder
    /// The tokens of the drafts, in the order of registration.
    private var tokens: [Token] = []
    private let policies: NamespacePolicy.Values
    private var drafts: [Draft] = []
    private var places: [Place] = []
    private var conditions: [RoutingShard.Conditions] = []
    /// The hashes of the drafts' segments, see ``TreeBuilder``.
    private var hashes: [UInt32] = []

    /// Compiles routes.
    package static func shard(
        _ routes: [Route], policies: NamespacePolicy.Values,
        converters: [String: ParameterConverter.Rule]
    ) -> RoutingShard {
        var builder = ShardBuilder(policies, converters: converters, capacity: routes.count)
        // A span lends its elements; an array would hand out copies and retain each part.
        let lent = routes.span
        for number in lent.indices { builder.add(lent[number], number: UInt32(number)) }
        builder.parts.routes = routes
        return builder.finished()
    }

    private init(
        _ policies: NamespacePolicy.Values, converters: [String: ParameterConverter.Rule],
        capacity: Int
    ) {
        self.policies = policies
        parts = Parts(policies: policies)
        builder = TokenBuilder(policies: policies, converters: converters, seed: parts.seed)
        drafts.reserveCapacity(capacity)
        places.reserveCapacity(capacity)
        hashes.reserveCapacity(capacity * 5)
        tokens.reserveCapacity(capacity * 5)
    }

    /// Numbers the variants by rank, and builds their tree.
    private consuming func finished() -> RoutingShard {
        places.sort { $0.rank < $1.rank }
        let headerCount = RoutingShard.Variant.headerCount
        parts.tokens.reserveCapacity(tokens.count + headerCount * places.count)
        parts.records.reserveCapacity(places.count)
        parts.ranks.reserveCapacity(places.count)
        var runs: [Range<UInt32>] = []
        runs.reserveCapacity(places.count)
        for (number, place) in places.enumerated() {
            let draft = drafts[Int(place.draft)]
            append(draft, number: UInt32(number))
            parts.ranks.append(place.rank)
            runs.append(draft.hashes)
            if draft.conditions >= 0 {
                parts.conditions[UInt32(number)] = conditions[Int(draft.conditions)]
            }
        }
        var tree = TreeBuilder(hashes: hashes, runs: runs, records: parts.records)
        tree.build()
        parts.root = tree.root
        parts.nodes = tree.nodes
        parts.leaves = tree.leaves
        parts.names = builder.names
        parts.types = builder.types
        // The search reads the word at index zero of a shard without literals too.
        parts.words = builder.words.isEmpty ? [0] : builder.words
        parts.pieces = builder.pieces
        return RoutingShard(parts)
    }

    /// Adds the record of the variant with the next number.
    private mutating func append(_ draft: Draft, number: UInt32) {
        parts.records.append(UInt32(parts.tokens.count))
        let header = RoutingShard.Variant.header(
            number: number, route: draft.route,
            tokens: tokens[Int(draft.tokens.lowerBound)..<Int(draft.tokens.upperBound)],
            flags: draft.flags, captureCount: draft.captureCount, foldsCase: builder.foldsCase)
        parts.tokens.append(header.0)
        parts.tokens.append(header.1)
        for index in draft.tokens { parts.tokens.append(tokens[Int(index)]) }
    }

    // MARK: Variants

    private mutating func add(_ route: borrowing Route, number: UInt32) {
        guard let pattern = route.pattern else { return }
        let host = policies.matchedHost(of: pattern)
        if policies.letterCase == .insensitiveLiterals { builder.isExact = !pattern.isLiteral }
        pattern.forEachPath(order: policies.groups) { index, path in
            let first = tokens.count
            let firstHash = UInt32(hashes.count)
            var draft = Path(shape: PatternShape(hasScheme: pattern.scheme != nil, host: host))
            if policies.readsHostAsSegment(of: pattern), let elements = pattern.host?.elements,
                !elements.isEmpty
            {
                append(elements[...], to: &draft)
            }
            let hasTrailingSlash = append(path, to: &draft, behind: first)
            if !draft.flags.contains(.hasRest) { hashes.append(SegmentHash.end) }
            let found = conditions(
                of: pattern, host: host, hasTrailingSlash: hasTrailingSlash,
                last: tokens.count > first ? tokens.last : nil,
                captures: &draft.captures)
            if let found {
                conditions.append(found)
                draft.flags.insert(.hasConditions)
            }
            let rank = Rank(
                route, conditions: pattern.query.count, index: index, shape: draft.shape,
                choice: policies.choice)
            places.append(Place(rank: rank, draft: UInt32(drafts.count)))
            drafts.append(
                Draft(
                    tokens: UInt32(first)..<UInt32(tokens.count), flags: draft.flags,
                    captureCount: UInt16(draft.captures), route: number,
                    conditions: found == nil ? -1 : Int32(conditions.count - 1),
                    hashes: firstHash..<UInt32(hashes.count)))
        }
    }

    /// Adds the segments of a path.
    private mutating func append(
        _ path: [PatternElement], to draft: inout Path, behind first: Int
    ) -> Bool {
        var start = 0
        for index in path.indices {
            guard case .separator = path[index] else { continue }
            if start < index || (index > 0 && policies.keepsEmptySegments) {
                append(path[start..<index], to: &draft)
            }
            start = index + 1
        }
        if start < path.count {
            append(path[start...], to: &draft)
            return false
        }
        // Where empty segments count, a path without other segments is one.
        let isRoot = tokens.count == first
        let isSlash = !path.isEmpty
        if policies.keepsEmptySegments,
            isRoot || isSlash && policies.trailingSlash == .strict
        {
            append([], to: &draft)
            return false
        }
        return isSlash
    }

    /// Adds a segment, which may be empty.
    private mutating func append(_ elements: ArraySlice<PatternElement>, to draft: inout Path) {
        let (token, hash, captures) = builder.segment(elements)
        tokens.append(token)
        draft.captures += captures
        draft.shape.append(PartKind(token), textBytes: Self.textBytes(elements))
        if token.isRest { draft.flags.insert(.hasRest) }
        hashes.append(draft.flags.contains(.hasRest) ? SegmentHash.none : hash)
    }

    /// The bytes of the text of a segment.
    private static func textBytes(_ elements: ArraySlice<PatternElement>) -> Int {
        elements.reduce(0) { sum, element in
            if case .literal(let text) = element { sum + text.utf8.count } else { sum }
        }
    }

    // MARK: Conditions

    private mutating func conditions(
        of pattern: RoutePattern, host: HostPattern?, hasTrailingSlash: Bool, last: Token?,
        captures: inout Int
    ) -> RoutingShard.Conditions? {
        let isHostPattern = host.map { !$0.isLiteral } ?? false
        // The root path is its own trailing slash.
        let endsWithRest = last?.isRest ?? true
        let countsSlash =
            policies.trailingSlash == .strict && !endsWithRest && !policies.keepsEmptySegments
        guard isHostPattern || host?.port != nil || countsSlash || !pattern.query.isEmpty else {
            return nil
        }
        var conditions = RoutingShard.Conditions()
        if let host, isHostPattern {
            let (pieces, count) = builder.mixed(host.elements[...], isHost: true)
            conditions.hostPieces = pieces
            captures += count
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
            test = .capture(builder.parameter(parameter))
        case .present: test = .present
        case .absent: test = .absent
        }
        return RoutingShard.Conditions.Query(key: Array(condition.key.utf8), test: test)
    }
}
