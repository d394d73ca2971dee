/// One part of a compiled variant, packed into eight bytes.
///
/// | bits  | literal              | typed parameter    | mixed                 |
/// |-------|----------------------|--------------------|-----------------------|
/// | 0–2   | kind                 | kind               | kind                  |
/// | 3–31  | length in bytes      | index of the type  | number of pieces      |
/// | 32–63 | index of first word  | index of the name  | index of first piece  |
///
/// A `parameter` has a name, and the index of its type plus one if any text matches and only its value
/// is of that type. A `wildcard` also accepts empty text; if it stands for a parameter, it has the index
/// of the name plus one, and a type as a `parameter` has. A `path` has a name; a catch-all has nothing.
package struct Token: Hashable, Sendable, BitwiseCopyable {
    package enum Kind: UInt8 {
        case literal
        /// A literal that is compared byte by byte, in a shard that folds case.
        case exactLiteral
        case parameter, typedParameter, mixed, wildcard, path, catchAll
    }

    let bits: UInt64

    /// Identifies the token within its shard.
    package var key: UInt64 { bits }

    init(bits: UInt64) { self.bits = bits }

    package init(_ kind: Kind, low: Int = 0, high: Int = 0) {
        bits =
            UInt64(kind.rawValue) | UInt64(truncatingIfNeeded: low) &<< 3
            | UInt64(truncatingIfNeeded: high) &<< 32
    }

    @inline(__always)
    package var kind: UInt8 { UInt8(truncatingIfNeeded: bits & 7) }

    @inline(__always)
    package func `is`(_ kind: Kind) -> Bool { self.kind == kind.rawValue }

    /// The length, type or count.
    @inline(__always)
    package var low: Int { Int(truncatingIfNeeded: (bits & 0xFFFF_FFFF) &>> 3) }

    /// The index of the first word or piece, or of the name.
    @inline(__always)
    package var high: Int { Int(truncatingIfNeeded: bits &>> 32) }

    @inline(__always)
    package var isLiteral: Bool { kind <= Kind.exactLiteral.rawValue }

    /// The index of the name, or `nil` if the token has none.
    package var name: Int? {
        if isLiteral || self.is(.mixed) || self.is(.catchAll) { return nil }
        guard self.is(.wildcard) else { return high }
        return high == 0 ? nil : high - 1
    }

    /// The index of the type of the value, or `nil` for text.
    package var type: Int? {
        if self.is(.typedParameter) { return low }
        return (self.is(.parameter) || self.is(.wildcard)) && low > 0 ? low - 1 : nil
    }

    /// True if the token, as part of a segment, may be empty.
    @inline(__always)
    var takesEmptyPart: Bool { self.is(.wildcard) && high > 0 }

    /// True if the token stands for any number of segments.
    @inline(__always)
    package var isRest: Bool { kind >= Kind.path.rawValue }

    /// Appends the text of a literal, which lies in words; see ``RoutingShard/words``.
    package func append(to bytes: inout [UInt8], words: (Int) -> UInt64) {
        let last = max(0, low - 1) / 8
        for index in 0..<low {
            let word = index / 8
            let place = word == last && low > 8 ? index - (low - 8) : index % 8
            bytes.append(UInt8(truncatingIfNeeded: words(high + word) >> UInt64(place * 8)))
        }
    }
}

/// Makes the tokens of a shard's segments, and collects their names, types and texts.
struct TokenBuilder {
    private(set) var names: [String] = []
    private(set) var types: [ValueType] = []
    /// The literals and parameters of mixed segments.
    private(set) var pieces: [Token] = []

    private let policies: NamespacePolicy.Values
    private let converters: [String: ParameterConverter.Rule]
    private let seed: UInt64
    // By bytes, since canonically equivalent strings are equal in Swift.
    private var namePool = TextPool()
    private var literals = TextPool()
    private var typeIndices: [ParameterType: Int] = [:]
    /// True if the shard ignores the case of literals.
    package let foldsCase: Bool
    /// True if the literals of the current variant are compared byte by byte nevertheless.
    var isExact = false

    init(
        policies: NamespacePolicy.Values, converters: [String: ParameterConverter.Rule],
        seed: UInt64 = TableHash.seed
    ) {
        self.policies = policies
        self.seed = seed
        self.converters = converters
        foldsCase = policies.letterCase != .sensitive
    }

    /// The words of all literals.
    package var words: [UInt64] { literals.words }

    /// Makes the token of a segment.
    package mutating func segment(
        _ elements: ArraySlice<PatternElement>
    ) -> (token: Token, hash: UInt32, captures: Int) {
        guard let first = elements.first else {
            let literal = literal("")
            return (literal.token, literal.hash, 0)
        }
        if elements.count > 1 {
            let (range, captures) = mixed(elements)
            let token = Token(.mixed, low: range.count, high: range.lowerBound)
            return (token, SegmentHash.none, captures)
        }
        switch first {
        case .literal(let text):
            let literal = literal(text)
            return (literal.token, literal.hash, 0)
        case .parameter(let parameter):
            return (self.parameter(parameter), SegmentHash.none, 1)
        case .wildcard: return (Token(.wildcard), SegmentHash.none, 1)
        // A path without groups has no other elements.
        case .catchAll, .separator, .optional: return (Token(.catchAll), SegmentHash.none, 1)
        }
    }

    /// Adds the pieces of a segment or a host.
    package mutating func mixed(
        _ elements: ArraySlice<PatternElement>, isHost: Bool = false
    ) -> (pieces: Range<Int>, captures: Int) {
        let first = pieces.count
        var captures = 0
        for element in elements {
            switch element {
            case .literal(let text): pieces.append(literal(text).token)
            case .parameter(let parameter):
                pieces.append(self.parameter(parameter, takesEmpty: isHost ? false : nil))
                captures += 1
            default:
                pieces.append(Token(.wildcard))
                captures += 1
            }
        }
        return (first..<pieces.count, captures)
    }

    /// The token of a parameter.
    package mutating func parameter(_ parameter: Parameter, takesEmpty: Bool? = nil) -> Token {
        let name = namePool.number(of: parameter.name)
        if name == names.count { names.append(parameter.name) }
        if case .path = parameter.type { return Token(.path, high: name) }
        let takesEmpty = takesEmpty ?? (policies.emptyValues == .accept)
        var type = 0
        if parameter.type != .string {
            type = index(of: parameter.type)
            guard policies.castFailure == .omit else {
                return Token(.typedParameter, low: type, high: name)
            }
            type += 1
        }
        return takesEmpty
            ? Token(.wildcard, low: type, high: name + 1)
            : Token(.parameter, low: type, high: name)
    }

    /// The token of a literal, and its hash as a segment.
    private mutating func literal(_ text: String) -> (token: Token, hash: UInt32) {
        let isFolded = foldsCase && !isExact
        let text = isFolded ? text.asciiLowercased : text
        return text.withBytes { bytes in
            let length = bytes.byteCount
            let number = literals.number(of: bytes)
            let token = Token(
                foldsCase && isExact ? .exactLiteral : .literal, low: length,
                high: Int(literals.texts[number].firstWord))
            let hash = SegmentHash.hash(bytes, seed: seed, foldingCase: foldsCase)
            return (token, hash)
        }
    }

    private mutating func index(of type: ParameterType) -> Int {
        if let index = typeIndices[type] { return index }
        // Equal lists of texts may have different bytes, so each gets its own index.
        if case .oneOf = type {} else { typeIndices[type] = types.count }
        types.append(
            ValueType(type, converters: converters, policies: policies))
        return types.count - 1
    }
}
