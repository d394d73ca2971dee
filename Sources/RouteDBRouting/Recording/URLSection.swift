/// A part of a URL as any reader may split it: at `/` in the path, at `&` in what stands behind it.
///
/// Unlike a ``URLPiece`` it depends on no pattern, so the sections together are the whole URL but
/// for its marks, whatever a namespace makes of it.
package struct URLSection: Sendable {
    /// What part of the URL a section is.
    package enum Kind: Sendable {
        /// The host, with what stands before and behind it.
        case authority
        /// What stands between slashes.
        case segment
        /// What stands between `&`s of a query or of a fragment.
        case item(key: Range<Int>, value: Range<Int>?)
    }

    package let kind: Kind
    /// Where it is written.
    package let range: Range<Int>
    /// Where the path, the query or the fragment ends that it belongs to.
    package let end: Int
}

extension URLPieces {
    /// The sections of the URL, as the standard splits it, and as its namespace does where marks are
    /// text there.
    package func sections(of url: RawSpan) -> [URLSection] {
        let standard = URLParts(url)
        var sections = Self.sections(of: url, standard)
        if policies.query == .text || policies.fragment == .text {
            let authority = standard.authority ?? 0..<0
            // A host is one, and may have a port, also where it is read as a segment.
            sections += Self.sections(of: url, URLParts(url, policies: policies))
                .filter { !authority.overlaps($0.range) }
        }
        return sections
    }

    /// The key of an item, decoded as the namespace does.
    package func key(_ range: Range<Int>, of url: RawSpan) -> String {
        policies.keyDecoding.text(range, of: url)
    }

    private static func sections(of url: RawSpan, _ parts: URLParts) -> [URLSection] {
        var sections: [URLSection] = []
        if let authority = parts.authority {
            sections.append(
                URLSection(kind: .authority, range: authority, end: authority.upperBound))
        }
        // A scheme may be a name too, with what stands behind it as its value.
        let hasBareScheme = parts.authority == nil && !parts.scheme.isEmpty
        let start = hasBareScheme ? 0 : parts.path.lowerBound
        for segment in slashed(url, start..<parts.path.upperBound) where !segment.isEmpty {
            sections.append(
                URLSection(kind: .segment, range: segment, end: parts.path.upperBound))
        }
        for range in [parts.wholeQuery, parts.fragment] {
            guard let range else { continue }
            var scanner = QueryItemScanner(range)
            while let item = scanner.next(in: url) {
                let end = item.value?.upperBound ?? item.key.upperBound
                sections.append(
                    URLSection(
                        kind: .item(key: item.key, value: item.value),
                        range: item.key.lowerBound..<end, end: range.upperBound))
            }
        }
        return sections
    }

    /// What stands between the slashes of a range.
    static func slashed(_ url: RawSpan, _ range: Range<Int>) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let slash = URLParts.offset(of: UInt8(ascii: "/"), in: url, from: start)
            let end = min(slash, range.upperBound)
            segments.append(start..<end)
            start = end + 1
        }
        return segments
    }
}
