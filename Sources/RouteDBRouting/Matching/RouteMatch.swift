/// A match as the matcher reports it: a few numbers, without references.
///
/// It is meaningful only together with the ``RoutingTable`` and the URL that it came from. Reuse one
/// value for many URLs; nothing is allocated.
public struct RouteMatch: Sendable {
    /// The maximum number of ranges that a match keeps; a pattern may capture more.
    public static let maximumRanges = InlineRanges.capacity

    static let noNamespace = UInt32.max

    /// The index of the namespace in its table: that of the route, or the first one that was tried.
    package var namespace = noNamespace
    /// The index of the shard in its namespace.
    package private(set) var shard: UInt32 = 0
    /// The number of the variant in its shard.
    package private(set) var variant: UInt32 = 0
    /// The index of the route in its shard.
    package private(set) var route: UInt32 = 0
    /// The number of captured values, including unnamed segments.
    public internal(set) var captureCount = 0
    /// Whether ``range(of:)`` knows where the captures are in the URL as written.
    public internal(set) var hasRanges = false

    private var ranges = InlineRanges()

    /// Creates an empty value for the matcher to fill.
    public init() {}

    /// The range of a capture in the URL as written, as UTF-8 offsets.
    ///
    /// Captures come in the order host, path, query. Ranges are known if ``hasRanges`` is true, which
    /// holds for the first match of a URL without percent-encoding or dot segments in the path, and for
    /// at most ``maximumRanges`` captures. Otherwise use the values of a ``Resolution``.
    ///
    /// - Parameter index: The index of the capture, from 0; less than ``captureCount``.
    /// - Returns: The range, whose bytes are the value, percent-encoded if it is in the query;
    ///   empty if the range is not known.
    public func range(of index: Int) -> Range<Int> {
        guard hasRanges, index >= 0, index < captureCount else { return 0..<0 }
        let range = ranges[index]
        return Int(range.start)..<Int(range.end)
    }

    /// Stores the numbers of another match, without what it captured.
    package mutating func takeNumbers(of other: RouteMatch) {
        (namespace, shard) = (other.namespace, other.shard)
        (variant, route) = (other.variant, other.route)
    }

    /// Stores a variant of a shard.
    @inline(__always)
    mutating func take(_ variant: RoutingShard.Variant, ofShard shard: Int32) {
        self.shard = UInt32(shard)
        (self.variant, route) = (variant.number, variant.route)
    }

    /// Stores a range if there is room.
    @inline(__always)
    mutating func append(_ start: Int, _ end: Int) {
        if captureCount < Self.maximumRanges {
            ranges[captureCount] = (
                UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: end)
            )
        } else {
            hasRanges = false
        }
        captureCount &+= 1
    }

    /// Stores the ranges of the segments of some bits, which have a bound before and after them.
    @inline(__always)
    mutating func take(segments bits: UInt32, _ bounds: UnsafePointer<UInt32>) {
        var (bits, count) = (bits, 0)
        while bits != 0 && count < Self.maximumRanges {
            let index = bits.trailingZeroBitCount
            bits &= bits &- 1
            ranges[count] = unsafe (bounds[index] &+ 1, bounds[index &+ 1])
            count &+= 1
        }
        hasRanges = bits == 0
        captureCount = bits == 0 ? count : count &+ bits.nonzeroBitCount
    }
}

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
            let word = word(at: index)
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

    /// A word, which the compiler reads by its offset.
    ///
    /// As bytes, all words would be copied first, while the last ones may still be on their way to memory.
    @inline(__always)
    private func word(at index: Int) -> UInt64 {
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
}
