/// A route whose pattern fits a URL, as the matcher reports it: a few numbers, no references.
///
/// It means something only together with the ``RoutingTable`` and the URL that it came from.
/// Reuse one value for many URLs; nothing is allocated.
public struct RouteMatch: Sendable {
    /// The most ranges that a match keeps; a pattern may capture more.
    public static let maximumRanges = InlineRanges.capacity

    static let noNamespace = UInt32.max

    /// The index of the namespace in its table: the route's, or the first one asked.
    var namespace = noNamespace
    /// The index of the shard in its namespace.
    var shard: UInt32 = 0
    /// The number of the variant in its shard.
    var variant: UInt32 = 0
    /// The number of captured values, unnamed segments included.
    public internal(set) var captureCount = 0
    /// Whether ``range(of:)`` knows where the captures are in the URL as written.
    public internal(set) var hasRanges = false

    private var ranges = InlineRanges()

    /// Makes a value to be filled by the matcher.
    public init() {}

    /// Where a capture stands in the URL as written, as UTF-8 offsets.
    ///
    /// Captures come in the order host, path, query. Known if ``hasRanges`` says so, which holds
    /// for the first match of a URL without percent-encoding or dot segments in the path, and for
    /// at most ``maximumRanges`` captures; otherwise ask a ``Resolution`` for values.
    ///
    /// - Parameter index: Which capture, from 0; below ``captureCount``.
    /// - Returns: The range, whose bytes are the value, percent-encoded if it is in the query;
    ///   empty if the range is not known.
    public func range(of index: Int) -> Range<Int> {
        guard hasRanges, index >= 0, index < captureCount else { return 0..<0 }
        let range = ranges[index]
        return Int(range.start)..<Int(range.end)
    }

    /// Keeps a range if there is room.
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
}
