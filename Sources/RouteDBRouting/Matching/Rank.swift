/// A variant's position in the total order of its namespace; the lowest rank wins.
///
/// Each choice policy computes this key in its own way, so one matcher serves all of them.
struct Rank: Comparable, Sendable, BitwiseCopyable {
    /// The kinds of the pattern's parts, most significant first, three bits each.
    let shape: UInt128

    /// More query conditions first, then the earlier route, then the earlier variant.
    let sequence: UInt64

    /// The priority, inverted: a higher priority is a lower number.
    let priority: UInt32

    /// The number of the variant in its pattern.
    var variantIndex: Int { Int(sequence & 63) }

    /// The greatest rank that is less than this one.
    var predecessor: Rank {
        // The number of the route, which begins at 1, is a part of the sequence.
        Rank(shape: shape, sequence: sequence &- 1, priority: priority)
    }

    static func < (left: Rank, right: Rank) -> Bool {
        if left.priority != right.priority { return left.priority < right.priority }
        if left.shape != right.shape { return left.shape < right.shape }
        return left.sequence < right.sequence
    }
}

/// The kind of a part of a pattern, in the order of specificity.
///
/// The end of a pattern comes before any segment.
enum PartKind: UInt8 {
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
            self = .parameter
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
    ///
    /// - Parameters:
    ///   - route: The route's number.
    ///   - routePriority: The route's priority.
    ///   - conditions: How many conditions on the query the pattern has.
    ///   - index: The number of the variant in its pattern.
    ///   - shape: The variant's shape.
    ///   - choice: The namespace's policy.
    init(
        route: RouteID, priority routePriority: Int32, conditions: Int, index: Int,
        shape: PatternShape, choice: NamespacePolicies.Choice
    ) {
        let order = UInt64(truncatingIfNeeded: route.rawValue) &<< 6 | UInt64(index)
        let priority = UInt32(bitPattern: ~routePriority) ^ 0x8000_0000
        switch choice {
        case .specificity:
            let missing = UInt64(truncatingIfNeeded: PatternLimits.conditions &- conditions)
            self.init(
                shape: shape.bits, sequence: missing &<< 59 | order, priority: priority)
        case .mostLiterals:
            self.init(shape: UInt128(127 &- shape.literals), sequence: order, priority: 0)
        case .priority:
            self.init(shape: 0, sequence: order, priority: priority)
        case .first:
            self.init(shape: 0, sequence: order, priority: 0)
        }
    }
}

/// The kinds of a variant's parts: scheme, host, port, and then each segment, from the highest
/// bits down.
struct PatternShape {
    private(set) var bits: UInt128
    private(set) var literals = 0
    private var shift: UInt128 = 118

    /// Begins a shape with the parts before the segments.
    init(hasScheme: Bool, host: HostPattern?) {
        let scheme: PartKind = hasScheme ? .literal : .catchAll
        bits = UInt128(scheme.rawValue) &<< 125 | UInt128(PartKind(host).rawValue) &<< 122
        if host?.port == nil { bits |= 1 &<< 121 }
    }

    /// Adds the next segment; segments beyond the limit of a pattern are ignored.
    mutating func append(_ kind: PartKind) {
        if kind == .literal { literals &+= 1 }
        guard shift > 0 else { return }
        bits |= UInt128(kind.rawValue) &<< shift
        shift = shift < 3 ? 0 : shift &- 3
    }
}
