/// Eight ranges of 32-bit offsets, stored inline without an allocation.
///
/// Invariant: every index is checked against ``capacity`` before memory is touched; the tuple's
/// eight words lie next to each other, as tuples of one type do.
struct InlineRanges: Sendable {
    static let capacity = 8

    private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
        (0, 0, 0, 0, 0, 0, 0, 0)

    @inline(__always)
    subscript(index: Int) -> (start: UInt32, end: UInt32) {
        get {
            precondition(index >= 0 && index < Self.capacity, "the invariant")
            let word = unsafe withUnsafeBytes(of: words) {
                unsafe $0.load(fromByteOffset: index &* 8, as: UInt64.self)
            }
            return (UInt32(truncatingIfNeeded: word), UInt32(truncatingIfNeeded: word &>> 32))
        }
        set {
            precondition(index >= 0 && index < Self.capacity, "the invariant")
            let word = UInt64(newValue.start) | UInt64(newValue.end) &<< 32
            unsafe withUnsafeMutableBytes(of: &words) {
                unsafe $0.storeBytes(of: word, toByteOffset: index &* 8, as: UInt64.self)
            }
        }
    }
}
