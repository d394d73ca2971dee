/// Where the parts of a URL are, in the bytes that the matcher reads.
///
/// The bytes are either the URL's own, if it is in plain form, or those of its ``NormalForm``. Both
/// have the form `scheme://host/segment/segment…` or `/segment/segment…`.
///
/// Invariants:
/// 1. Segment `i` lies between the bounds `i` and `i + 1`, which are the offsets of the slashes around
///    it, or of the end; ``beforeStart`` is the bound before the first byte.
/// 2. The scheme, if there is one, begins at 0, and the three bytes `://` follow it.
package struct URLBounds {
    /// The bound before the first byte: one less than its offset.
    package static let beforeStart = UInt32.max

    // Ordered without padding, since facts are passed with every URL.

    /// The offset of the `:` after the scheme; -1 if there is none.
    package var schemeEnd = -1
    /// Where the host begins; equal to ``hostEnd`` if there is none.
    package var hostStart = 0
    /// Where the host ends.
    package var hostEnd = 0
    /// The index of the first segment's bound.
    package var firstBound = 0
    /// The number of segments.
    package var segmentCount = 0
    /// Where the path ends in the URL as written: at a `?` or `#` that counts, or at the end.
    ///
    /// If text between the path and the query is dropped, this is the `?` that begins the query.
    package var pathEnd = 0
    /// Where the query ends in the URL as written; -1 for the first `#` after the path, or the end.
    package var queryEnd: Int32 = -1
    /// Where query items begin in the fragment, up to its end; -1 if it has none.
    package var fragmentItemsStart: Int32 = -1
    /// The port, or -1.
    package var port: Int32 = -1
    /// True if a slash follows the last segment of the path.
    package var hasTrailingSlash = false

    /// True if there is a host that is not empty.
    @inline(__always)
    package var hasHost: Bool { hostEnd > hostStart }

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

    package init() {}
}

extension Span<UInt32> {
    /// The segment after a bound, if these are the bounds of a URL.
    @inline(__always)
    package func segment(behind bound: Int) -> Range<Int> {
        Int(self[bound] &+ 1)..<Int(self[bound &+ 1])
    }
}

/// How a namespace reads a URL's fragment, as offsets into the URL as written.
struct FragmentReading {
    /// The part that is split into segments, which follow those of the path.
    private(set) var segments: Range<Int>?
    /// The part that continues the text of the path, including the `#`.
    private(set) var tail: Range<Int>?
    /// The part that is read as query items; it ends where the URL does.
    private(set) var items: Range<Int>?
    /// The remaining part.
    private(set) var rest: Range<Int>?

    init(_ url: RawSpan, _ fragment: Range<Int>?, _ policies: NamespacePolicy.Values) {
        guard let fragment else { return }
        switch policies.fragment {
        case .ignore, .text: rest = fragment
        case .query: if !fragment.isEmpty { items = fragment }
        case .path: segments = fragment
        case .auto: split(url, fragment, hasQuery: policies.query != .text)
        }
    }

    /// Splits a fragment that may have a path, query items, or both.
    ///
    /// Its query, or all of it if it has none, is read as items if the first item has a value that is
    /// not empty. Unless it consists only of items, its path continues the path of the URL.
    private mutating func split(_ url: RawSpan, _ fragment: Range<Int>, hasQuery: Bool) {
        var path = fragment
        var query: Range<Int>?
        if hasQuery {
            let mark = URLParts.offset(of: UInt8(ascii: "?"), in: url, from: fragment.lowerBound)
            path = fragment.lowerBound..<mark
            if mark < fragment.upperBound { query = (mark + 1)..<fragment.upperBound }
        }
        let candidate = query ?? path
        let beginsEmpty =
            !candidate.isEmpty && url.byte(at: candidate.lowerBound) == UInt8(ascii: "&")
        var scanner = QueryItemScanner(candidate)
        let hasItems = !beginsEmpty && scanner.next(in: url)?.value?.isEmpty == false
        if hasItems { items = candidate } else { rest = query }
        if !hasItems || !Self.areEqual(url, path, candidate) {
            tail = (path.lowerBound - 1)..<path.upperBound
        }
    }

    private static func areEqual(_ url: RawSpan, _ first: Range<Int>, _ second: Range<Int>) -> Bool
    {
        first.count == second.count
            && zip(first, second).allSatisfy { url.byte(at: $0) == url.byte(at: $1) }
    }
}
