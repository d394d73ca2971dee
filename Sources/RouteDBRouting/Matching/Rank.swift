/// A variant's position in the total order of its namespace; the lowest rank wins.
///
/// Each choice policy computes this key in its own way, so one matcher serves all of them.
package struct Rank: Comparable, Sendable, BitwiseCopyable {
    /// The kinds of the pattern's parts, most significant first, three bits each.
    package let shape: UInt128

    /// The bytes of text beside the parameters of the first four segments that have both, inverted: eight bits
    /// each, most significant first.
    package let text: UInt32

    /// More query conditions first, then the kind, then the earlier route, then the earlier variant.
    package let sequence: UInt64

    /// The priority, inverted: a higher priority is a lower number.
    package let priority: UInt32

    /// The positions in ``sequence`` of the number of query conditions, and of the kind below it.
    private static let conditionShift: UInt64 = 59
    private static let kindShift: UInt64 = 57

    /// The number of the variant in its pattern.
    var variantIndex: Int { Int(sequence & 63) }

    /// The part of ``sequence`` before the order of registration: the number of conditions and the kind.
    package var claim: UInt64 { sequence &>> Self.kindShift }

    /// Stands for the number of query conditions; a lower number for more.
    package var missingConditions: UInt64 { sequence &>> Self.conditionShift }

    /// The greatest rank that is less than this one.
    var predecessor: Rank {
        // The number of the route, which begins at 1, is a part of the sequence.
        Rank(shape: shape, text: text, sequence: sequence &- 1, priority: priority)
    }

    package static func < (left: Rank, right: Rank) -> Bool {
        if left.priority != right.priority { return left.priority < right.priority }
        if left.shape != right.shape { return left.shape < right.shape }
        if left.text != right.text { return left.text < right.text }
        return left.sequence < right.sequence
    }
}

/// The kind of a part of a pattern, in the order of specificity.
///
/// The end of a pattern comes before any segment.
package enum PartKind: UInt8 {
    case end = 0
    case literal = 1
    case mixed = 2
    case typedParameter = 3
    case parameter = 4
    case wildcard = 5
    case path = 6
    case catchAll = 7

    /// The kind of a segment.
    init(_ token: Token) {
        if token.isLiteral {
            self = .literal
        } else if token.is(.mixed) {
            self = .mixed
        } else if token.is(.typedParameter) {
            self = .typedParameter
        } else if token.is(.parameter) || token.is(.wildcard) && token.name != nil {
            // With the policy `cast-failure=omit`, a typed parameter takes any text, and has its type here.
            self = token.low > 0 ? .typedParameter : .parameter
        } else if token.is(.wildcard) {
            self = .wildcard
        } else {
            self = token.is(.path) ? .path : .catchAll
        }
    }

    /// The kind of a host; an absent one comes last.
    init(_ host: HostPattern?) {
        guard let host else {
            self = .catchAll
            return
        }
        switch (host.elements.count, host.elements.first) {
        case (0, _), (1, .literal?): self = .literal
        case (1, .wildcard?): self = .wildcard
        case (1, .parameter(let parameter)?):
            self = parameter.type == .string ? .parameter : .typedParameter
        default: self = .mixed
        }
    }
}

extension Rank {
    /// The rank of one variant of a route's pattern.
    init(
        _ route: borrowing Route, conditions: Int, index: Int, shape: PatternShape,
        choice: NamespacePolicy.Choice
    ) {
        let order = UInt64(truncatingIfNeeded: route.id.rawValue) &<< 6 | UInt64(index)
        let priority = UInt32(bitPattern: ~route.priority) ^ 0x8000_0000
        let kind = UInt64(RouteKind.place(route.kind)) &<< Self.kindShift
        switch choice {
        case .specificity:
            let missing = UInt64(truncatingIfNeeded: PatternLimits.conditions &- conditions)
            self.init(
                shape: shape.bits, text: shape.text,
                sequence: missing &<< Self.conditionShift | kind | order,
                priority: priority)
        case .mostLiterals:
            self.init(
                shape: UInt128(127 &- shape.literals), text: 0, sequence: kind | order, priority: 0)
        case .priority:
            self.init(shape: 0, text: 0, sequence: order, priority: priority)
        case .first:
            self.init(shape: 0, text: 0, sequence: order, priority: 0)
        }
    }
}

/// The kinds of a variant's parts: scheme, host, port, and then each segment, from the highest
/// bits down.
struct PatternShape {
    private(set) var bits: UInt128
    /// See ``Rank/text``.
    private(set) var text = UInt32.max
    private(set) var literals = 0
    private var shift: UInt128 = 118
    private var textShift: UInt32 = 24

    /// Begins a shape with the parts before the segments.
    init(hasScheme: Bool, host: HostPattern?) {
        let scheme: PartKind = hasScheme ? .literal : .catchAll
        bits = UInt128(scheme.rawValue) &<< 125 | UInt128(PartKind(host).rawValue) &<< 122
        if host?.port == nil { bits |= 1 &<< 121 }
    }

    /// Adds the next segment, with the bytes of its text; segments beyond the limit of a pattern are
    /// ignored.
    mutating func append(_ kind: PartKind, textBytes: Int) {
        if kind == .literal { literals &+= 1 }
        if kind == .mixed, textShift < 32 {
            text &-= UInt32(min(textBytes, 255)) &<< textShift
            textShift = textShift == 0 ? 32 : textShift &- 8
        }
        guard shift > 0 else { return }
        bits |= UInt128(kind.rawValue) &<< shift
        shift = shift < 3 ? 0 : shift &- 3
    }
}

/// A route, and one of the variants of its pattern.
package struct RankedPattern: Hashable, Sendable {
    /// The route.
    package let route: Route
    /// The route's pattern with some of its optional groups, written without group marks.
    package let pattern: RoutePattern
}

extension RoutingTable {
    /// Lists every variant of every enabled route of a namespace.
    ///
    /// - Complexity: O(*n* log *n*) in the number of variants.
    package func rankedPatterns(in namespace: String) -> [RankedPattern] {
        guard let place = place(of: namespace) else { return [] }
        let table = tables.objects[place]
        let shards = table.shards.objects
        var found: [(rank: Rank, shard: Int, variant: UInt32)] = []
        for (number, shard) in shards.enumerated() {
            for variant in table.variants(ofShard: number) {
                found.append((shard.ranks[variant], number, UInt32(variant)))
            }
        }
        found.sort { $0.rank < $1.rank }
        return found.map { shards[$0.shard].rankedPattern(of: $0.variant) }
    }
}

extension RoutingShard {
    /// The route and the pattern of a variant.
    package func rankedPattern(of variant: UInt32) -> RankedPattern {
        let route = routes[Int(variants[Int(variant)].route)]
        let wanted = ranks[Int(variant)].variantIndex
        let written = route.pattern
        var path: [PatternElement] = []
        written?.forEachPath(order: policies.groups) { index, elements in
            if index == wanted { path = elements }
        }
        let pattern = RoutePattern(
            scheme: written?.scheme, host: written?.host, path: path,
            query: written?.query ?? [])
        return RankedPattern(route: route, pattern: pattern)
    }
}
