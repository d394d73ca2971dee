/// Tells from the text of a pattern whether it may match one of a few URLs, without parsing it.
///
/// To answer these URLs only, the other routes of a large registry need not be read and compiled. A
/// segment of a pattern that is a plain word must be in the URL, whatever the policies. So the sieve
/// may keep what does not match, but drops nothing that does.
package struct RoutePrefilter: Sendable {
    /// The hashes of the words of the URLs; two words with the same hash only keep more routes.
    private let words: Set<UInt64>

    /// Reads the words of URLs, as they are written and percent-decoded.
    package init(_ urls: [String]) { self.init(texts: urls.map { Array($0.utf8) }) }

    /// Reads the words of texts with URLs in them.
    package init(texts: [[UInt8]]) {
        words = Set(texts.flatMap(TextDecoding.readings).flatMap(Self.words))
    }

    /// Returns whether the filter has all words of a URL, so that it keeps each route that may match it.
    ///
    /// - Complexity: Linear in the URL.
    package func covers(_ url: [UInt8]) -> Bool {
        TextDecoding.readings(of: url).allSatisfy { Self.words(of: $0).allSatisfy(words.contains) }
    }

    /// Returns the hashes of the words of a text.
    private static func words(of text: [UInt8]) -> [UInt64] {
        var words: [UInt64] = []
        var word = Word()
        for byte in text {
            if Word.contains(byte) {
                word.append(byte)
            } else {
                words.append(word.hash)
                word = Word()
            }
        }
        return words + [word.hash]
    }

    /// Returns whether a pattern may match one of the URLs.
    ///
    /// - Complexity: Linear in the text; allocates nothing.
    package func keeps(_ pattern: RawSpan) -> Bool {
        var isKept = true
        forEachForeignWord(of: pattern) { _ in
            isKept = false
            return false
        }
        return isKept
    }

    /// Returns the beginning of a pattern with its scheme and host, up to the first slash of the path.
    package static func origin(of pattern: RawSpan) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        var end = 0
        while end < pattern.byteCount {
            if pattern.byte(at: end) == slash {
                let isHost = end + 1 < pattern.byteCount && pattern.byte(at: end + 1) == slash
                guard isHost else { break }
                end += 1
            }
            end += 1
        }
        return (0..<min(end, pattern.byteCount)).map { pattern.byte(at: $0) }
    }

    /// Calls a closure with the place of each segment that is a plain word of no URL, until it returns false.
    @inline(__always)
    func forEachForeignWord(of pattern: RawSpan, _ body: (Range<Int>) -> Bool) {
        // Before the first slash there is a scheme or nothing, and after two slashes a host.
        guard var segment = Segment(pattern, from: 0) else { return }
        var isFirst = true
        while segment.end < pattern.byteCount {
            let isHost = segment.isEmpty && !isFirst
            let start = segment.end + 1
            guard let next = Segment(pattern, from: start) else { return }
            if next.isWord && !isHost && !words.contains(next.word.hash) {
                guard body(start..<next.end) else { return }
            }
            (segment, isFirst) = (next, false)
        }
    }

    /// Letters, digits, `_` and `-`, whatever the case of the letters.
    private struct Word {
        private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325

        @inline(__always)
        static func contains(_ byte: UInt8) -> Bool { byte.isNameByte && byte < 0x80 }

        /// One step of FNV-1a.
        @inline(__always)
        mutating func append(_ byte: UInt8) {
            hash = (hash ^ UInt64(byte.asciiLowercased)) &* 0x0000_0100_0000_01B3
        }
    }

    /// The text between two slashes of a pattern.
    private struct Segment {
        private(set) var word = Word()
        private(set) var end: Int
        private var hasOthers = false
        let isEmpty: Bool

        var isWord: Bool { !hasOthers && !isEmpty }

        /// Reads the segment at an offset; `nil` if it has what may be optional, escaped, or more than
        /// a segment.
        @inline(__always)
        init?(_ pattern: RawSpan, from start: Int) {
            end = start
            while end < pattern.byteCount {
                let byte = pattern.byte(at: end)
                if Word.contains(byte) {
                    word.append(byte)
                } else if byte == UInt8(ascii: "/") {
                    break
                } else if Self.plain.contains(byte) {
                    hasOthers = true
                } else {
                    return nil
                }
                end += 1
            }
            isEmpty = end == start
        }

        /// `{ } : . ~ @`: with them, a segment is a parameter or a literal that is no word.
        private static let plain = ASCIISet(
            low: 1 << 46 | 1 << 58, high: 1 << 0 | 1 << 59 | 1 << 61 | 1 << 62)
    }
}
