/// Where the parts of a URL are, in the bytes that the matcher reads.
///
/// The bytes are either the URL's own, if it is written in plain form, or those of its
/// ``NormalForm``. Both look alike: `scheme://host/segment/segment…`, or `/segment/segment…`.
///
/// Invariants:
/// 1. Segment `i` is what stands between the bounds `i` and `i + 1`: the offsets of the slashes
///    around it, or of the end; before the first byte of the bytes it is ``beforeStart``.
/// 2. The scheme, if there is one, begins at 0, and the three bytes `://` follow it.
struct URLFacts {
    /// The bound before the first byte: one less than its offset.
    static let beforeStart = UInt32.max

    // In an order without gaps: facts are handed on with every URL.

    /// The offset of the `:` behind the scheme; -1 if there is none.
    var schemeEnd = -1
    /// Where the host begins; equal to ``hostEnd`` if there is none.
    var hostStart = 0
    /// Where the host ends.
    var hostEnd = 0
    /// The index of the first segment's bound.
    var firstBound = 0
    /// The number of segments.
    var segmentCount = 0
    /// Where the path ends in the URL as written; a `?` or `#` that counts, or the end, is there.
    var pathEnd = 0
    /// Where the query ends in the URL as written; -1: at the first `#` behind the path, or the end.
    var queryEnd: Int32 = -1
    /// Where query items begin in the fragment, to whose end they go; -1: it has none.
    var fragmentItemsStart: Int32 = -1
    /// The port, or -1.
    var port: Int32 = -1
    /// Whether the path has a slash behind its last segment.
    var hasTrailingSlash = false

    /// Whether there is a host that is not empty.
    @inline(__always)
    var hasHost: Bool { hostEnd > hostStart }

    /// Where query items stand in the URL as written: in the query, and in the fragment.
    ///
    /// What is absent, or not read as items, is empty.
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
    /// The segment behind a bound, if these are the bounds of a URL.
    @inline(__always)
    func segment(behind bound: Int) -> Range<Int> {
        Int(self[bound] &+ 1)..<Int(self[bound &+ 1])
    }
}
