/// The schemes whose authority is a host under the host policy `auto`.
package enum WebSchemes {
    private static let names: [[UInt8]] = ["http", "https", "ws", "wss", "ftp"].map {
        Array($0.utf8)
    }

    /// Returns whether a scheme, in lower case, is one of them.
    package static func contains(_ scheme: some Sequence<UInt8>) -> Bool {
        names.contains { $0.elementsEqual(scheme) }
    }
}

/// Where the parts of a URL are, as written, before anything is decoded or resolved.
///
/// The grammar is that of RFC 3986, read leniently: an optional `scheme:`, an optional `//authority`,
/// then the path up to `?` or `#`, the query up to `#`, and the fragment. A namespace may read some of
/// these marks as text; then the part does not exist. If the query is strict, the last `?` begins it,
/// and the text between the first and the last is dropped. If a scheme is required, it is everything
/// before the first `://`.
package struct URLParts {
    package var scheme = 0..<0
    /// The text between `//` and the path; `nil` if there is no `//`.
    package var authority: Range<Int>?
    package var path = 0..<0
    package var query: Range<Int>?
    package var fragment: Range<Int>?

    private let hasQuery: Bool
    private let hasFragment: Bool

    package init(_ url: RawSpan, policies: NamespacePolicy.Values = .native) {
        hasQuery = policies.query != .text
        hasFragment = policies.fragment != .text
        let count = url.byteCount
        var offset = 0
        if policies.scheme != .text {
            offset = readAuthority(
                url, hasBareSchemes: policies.scheme == .match,
                isWholeScheme: policies.scheme == .required)
        }
        let pathStart = offset
        while offset < count, !endsPath(url.byte(at: offset)) { offset += 1 }
        path = pathStart..<offset
        if offset < count, url.byte(at: offset) == UInt8(ascii: "?") {
            var start = offset + 1
            offset = hasFragment ? Self.offset(of: UInt8(ascii: "#"), in: url, from: start) : count
            if policies.query == .strict { start = Self.lastQuery(of: url, in: start..<offset) }
            query = start..<offset
        }
        if offset < count { fragment = (offset + 1)..<count }
    }

    /// Reads the scheme and the authority, if present.
    private mutating func readAuthority(
        _ url: RawSpan, hasBareSchemes: Bool, isWholeScheme: Bool
    ) -> Int {
        let count = url.byteCount
        var offset = 0
        if isWholeScheme {
            if let end = Self.separator(in: url) {
                scheme = 0..<end
                offset = end + 1
            }
        } else if let end = Self.schemeEnd(url) {
            let hasSlash = end + 1 < count && url.byte(at: end + 1) == UInt8(ascii: "/")
            if hasSlash || hasBareSchemes {
                scheme = 0..<end
                offset = end + 1
            }
        }
        guard offset + 1 < count, url.byte(at: offset) == UInt8(ascii: "/"),
            url.byte(at: offset + 1) == UInt8(ascii: "/")
        else { return offset }
        let start = offset + 2
        offset = start
        while offset < count, url.byte(at: offset) != UInt8(ascii: "/"),
            !endsPath(url.byte(at: offset))
        {
            offset += 1
        }
        authority = start..<offset
        return offset
    }

    /// The offset after the last `?` of a text, where the query begins.
    private static func lastQuery(of url: RawSpan, in text: Range<Int>) -> Int {
        let mark = text.last { url.byte(at: $0) == UInt8(ascii: "?") }
        return mark.map { $0 + 1 } ?? text.lowerBound
    }

    /// Everything after the path's `?`, including text that is dropped.
    var wholeQuery: Range<Int>? { query.map { path.upperBound + 1..<$0.upperBound } }

    private func endsPath(_ byte: UInt8) -> Bool {
        (hasQuery && byte == UInt8(ascii: "?")) || (hasFragment && byte == UInt8(ascii: "#"))
    }

    /// The offset of the first occurrence of a byte at or after an offset, or the end.
    static func offset(of byte: UInt8, in text: RawSpan, from start: Int) -> Int {
        var offset = start
        while offset < text.byteCount, text.byte(at: offset) != byte { offset += 1 }
        return offset
    }

    /// The offset of the first `://`.
    private static func separator(in url: RawSpan) -> Int? {
        for offset in 0..<max(0, url.byteCount - 2)
        where url.byte(at: offset) == UInt8(ascii: ":")
            && url.byte(at: offset + 1) == UInt8(ascii: "/")
            && url.byte(at: offset + 2) == UInt8(ascii: "/")
        {
            return offset
        }
        return nil
    }

    private static func schemeEnd(_ url: RawSpan) -> Int? {
        guard url.byteCount > 0, url.byte(at: 0).isASCIILetter else { return nil }
        for offset in 1..<max(1, url.byteCount) {
            let byte = url.byte(at: offset)
            if byte == UInt8(ascii: ":") { return offset }
            if !byte.isSchemeCharacter { return nil }
        }
        return nil
    }
}

/// The parts of an authority: `user@host:port`.
struct AuthorityParts {
    var userInfo = 0..<0
    /// The host as written, including any brackets.
    var host = 0..<0
    package var port: UInt16?

    init(_ url: RawSpan, _ authority: Range<Int>) throws(InvalidURL) {
        var start = authority.lowerBound
        for offset in authority {
            switch url.byte(at: offset) {
            case UInt8(ascii: "@"):
                userInfo = authority.lowerBound..<offset
                start = offset + 1
            // Browsers end the host there.
            case UInt8(ascii: "\\"): throw InvalidURL(.invalidHost, at: authority.lowerBound)
            default: break
            }
        }
        var end = authority.upperBound
        let isBracketed = start < end && url.byte(at: start) == UInt8(ascii: "[")
        var colon = start
        if isBracketed {
            while colon < end, url.byte(at: colon) != UInt8(ascii: "]") { colon += 1 }
            guard colon < end, IPv6Syntax.isAddress(url, (start + 1)..<colon) else {
                throw InvalidURL(.invalidHost, at: start)
            }
            colon += 1
        } else {
            while colon < end, url.byte(at: colon) != UInt8(ascii: ":") { colon += 1 }
        }
        if colon < end {
            guard url.byte(at: colon) == UInt8(ascii: ":") else {
                throw InvalidURL(.invalidHost, at: colon)
            }
            port = try Self.port(url, (colon + 1)..<end)
            if port != nil, colon == start { throw InvalidURL(.invalidHost, at: start) }
            end = colon
        }
        host = start..<end
    }

    private static func port(_ url: RawSpan, _ range: Range<Int>) throws(InvalidURL) -> UInt16? {
        var value = 0
        for offset in range {
            let byte = url.byte(at: offset)
            guard byte.isASCIIDigit else { throw InvalidURL(.invalidPort, at: offset) }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            guard value <= 65_535 else { throw InvalidURL(.invalidPort, at: offset) }
        }
        return range.isEmpty ? nil : UInt16(value)
    }
}
