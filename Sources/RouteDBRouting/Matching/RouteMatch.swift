/// A match as the matcher reports it: a few numbers, without references.
///
/// It is meaningful only together with the ``RoutingTable`` and the URL that it came from. Reuse one
/// value for many URLs; nothing is allocated.
public struct RouteMatch: Sendable {
    /// The maximum number of ranges that a match keeps; a pattern may capture more.
    public static let maximumRanges = InlineWords.capacity

    static let noNamespace = UInt32.max

    /// The index of the namespace in its table: that of the route, or the first one that was tried.
    package var namespace = noNamespace
    /// The index of the shard in its namespace.
    package private(set) var shard: UInt32 = 0
    /// The number of the variant in its shard.
    package private(set) var variant: UInt32 = 0
    /// The index of the route in its shard.
    package private(set) var route: UInt32 = 0
    /// ``captureCount``, in as little space as a variant has for it.
    @usableFromInline var count: UInt16 = 0
    /// True if ``range(of:)`` knows where the captures are in the URL as written.
    public internal(set) var hasRanges = false

    /// A range each, the start in the lower half and the end in the upper one.
    ///
    /// Nearly all URLs are short enough, and matches are copied often.
    @usableFromInline var ranges = InlineWords()
    /// The highest offset that half a word holds.
    private static let maximumEnd = 0xFFFF

    /// Creates an empty value for the matcher to fill.
    public init() {}

    /// The number of captured values, including unnamed segments.
    @inlinable
    public internal(set) var captureCount: Int {
        get { Int(count) }
        set { count = UInt16(newValue) }
    }

    /// The range of a capture in the URL as written, as UTF-8 offsets.
    ///
    /// Captures come in the order host, path, query. Ranges are known if ``hasRanges`` is true, which
    /// holds for the first match of a URL without percent-encoding or dot segments in the path, and for
    /// at most ``maximumRanges`` captures that end within 65,535 bytes. Otherwise use the values of a
    /// ``Resolution``.
    ///
    /// - Parameter index: The index of the capture, from 0; less than ``captureCount``.
    /// - Returns: The range, whose bytes are the value, percent-encoded if it is in the query;
    ///   empty if the range is not known.
    @inlinable @inline(__always)
    public func range(of index: Int) -> Range<Int> {
        // Inlined where it is used, since a call would copy the whole match.
        guard hasRanges, index >= 0, index < captureCount else { return 0..<0 }
        let range = ranges[index]
        return Int(range & 0xFFFF)..<Int(range &>> 16)
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
        if count < Self.maximumRanges && end <= Self.maximumEnd {
            ranges[Int(count)] = UInt32(truncatingIfNeeded: start | end &<< 16)
        } else {
            hasRanges = false
        }
        count &+= 1
    }

    /// Stores the ranges of the segments of some bits, which have a bound before and after them.
    @inline(__always)
    mutating func take(segments bits: UInt32, _ bounds: UnsafePointer<UInt32>) {
        var (bits, count, end) = (bits, 0, UInt32(0))
        while bits != 0 && count < Self.maximumRanges {
            let index = bits.trailingZeroBitCount
            bits &= bits &- 1
            // Adding one to the bound before the first byte gives zero.
            let start = unsafe bounds[index] &+ 1
            end = unsafe bounds[index &+ 1]
            ranges[count] = start | end &<< 16
            count &+= 1
        }
        hasRanges = bits == 0 && end <= Self.maximumEnd
        self.count = UInt16(truncatingIfNeeded: count &+ bits.nonzeroBitCount)
    }
}
