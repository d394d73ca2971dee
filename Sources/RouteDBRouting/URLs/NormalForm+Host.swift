extension NormalForm {
    /// Reads the authority as a host or as the first segment, or ignores it.
    mutating func appendAuthority(_ url: RawSpan) throws(InvalidURL) {
        guard let authority = parts.authority else { return }
        if policies.host == .authority {
            try appendAuthorityText(url, authority)
            return
        }
        let authorityParts = try AuthorityParts(url, authority)
        let role = hostRole
        let isWritten = policies.decoding != .all && (role == .component || role == .dotless)
        let decoding = TextDecoding(decodesPercent: !isWritten)
        if let problem = decoding.problem(in: authorityParts.userInfo, of: url) { throw problem }
        let range = authorityParts.host
        let host = try Self.hostText(url, range, decoding)
        guard !host.isEmpty else { return }
        switch role {
        case .match:
            bytes.append(contentsOf: host.lazy.map(\.asciiLowercased))
            facts.hostEnd = bytes.count
            facts.port = authorityParts.port.map(Int32.init) ?? -1
        case .component:
            appendHostSegment(url, range, host, decodesPercent: decoding.decodesPercent)
        case .dotless where Self.isDotless(url, range):
            appendHostSegment(url, range, host, decodesPercent: decoding.decodesPercent)
        case .dotless, .ignore, .auto, .authority: break
        }
    }

    /// How the host is matched; never `auto`.
    private var hostRole: NamespacePolicies.Host {
        guard policies.host == .auto else { return policies.host }
        let isWeb = facts.schemeEnd >= 0 && WebSchemes.contains(bytes[..<facts.schemeEnd])
        return isWeb ? .match : .component
    }

    /// Reads the whole authority as a segment, as written.
    private mutating func appendAuthorityText(
        _ url: RawSpan, _ authority: Range<Int>
    ) throws(InvalidURL) {
        if authority.isEmpty, policies.repeatedSlashes != .keep { return }
        if Self.dotCount(url, authority) > 0 { return }
        try appendSegment(url, authority, decodesPercent: false)
        noteSource(authority, nil, decodesPercent: false)
    }

    private mutating func appendHostSegment(
        _ url: RawSpan, _ range: Range<Int>, _ host: [UInt8], decodesPercent: Bool
    ) {
        if Self.dotCount(url, range) > 0 { return }
        beginSegment()
        bytes.append(contentsOf: host)
        noteSource(range, nil, decodesPercent: decodesPercent)
    }

    /// Whether a host looks like the first segment of an app's path, rather than like a web site.
    private static func isDotless(_ url: RawSpan, _ range: Range<Int>) -> Bool {
        var host: [UInt8] = []
        TextDecoding().decode(range, of: url, into: &host)
        return !host.contains(UInt8(ascii: ".")) && !host.elementsEqual("localhost".utf8)
    }

    /// The host, if it is valid.
    private static func hostText(
        _ url: RawSpan, _ range: Range<Int>, _ decoding: TextDecoding
    ) throws(InvalidURL) -> [UInt8] {
        var host: [UInt8] = []
        decoding.decode(range, of: url, into: &host)
        // The bracket is written literally, so the address has been checked.
        if !range.isEmpty, url.byte(at: range.lowerBound) == UInt8(ascii: "[") { return host }
        var validator = UTF8Validator()
        for byte in host {
            let isEscape = !decoding.decodesPercent && byte == UInt8(ascii: "%")
            if byte.isForbiddenInHost && !isEscape {
                throw InvalidURL(.invalidHost, at: range.lowerBound)
            }
            guard validator.accept(byte) else {
                throw InvalidURL(.invalidUTF8, at: range.lowerBound)
            }
        }
        guard validator.isComplete else { throw InvalidURL(.invalidUTF8, at: range.lowerBound) }
        return host
    }
}
