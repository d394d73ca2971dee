/// A URL in the form that the matcher reads: folded, decoded, and with dot segments resolved.
///
/// It is made for every URL that is not written in plain form (see ``PlainScan``), and whenever
/// somebody asks for the parts of a URL as values. Percent-decoding happens once, after the path
/// was split, so an encoded slash never splits a segment; dot segments are recognised after
/// decoding, so no spelling of them survives.
///
/// The bytes are `scheme://host/segment/segment…`; the bounds say where each segment ends, since
/// a decoded segment may hold a slash.
struct NormalForm {
    /// What is matched.
    private(set) var bytes: [UInt8] = []
    /// Where each segment begins, and where the next one would.
    private(set) var bounds: [UInt32] = []
    private(set) var facts: URLFacts
    /// The parts as written.
    let parts: URLParts

    let policies: NamespacePolicies

    /// Normalises a URL.
    ///
    /// - Parameters:
    ///   - url: The URL as written.
    ///   - policies: How to read its host, path and fragment.
    /// - Throws: What makes it invalid.
    init(_ url: RawSpan, policies: NamespacePolicies) throws(InvalidURL) {
        guard url.byteCount <= URLLimits.bytes else {
            throw InvalidURL(.tooLong, at: URLLimits.bytes)
        }
        parts = URLParts(url)
        self.policies = policies
        facts = URLFacts()
        facts.pathEnd = parts.path.upperBound
        facts.fragmentIsQuery = fragmentRole(url) == .query
        bytes.reserveCapacity(url.byteCount + 3)
        appendScheme(url)
        try appendAuthority(url)
        try appendSegments(url)
        facts.segmentCount = bounds.count
        bounds.append(UInt32(bytes.count + 1))
        for range in [parts.query, parts.fragment] {
            guard let range else { continue }
            if let problem = PercentCoding.problem(
                in: url, from: range.lowerBound, to: range.upperBound)
            {
                throw problem
            }
        }
    }

    private mutating func appendScheme(_ url: RawSpan) {
        if !parts.scheme.isEmpty {
            for offset in parts.scheme { bytes.append(url.byte(at: offset).asciiLowercased) }
            facts.schemeEnd = bytes.count
            bytes.append(UInt8(ascii: ":"))
        }
        bytes.append(UInt8(ascii: "/"))
        bytes.append(UInt8(ascii: "/"))
        facts.hostStart = bytes.count
        facts.hostEnd = bytes.count
    }

    // MARK: Host

    private mutating func appendAuthority(_ url: RawSpan) throws(InvalidURL) {
        guard let authority = parts.authority else { return }
        let authorityParts = try AuthorityParts(url, authority)
        let userInfo = authorityParts.userInfo
        if let problem = PercentCoding.problem(
            in: url, from: userInfo.lowerBound, to: userInfo.upperBound)
        {
            throw problem
        }
        let host = try Self.decodedHost(url, authorityParts.host)
        switch role(of: host) {
        case .match:
            bytes.append(contentsOf: host.lazy.map(\.asciiLowercased))
            facts.hostEnd = bytes.count
            facts.port = authorityParts.port.map(Int32.init) ?? -1
        case .component:
            if Self.isDotSegment(host) { break }
            appendSegment(host)
        case .ignore, .auto, .dotless, .authority: break
        }
    }

    /// What the host is to the routes; never `auto`.
    private func role(of host: [UInt8]) -> NamespacePolicies.Host {
        if host.isEmpty { return .ignore }
        guard policies.host == .auto else { return policies.host }
        let isWeb = facts.schemeEnd >= 0 && WebSchemes.contains(bytes[..<facts.schemeEnd])
        return isWeb ? .match : .component
    }

    private static func decodedHost(
        _ url: RawSpan, _ range: Range<Int>
    ) throws(InvalidURL) -> [UInt8] {
        var host: [UInt8] = []
        PercentCoding.decode(url, from: range.lowerBound, to: range.upperBound, into: &host)
        // A bracket as written, which an encoded one is not: the address has been checked.
        if !range.isEmpty, url.byte(at: range.lowerBound) == UInt8(ascii: "[") { return host }
        var validator = UTF8Validator()
        for byte in host {
            if byte.isForbiddenInHost { throw InvalidURL(.invalidHost, at: range.lowerBound) }
            guard validator.accept(byte) else {
                throw InvalidURL(.invalidUTF8, at: range.lowerBound)
            }
        }
        guard validator.isComplete else { throw InvalidURL(.invalidUTF8, at: range.lowerBound) }
        return host
    }

    // MARK: Segments

    private mutating func appendSegments(_ url: RawSpan) throws(InvalidURL) {
        try appendPath(url, parts.path, isFirst: true)
        guard let fragment = parts.fragment, fragmentRole(url) == .path else { return }
        try appendPath(url, fragment, isFirst: false)
    }

    /// What the fragment is to the routes; never `auto`.
    private func fragmentRole(_ url: RawSpan) -> NamespacePolicies.Fragment {
        guard let fragment = parts.fragment, !fragment.isEmpty else { return .ignore }
        guard policies.fragment == .auto else { return policies.fragment }
        return url.byte(at: fragment.lowerBound) == UInt8(ascii: "/") ? .path : .query
    }

    private mutating func appendPath(
        _ url: RawSpan, _ range: Range<Int>, isFirst: Bool
    ) throws(InvalidURL) {
        if range.isEmpty { return }
        let floor = bounds.count
        var start = range.lowerBound
        if url.byte(at: start) == UInt8(ascii: "/") { start += 1 }
        var pieces = 0
        var endsOpen = false
        while start <= range.upperBound {
            var end = start
            while end < range.upperBound, url.byte(at: end) != UInt8(ascii: "/") { end += 1 }
            pieces += 1
            guard pieces <= URLLimits.segments else {
                throw InvalidURL(.tooManySegments, at: start)
            }
            let isLast = end == range.upperBound
            endsOpen = try appendPiece(url, start..<end, isLast: isLast, floor: floor)
            start = end + 1
        }
        if isFirst || bounds.count > floor {
            facts.hasTrailingSlash = endsOpen && !bounds.isEmpty
        }
    }

    /// Takes what stands between two slashes.
    ///
    /// - Returns: Whether the path, if this was its last piece, ends with a slash.
    private mutating func appendPiece(
        _ url: RawSpan, _ piece: Range<Int>, isLast: Bool, floor: Int
    ) throws(InvalidURL) -> Bool {
        if piece.isEmpty {
            if !isLast && policies.repeatedSlashes == .keep { appendSegment([]) }
            return true
        }
        var decoded: [UInt8] = []
        PercentCoding.decode(url, from: piece.lowerBound, to: piece.upperBound, into: &decoded)
        var validator = UTF8Validator()
        for byte in decoded {
            if byte.isControl { throw InvalidURL(.controlCharacter, at: piece.lowerBound) }
            guard validator.accept(byte) else {
                throw InvalidURL(.invalidUTF8, at: piece.lowerBound)
            }
        }
        guard validator.isComplete else { throw InvalidURL(.invalidUTF8, at: piece.lowerBound) }
        if Self.isDotSegment(decoded) {
            if decoded.count == 2, bounds.count > floor { removeLastSegment() }
            return true
        }
        appendSegment(decoded)
        return false
    }

    private static func isDotSegment(_ segment: [UInt8]) -> Bool {
        1...2 ~= segment.count && segment.allSatisfy { $0 == UInt8(ascii: ".") }
    }

    private mutating func appendSegment(_ segment: [UInt8]) {
        bytes.append(UInt8(ascii: "/"))
        bounds.append(UInt32(bytes.count))
        bytes.append(contentsOf: segment)
    }

    private mutating func removeLastSegment() {
        let start = Int(bounds.removeLast())
        bytes.removeSubrange((start - 1)...)
    }
}

/// The schemes whose authority names a host, for the host policy `auto`.
enum WebSchemes {
    private static let names: [[UInt8]] = ["http", "https", "ws", "wss", "ftp"].map {
        Array($0.utf8)
    }

    /// Whether a scheme, in lower case, is one of them.
    static func contains(_ scheme: some Sequence<UInt8>) -> Bool {
        names.contains { $0.elementsEqual(scheme) }
    }
}
