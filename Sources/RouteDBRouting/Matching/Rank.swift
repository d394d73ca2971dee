/// A variant's place in the total order of its namespace; the lowest one wins.
///
/// Every choice policy is a way to compute this key, so one matcher serves them all.
struct Rank: Comparable, Sendable, BitwiseCopyable {
    /// The priority, inverted: a higher priority is a lower number.
    let priority: UInt32

    /// The kinds of the pattern's parts, most significant first, three bits each.
    let shape: UInt128

    /// More query conditions first, then the earlier route, then the earlier variant.
    let sequence: UInt64

    static func < (left: Rank, right: Rank) -> Bool {
        if left.priority != right.priority { return left.priority < right.priority }
        if left.shape != right.shape { return left.shape < right.shape }
        return left.sequence < right.sequence
    }
}

/// The kind of a part of a pattern, in the order of specificity.
///
/// The end of a pattern comes before everything that could stand there.
enum PartKind: UInt8 {
    case end = 0
    case literal = 1
    case mixed = 2
    case typedParameter = 3
    case parameter = 4
    case wildcard = 5
    case path = 6
    case catchAll = 7

    init(_ segment: PatternSegment) {
        switch segment {
        case .literal: self = .literal
        case .mixed: self = .mixed
        case .parameter(let parameter):
            self = parameter.type == .string ? .parameter : .typedParameter
        case .wildcard: self = .wildcard
        case .path: self = .path
        case .catchAll: self = .catchAll
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
    ///   - route: The route.
    ///   - segments: The variant's segments, with the host first where it is a segment.
    ///   - host: The pattern's host where it is one.
    ///   - index: The number of the variant in its pattern.
    ///   - choice: The namespace's policy.
    init(
        route: Route, segments: [PatternSegment], host: HostPattern?, index: Int,
        choice: NamespacePolicies.Choice
    ) {
        let order = UInt64(truncatingIfNeeded: route.id.rawValue) &<< 6 | UInt64(index)
        let priority = UInt32(bitPattern: ~route.priority) ^ 0x8000_0000
        switch choice {
        case .specificity:
            let conditions = UInt64(PatternLimits.conditions &- route.pattern.query.count)
            self.init(
                priority: priority,
                shape: Self.shape(scheme: route.pattern.scheme, host: host, segments: segments),
                sequence: conditions &<< 59 | order)
        case .mostLiterals:
            let literals = segments.count { if case .literal = $0 { true } else { false } }
            self.init(priority: 0, shape: UInt128(127 &- literals), sequence: order)
        case .priority:
            self.init(priority: priority, shape: 0, sequence: order)
        case .first:
            self.init(priority: 0, shape: 0, sequence: order)
        }
    }

    /// Scheme, host, port, and then each segment, from the highest bits down.
    private static func shape(
        scheme: String?, host: HostPattern?, segments: [PatternSegment]
    ) -> UInt128 {
        let schemeKind: PartKind = scheme == nil ? .catchAll : .literal
        var shape = UInt128(schemeKind.rawValue) &<< 125
        shape |= UInt128(PartKind(host).rawValue) &<< 122
        if host?.port == nil { shape |= 1 &<< 121 }
        var shift: UInt128 = 118
        for segment in segments {
            shape |= UInt128(PartKind(segment).rawValue) &<< shift
            if shift < 3 { break }
            shift &-= 3
        }
        return shape
    }
}
