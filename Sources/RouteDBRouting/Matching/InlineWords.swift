/// Eight words of 32 bits, stored inline without an allocation.
///
/// Invariant: every index is checked against ``capacity`` before memory is touched; the tuple's
/// words lie next to each other, as tuples of one type do.
@usableFromInline
struct InlineWords: Sendable {
    static let capacity = 8

    @usableFromInline
    var words: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) =
        (0, 0, 0, 0, 0, 0, 0, 0)

    init() {}

    /// A word, which the compiler reads by its offset.
    ///
    /// As bytes, all words would be copied first, while the last ones may still be on their way to memory.
    @usableFromInline
    subscript(index: Int) -> UInt32 {
        @inlinable @inline(__always)
        get {
            switch index {
            case 0: return words.0
            case 1: return words.1
            case 2: return words.2
            case 3: return words.3
            case 4: return words.4
            case 5: return words.5
            case 6: return words.6
            default:
                precondition(index == 7, "the invariant")
                return words.7
            }
        }
        @inline(__always)
        set {
            precondition(index >= 0 && index < Self.capacity, "the invariant")
            unsafe withUnsafeMutableBytes(of: &words) {
                unsafe $0.storeBytes(of: newValue, toByteOffset: index &* 4, as: UInt32.self)
            }
        }
    }
}
