/// Tells from the text of a pattern how close it comes to a URL, without parsing it.
///
/// Of the routes of a large registry, only those that come close need be compared with a URL that none of them
/// matches: the others differ from it in several words, or in one that nobody mistypes.
package struct RouteProximity: Sendable {
    /// How close a pattern comes.
    package enum Degree: Sendable {
        /// The URL has all its words, or mistypes one.
        case near
        /// The URL lacks one of its words.
        case oneWord
        /// The URL lacks several of its words.
        case far
    }

    /// The number of segments of a URL that are looked at.
    private static let segmentLimit = 32

    private let filter: RoutePrefilter
    /// The segments of the URL in lower case.
    private let segments: [[UInt8]]

    /// Reads the segments of a URL.
    package init(_ url: String) {
        filter = RoutePrefilter([url])
        segments = TextDecoding.readings(of: Array(url.utf8)).flatMap { text in
            let parts = text.split { "/?#".utf8.contains($0) }
            return parts.prefix(Self.segmentLimit).map { $0.map(\.asciiLowercased) }
        }
    }

    /// Returns how close a pattern comes.
    ///
    /// - Complexity: Linear in the text; where the URL lacks one word, also in the segments of the URL.
    package func degree(of pattern: RawSpan) -> Degree {
        var foreign: Range<Int>?
        var count = 0
        filter.forEachForeignWord(of: pattern) { range in
            foreign = range
            count += 1
            return count < 2
        }
        guard count < 2 else { return .far }
        guard let foreign else { return .near }
        return isMistyped(pattern, foreign) ? .near : .oneWord
    }

    /// Returns whether a segment of the URL may be a word of a pattern, mistyped.
    private func isMistyped(_ pattern: RawSpan, _ range: Range<Int>) -> Bool {
        segments.contains { segment in
            let limit = NameSuggestion.typoLimit(segment.count, range.count)
            guard abs(segment.count - range.count) <= limit,
                Self.haveCommonBytes(segment, pattern, range, butFor: limit)
            else { return false }
            let word = range.map { pattern.byte(at: $0).asciiLowercased }
            return NameSuggestion.editDistance(segment, word, limit: limit) != nil
        }
    }

    /// Returns whether two texts consist of the same bytes, but for a number of them, which costs far less
    /// than their distance and tells most texts apart.
    private static func haveCommonBytes(
        _ segment: [UInt8], _ pattern: RawSpan, _ range: Range<Int>, butFor limit: Int
    ) -> Bool {
        var (own, others) = (UInt64(0), UInt64(0))
        for byte in segment { own |= 1 << UInt64(byte & 63) }
        for offset in range { others |= 1 << UInt64(pattern.byte(at: offset).asciiLowercased & 63) }
        return (own & ~others).nonzeroBitCount <= limit
            && (others & ~own).nonzeroBitCount <= limit
    }
}
