/// A part of a URL as any reader may split it: at `/` in the path, and at `&` behind it.
///
/// Unlike a ``URLPiece``, a section depends on no pattern: apart from delimiters, the sections
/// cover the whole URL, however a namespace reads it.
package struct URLSection: Sendable {
    /// The kinds of sections.
    package enum Kind: Sendable {
        /// The authority: the host, with user information and port.
        case authority
        /// The text between slashes.
        case segment
        /// The text between `&`s in a query or fragment.
        case item(key: Range<Int>, value: Range<Int>?)
    }

    package let kind: Kind
    /// The range of the section in the URL.
    package let range: Range<Int>
    /// The end of the path, query or fragment that the section belongs to.
    package let end: Int
}

extension URLPieces {
    /// The sections of the URL: as the standard splits it, and also as its namespace does where
    /// that reads delimiters as text.
    package func sections(of url: RawSpan) -> [URLSection] {
        let standard = URLParts(url)
        var sections = Self.sections(of: url, standard)
        if policies.query == .text || policies.fragment == .text {
            let authority = standard.authority ?? 0..<0
            // The authority is a section, and may have a port, even where it is read as a segment.
            sections += Self.sections(of: url, URLParts(url, policies: policies))
                .filter { !authority.overlaps($0.range) }
        }
        return sections
    }

    /// The key of an item, decoded as in the namespace.
    package func key(_ range: Range<Int>, of url: RawSpan) -> String {
        policies.keyDecoding.text(range, of: url)
    }

    private static func sections(of url: RawSpan, _ parts: URLParts) -> [URLSection] {
        var sections: [URLSection] = []
        if let authority = parts.authority {
            sections.append(
                URLSection(kind: .authority, range: authority, end: authority.upperBound))
        }
        // A scheme without authority may also be a name, with the rest as its value.
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

    /// The ranges between the slashes of a range.
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

// Reads the bytes of a URL in order to shorten it in the history.
extension RawSpan {
    /// Returns the offset where the first characters of a range end, percent-encoded or not.
    package func writtenEnd(ofCharacters count: Int, in range: Range<Int>) -> Int {
        var offset = range.lowerBound
        var characters = 0
        while offset < range.upperBound {
            let (byte, next) = PercentCoding.byte(self, at: offset, to: range.upperBound)
            // All but the first byte of a scalar begin with the bits 10.
            if byte & 0xC0 != 0x80 { characters += 1 }
            if characters > count { break }
            offset = next
        }
        return offset
    }
}

extension [UInt8] {
    /// The bytes with their percent-encoding decoded once; `nil` if they have none.
    package var percentDecoded: [UInt8]? {
        guard contains(UInt8(ascii: "%")) else { return nil }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(count)
        TextDecoding().decode(0..<count, of: span.bytes, into: &decoded)
        return decoded.count < count ? decoded : nil
    }
}
