/// Where the parts of a URL are, in the bytes that the matcher reads.
///
/// The bytes are either the URL's own, if it is in plain form, or those of its ``NormalForm``. Both
/// have the form `scheme://host/segment/segment…` or `/segment/segment…`.
///
/// Invariants:
/// 1. Segment `i` lies between the bounds `i` and `i + 1`, which are the offsets of the slashes around
///    it, or of the end; ``beforeStart`` is the bound before the first byte.
/// 2. The scheme, if there is one, begins at 0, and the three bytes `://` follow it.
struct URLFacts {
    /// The bound before the first byte: one less than its offset.
    static let beforeStart = UInt32.max

    // Ordered without padding, since facts are passed with every URL.

    /// The offset of the `:` after the scheme; -1 if there is none.
    var schemeEnd = -1
    /// Where the host begins; equal to ``hostEnd`` if there is none.
    var hostStart = 0
    /// Where the host ends.
    var hostEnd = 0
    /// The index of the first segment's bound.
    var firstBound = 0
    /// The number of segments.
    var segmentCount = 0
    /// Where the path ends in the URL as written: at a `?` or `#` that counts, or at the end.
    ///
    /// If text between the path and the query is dropped, this is the `?` that begins the query.
    var pathEnd = 0
    /// Where the query ends in the URL as written; -1 for the first `#` after the path, or the end.
    var queryEnd: Int32 = -1
    /// Where query items begin in the fragment, up to its end; -1 if it has none.
    var fragmentItemsStart: Int32 = -1
    /// The port, or -1.
    var port: Int32 = -1
    /// Whether a slash follows the last segment of the path.
    var hasTrailingSlash = false

    /// Whether there is a host that is not empty.
    @inline(__always)
    var hasHost: Bool { hostEnd > hostStart }

    /// Where the query items of the query and of the fragment are in the URL as written.
    ///
    /// The range is empty if there are none.
    func queryRanges(in raw: RawSpan) -> (query: Range<Int>, fragment: Range<Int>) {
        let count = raw.byteCount
        let isItems = fragmentItemsStart >= 0
        let fragment = isItems ? Int(fragmentItemsStart)..<count : count..<count
        guard pathEnd < count, raw.byte(at: pathEnd) == UInt8(ascii: "?") else {
            return (pathEnd..<pathEnd, fragment)
        }
        if queryEnd >= 0 { return ((pathEnd + 1)..<Int(queryEnd), fragment) }
        var end = pathEnd
        while end < count, raw.byte(at: end) != UInt8(ascii: "#") { end += 1 }
        return ((pathEnd + 1)..<end, fragment)
    }
}

extension Span<UInt32> {
    /// The segment after a bound, if these are the bounds of a URL.
    @inline(__always)
    func segment(behind bound: Int) -> Range<Int> {
        Int(self[bound] &+ 1)..<Int(self[bound &+ 1])
    }
}
