/// What a URL's fragment is to the routes of a namespace, as offsets into the URL as written.
struct FragmentReading {
    /// What is cut into segments, which follow those of the path.
    private(set) var segments: Range<Int>?
    /// What is more of the path's text, with the `#` before it.
    private(set) var tail: Range<Int>?
    /// What is read as query items; it goes to the URL's end.
    private(set) var items: Range<Int>?
    /// What is none of these.
    private(set) var rest: Range<Int>?

    init(_ url: RawSpan, _ fragment: Range<Int>?, _ policies: NamespacePolicies) {
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
    /// Items are its query, or all of it if it has none, if the first one has a value, which an
    /// empty one has not. Unless the items are all that it has, its path is more of the URL's.
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
