/// Where the parts of a URL are, in the bytes that the matcher reads.
///
/// The bytes are either the URL's own, if it is written in plain form, or those of its
/// ``NormalForm``. Both look alike: `scheme://host/segment/segment…`, or `/segment/segment…`.
///
/// Invariants:
/// 1. Segment `i` begins at bound `i`, and ends one byte before bound `i + 1`.
/// 2. The scheme, if there is one, begins at 0, and the three bytes `://` follow it.
struct URLFacts {
    /// The offset of the `:` behind the scheme; -1 if there is none.
    var schemeEnd = -1
    /// Where the host begins; equal to ``hostEnd`` if there is none.
    var hostStart = 0
    /// Where the host ends.
    var hostEnd = 0
    /// The port, or -1.
    var port: Int32 = -1
    /// The index of the first segment's bound.
    var firstBound = 0
    /// The number of segments.
    var segmentCount = 0
    /// Whether the path has a slash behind its last segment.
    var hasTrailingSlash = false
    /// Where the path ends in the URL as written; `?`, `#` or the end is there.
    var pathEnd = 0
    /// Whether the fragment is read as more query items.
    var fragmentIsQuery = false

    /// Whether there is a host that is not empty.
    @inline(__always)
    var hasHost: Bool { hostEnd > hostStart }

    /// Where query items stand in the URL as written.
    ///
    /// In the query, and in the fragment where the namespace reads it as one. A part that is
    /// absent is empty.
    func queryRanges(in raw: RawSpan) -> (query: Range<Int>, fragment: Range<Int>) {
        var query = pathEnd..<pathEnd
        var offset = pathEnd
        let count = raw.byteCount
        if offset < count, raw.byte(at: offset) == UInt8(ascii: "?") {
            let start = offset + 1
            while offset < count, raw.byte(at: offset) != UInt8(ascii: "#") { offset += 1 }
            query = start..<offset
        }
        let hasFragment = fragmentIsQuery && offset < count
        return (query, hasFragment ? (offset + 1)..<count : count..<count)
    }
}
