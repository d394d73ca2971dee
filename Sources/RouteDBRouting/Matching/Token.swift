/// One part of a compiled variant, packed into eight bytes.
///
/// | bits  | literal              | parameter          | mixed                 |
/// |-------|----------------------|--------------------|-----------------------|
/// | 0–2   | kind                 | kind               | kind                  |
/// | 3–31  | length in bytes      | index of the type  | number of pieces      |
/// | 32–63 | index of first word  | index of the name  | index of first piece  |
///
/// Wildcards and catch-alls have a kind only; a `path` has a name.
struct Token: Sendable, BitwiseCopyable {
    enum Kind: UInt8 {
        case literal, parameter, typedParameter, mixed, wildcard, path, catchAll
    }

    private let bits: UInt64

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

    /// Whether the token stands for any number of segments.
    @inline(__always)
    var isRest: Bool { kind >= Kind.path.rawValue }
}
