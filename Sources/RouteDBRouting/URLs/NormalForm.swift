/// A URL in the form that the matcher reads: case-folded, decoded, and with dot segments resolved, as
/// the policies of a namespace specify.
///
/// It is made for every URL that is not written in plain form (see ``PlainScan``), and whenever the
/// parts of a URL are needed as values. Percent-decoding, if any, happens once, after the path has
/// been split, so an encoded slash never splits a segment. Dot segments are recognized in any
/// spelling, so none remains.
///
/// The bytes are `scheme://host/segment/segment…`. The bounds tell where each segment begins, since
/// a decoded segment may hold a slash.
package struct NormalForm {
    /// The bytes that are matched.
    package var bytes: [UInt8] = []
    /// The slash before each segment, and the end.
    package var bounds: [UInt32] = []
    package var urlBounds = URLBounds()
    /// The parts as written.
    let parts: URLParts

    package let policies: NamespacePolicy.Values
    /// True if a segment was percent-decoded.
    var hasEscapes = false
    /// Where the text of each segment is written, in order, if requested.
    var sources: [SegmentSource] = []
    let keepsSources: Bool

    /// Normalizes a URL.
    package init(
        _ url: RawSpan, policies: NamespacePolicy.Values, keepsSources: Bool = false
    ) throws(InvalidURL) {
        self.keepsSources = keepsSources
        guard url.byteCount <= URLLimits.bytes else {
            throw InvalidURL(.tooLong, at: URLLimits.bytes)
        }
        parts = URLParts(url, policies: policies)
        self.policies = policies
        if policies.scheme == .required, parts.scheme.isEmpty || parts.authority == nil {
            throw InvalidURL(.missingScheme, at: 0)
        }
        // Only a required scheme may contain characters that schemes normally cannot.
        if policies.scheme == .required { try check(parts.scheme, items: nil, of: url) }
        let fragment = FragmentReading(url, parts.fragment, policies)
        // The query is read from its leading `?` on.
        urlBounds.pathEnd = parts.query.map { $0.lowerBound - 1 } ?? parts.path.upperBound
        urlBounds.queryEnd = Int32(parts.query?.upperBound ?? urlBounds.pathEnd)
        urlBounds.fragmentItemsStart = fragment.items.map { Int32($0.lowerBound) } ?? -1
        bytes.reserveCapacity(url.byteCount + 3)
        appendScheme(url)
        try appendAuthority(url)
        try appendSegments(url, fragment)
        urlBounds.segmentCount = bounds.count
        bounds.append(UInt32(bytes.count))
        try check(parts.wholeQuery, items: parts.query, of: url)
        try check(fragment.items ?? fragment.rest, items: fragment.items, of: url)
    }

    /// Reads only the scheme and the host, by the native policies, to find the namespace that a URL is
    /// bound to.
    ///
    /// The rest is not read, since only that namespace knows how to read it. If the authority is not
    /// valid natively, there is no host.
    package init(originOf url: RawSpan) {
        parts = URLParts(url)
        policies = .native
        keepsSources = false
        appendScheme(url)
        try? appendAuthority(url)
        bounds.append(UInt32(bytes.count))
    }

    private mutating func appendScheme(_ url: RawSpan) {
        if !parts.scheme.isEmpty {
            for offset in parts.scheme { bytes.append(url.byte(at: offset).asciiLowercased) }
            urlBounds.schemeEnd = bytes.count
            bytes.append(UInt8(ascii: ":"))
        }
        bytes.append(UInt8(ascii: "/"))
        bytes.append(UInt8(ascii: "/"))
        urlBounds.hostStart = bytes.count
        urlBounds.hostEnd = bytes.count
    }

    /// Checks a text outside the path, and the items in it.
    private func check(
        _ range: Range<Int>?, items: Range<Int>?, of url: RawSpan
    ) throws(InvalidURL) {
        guard let range else { return }
        if let problem = policies.textValidity.problem(in: range, of: url) { throw problem }
        guard let items, policies.query == .strict else { return }
        if let problem = StrictQuery.problem(in: items, of: url) { throw problem }
    }
}

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
        var range = authorityParts.host
        var host = try Self.hostText(url, range, decoding)
        guard !host.isEmpty else { return }
        if HostSyntax.hasFinalDot(host) {
            host.removeLast()
            let isPlain = url.byte(at: range.upperBound - 1) == UInt8(ascii: ".")
            range = range.lowerBound..<range.upperBound - (isPlain ? 1 : 3)
        }
        switch role {
        case .match:
            bytes.append(contentsOf: host.lazy.map(\.asciiLowercased))
            urlBounds.hostEnd = bytes.count
            urlBounds.port = authorityParts.port.map(Int32.init) ?? -1
        case .component:
            try appendHostSegment(url, range, host, decodesPercent: decoding.decodesPercent)
        case .dotless where Self.isDotless(url, range):
            try appendHostSegment(url, range, host, decodesPercent: decoding.decodesPercent)
        case .dotless, .ignore, .auto, .authority: break
        }
    }

    /// How the host is matched; never `auto`.
    private var hostRole: NamespacePolicy.Host {
        guard policies.host == .auto else { return policies.host }
        let isWeb = urlBounds.schemeEnd >= 0 && WebSchemes.contains(bytes[..<urlBounds.schemeEnd])
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
    ) throws(InvalidURL) {
        if Self.dotCount(url, range) > 0 { return }
        if !decodesPercent { try Self.refuseEncodedDots(url, range) }
        beginSegment()
        bytes.append(contentsOf: host)
        noteSource(range, nil, decodesPercent: decodesPercent)
    }

    /// Returns whether a host looks like the first segment of an app's path, rather than like a web site.
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
