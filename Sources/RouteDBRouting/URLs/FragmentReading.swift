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
