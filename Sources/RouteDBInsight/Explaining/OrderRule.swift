package import RouteDBRouting

/// The rule by which one match ranks before another.
public struct OrderRule: Hashable, Sendable, CustomStringConvertible {
    /// The kind of rule; more kinds may be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's stable name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// One match is in a namespace that is visited first.
        public static let namespace = Code(rawValue: "namespace")
        /// One match has the higher priority.
        public static let priority = Code(rawValue: "priority")
        /// One match is more specific, at the first part where they differ.
        public static let specificity = Code(rawValue: "specificity")
        /// One match has more text beside parameters, in the first segment where they differ.
        public static let text = Code(rawValue: "text")
        /// One match has more literal segments.
        public static let literals = Code(rawValue: "literals")
        /// One match has more query conditions.
        public static let conditions = Code(rawValue: "conditions")
        /// One match is for requests of a kind, and the other one for those of every kind; or for `HEAD`, and
        /// the other one for another kind.
        public static let kind = Code(rawValue: "kind")
        /// One match was registered first.
        public static let registration = Code(rawValue: "registration")
        /// Both matches are variants of the same route.
        public static let groups = Code(rawValue: "groups")
    }

    /// The kind of rule that decided.
    public let code: Code
    /// The `choice` policy of the namespace.
    package let choice: NamespacePolicy.Choice
    /// The part that decided, if the code is `specificity`: `the scheme`, `the host`, `the port` or
    /// `segment 2`.
    public let part: String?
    /// The element of the first match at that place.
    public let first: String
    /// The element of the second match at that place.
    public let second: String

    /// The rule as a phrase that starts in lower case.
    public var description: String {
        switch code {
        case .namespace: "the namespace \(first) is tried before \(second)"
        case .priority: "the priority \(first) is higher than \(second)"
        case .specificity: "at \(part ?? ""), \(first) comes before \(second)"
        case .text: "more text beside parameters: \(first) bytes rather than \(second)"
        case .literals: "more literal segments: \(first) rather than \(second)"
        case .conditions: "more query conditions: \(first) rather than \(second)"
        case .kind: "\(first) comes before \(second)"
        case .registration: "\(first) was registered before \(second)"
        default: "of the route's variants, \(first) comes before \(second)"
        }
    }
}

extension Rank {
    /// The rule by which this rank precedes another one of the same namespace.
    ///
    /// It decodes the sort key of the ranks.
    func rule(
        over other: Rank, choice: NamespacePolicy.Choice, _ first: RankedPattern,
        _ second: RankedPattern
    ) -> OrderRule {
        func rule(_ code: OrderRule.Code, _ one: String, _ two: String, part: String? = nil)
            -> OrderRule
        {
            OrderRule(code: code, choice: choice, part: part, first: one, second: two)
        }
        if priority != other.priority {
            return rule(.priority, "\(first.route.priority)", "\(second.route.priority)")
        }
        if shape != other.shape {
            guard choice == .specificity else {
                return rule(.literals, "\(127 - shape)", "\(127 - other.shape)")
            }
            let (part, shift) = Self.firstPart(shape, other.shape)
            guard part != "the port" else { return rule(.specificity, "one", "none", part: part) }
            return rule(
                .specificity, Self.kind(shape, shift), Self.kind(other.shape, shift), part: part)
        }
        if text != other.text {
            let shift = UInt32(24 - (text ^ other.text).leadingZeroBitCount / 8 * 8)
            let bytes = [text, other.text].map { 255 - (($0 >> shift) & 255) }
            return rule(.text, "\(bytes[0])", "\(bytes[1])")
        }
        if missingConditions != other.missingConditions {
            let counts = [first, second].map { "\($0.pattern.query.count)" }
            return rule(.conditions, counts[0], counts[1])
        }
        if claim != other.claim {
            let kinds = [first, second].map { ranked in
                ranked.route.kind.map { "the kind '\(RouteKind.canonical($0))'" } ?? "no kind"
            }
            return rule(.kind, kinds[0], kinds[1])
        }
        if first.route.id != second.route.id {
            return rule(
                .registration, "#\(first.route.id.rawValue)", "#\(second.route.id.rawValue)")
        }
        return rule(.groups, "\(first.pattern)", "\(second.pattern)")
    }

    /// The first part where two shapes differ, and the position of its bits; see ``PatternShape``.
    private static func firstPart(_ one: UInt128, _ two: UInt128) -> (String, Int) {
        let bit = 127 - (one ^ two).leadingZeroBitCount
        switch bit {
        case 125...127: return ("the scheme", 125)
        case 122...124: return ("the host", 122)
        case 121: return ("the port", 121)
        default:
            let segment = (120 - bit) / 3
            return ("segment \(segment + 1)", 118 - segment * 3)
        }
    }

    private static func kind(_ shape: UInt128, _ shift: Int) -> String {
        let bits = shift >= 0 ? shape >> UInt128(shift) : shape << UInt128(-shift)
        return switch PartKind(rawValue: UInt8(truncatingIfNeeded: bits & 7)) {
        case .end?: "the end"
        case .literal?: "a literal"
        case .mixed?: "a literal with parameters"
        case .typedParameter?: "a typed parameter"
        case .parameter?: "a parameter"
        case .wildcard?: "'*'"
        case .path?: "a 'path'"
        case .catchAll?, nil: shift > 120 ? "none" : "'**'"
        }
    }
}
