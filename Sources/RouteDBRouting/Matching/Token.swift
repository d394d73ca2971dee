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
struct Token: Sendable, BitwiseCopyable {
    enum Kind: UInt8 {
        case literal
        /// A literal that is compared byte by byte, in a shard that folds case.
        case exactLiteral
        case parameter, typedParameter, mixed, wildcard, path, catchAll
    }

    private let bits: UInt64

    /// Identifies the token within its shard.
    var key: UInt64 { bits }

    init(_ kind: Kind, low: Int = 0, high: Int = 0) {
        bits =
            UInt64(kind.rawValue) | UInt64(truncatingIfNeeded: low) &<< 3
            | UInt64(truncatingIfNeeded: high) &<< 32
    }

    @inline(__always)
    var kind: UInt8 { UInt8(truncatingIfNeeded: bits & 7) }

    @inline(__always)
    func `is`(_ kind: Kind) -> Bool { self.kind == kind.rawValue }

    /// The length, type or count.
    @inline(__always)
    var low: Int { Int(truncatingIfNeeded: (bits & 0xFFFF_FFFF) &>> 3) }

    /// The index of the first word or piece, or of the name.
    @inline(__always)
    var high: Int { Int(truncatingIfNeeded: bits &>> 32) }

    @inline(__always)
    var isLiteral: Bool { kind <= Kind.exactLiteral.rawValue }

    /// The index of the name, or `nil` if the token has none.
    var name: Int? {
        if isLiteral || self.is(.mixed) || self.is(.catchAll) { return nil }
        guard self.is(.wildcard) else { return high }
        return high == 0 ? nil : high - 1
    }

    /// The index of the type of the value, or `nil` for text.
    var type: Int? {
        if self.is(.typedParameter) { return low }
        return (self.is(.parameter) || self.is(.wildcard)) && low > 0 ? low - 1 : nil
    }

    /// Whether the token, as part of a segment, may be empty.
    @inline(__always)
    var takesEmptyPart: Bool { self.is(.wildcard) && high > 0 }

    /// Whether the token stands for any number of segments.
    @inline(__always)
    var isRest: Bool { kind >= Kind.path.rawValue }
}
