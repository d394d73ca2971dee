// How a namespace with other policies than the native ones reads a URL in plain form.
//
// A plain URL has no percent-escapes, control characters, empty or dot segments, or unusual authority,
// so the policies affect only its ends: which segment is the first, and whether a trailing slash adds
// one. Anything less simple needs the normal form.
extension NamespaceTable {
    /// The facts of a plain URL as this namespace reads it; `nil` if it needs the normal form.
    func adaptedFacts(_ facts: URLFacts, of url: RawSpan) -> URLFacts? {
        guard readsPlainEnd(of: url, from: facts.pathEnd) else { return nil }
        if policies.scheme == .text { return textFacts(facts) }
        if policies.scheme == .required && facts.schemeEnd < 0 { return nil }
        var facts = facts
        let pathSegments = facts.segmentCount
        var hostIsSegment = false
        if facts.hasHost, policies.host != .match {
            guard let role = hostRole(facts, of: url) else { return nil }
            if role != .match { facts.hostEnd = facts.hostStart }
            if role == .component {
                hostIsSegment = true
                facts.firstBound &-= 1
                facts.segmentCount &+= 1
            }
        }
        let keepsEmpty =
            policies.repeatedSlashes == .keep
            || (policies.repeatedSlashes == .auto && !hostIsSegment)
        if !keepsEmpty { return facts }
        if facts.hasTrailingSlash {
            let isRoot = pathSegments == 0 && !hostIsSegment
            if isRoot || policies.trailingSlash == .strict {
                facts.segmentCount &+= 1
                facts.hasTrailingSlash = false
            }
            return facts
        }
        // An empty path would be an empty segment, for which there is no bound.
        return facts.segmentCount == 0 ? nil : facts
    }

    /// Whether this namespace, too, ends the path of a plain URL at this offset.
    private func readsPlainEnd(of url: RawSpan, from pathEnd: Int) -> Bool {
        guard pathEnd < url.byteCount else { return true }
        let isQuery = url.byte(at: pathEnd) == UInt8(ascii: "?")
        switch policies.query {
        case .strict where isQuery: return url.hasPlainStrictQuery(from: pathEnd &+ 1)
        case .text where isQuery: return false
        default: break
        }
        if policies.fragment == .ignore && policies.decoding == .all { return true }
        return isQuery && !url.hasHashOrNonASCII(from: pathEnd)
    }

    /// How the host is matched: `match`, `component` or `ignore`; `nil` if the normal form is needed.
    private func hostRole(_ facts: URLFacts, of url: RawSpan) -> NamespacePolicies.Host? {
        // The authority is used as written, but the scheme before it is case-folded.
        var scheme = facts
        scheme.hostEnd = scheme.hostStart
        let checked = policies.host == .authority ? scheme : facts
        guard PlainScan.hasPlainAuthority(url, checked) else { return nil }
        switch policies.host {
        case .match, .component, .ignore: return policies.host
        case .authority: return .component
        case .dotless:
            for offset in facts.hostStart..<facts.hostEnd
            where url.byte(at: offset) == UInt8(ascii: ".") {
                return .ignore
            }
            // Each buffer is only compared, inside its closure.
            let host = url.extracting(facts.hostStart..<facts.hostEnd)
            let isLocal = unsafe host.withUnsafeBytes { unsafe $0.elementsEqual("localhost".utf8) }
            return isLocal ? .ignore : .component
        case .auto:
            let isWeb = unsafe url.extracting(0..<facts.schemeEnd).withUnsafeBytes {
                unsafe WebSchemes.contains($0)
            }
            return isWeb ? .match : .component
        }
    }

    /// The facts of a plain URL that is split into segments from its first byte.
    private func textFacts(_ facts: URLFacts) -> URLFacts? {
        guard policies.repeatedSlashes != .collapse,
            !facts.hasTrailingSlash || policies.trailingSlash == .strict
        else { return nil }
        var facts = facts
        facts.segmentCount &+= facts.firstBound
        facts.firstBound = 0
        facts.schemeEnd = -1
        facts.hostEnd = facts.hostStart
        if facts.hasTrailingSlash {
            facts.segmentCount &+= 1
            facts.hasTrailingSlash = false
        }
        return facts
    }
}

extension NamespacePolicies {
    /// Whether plain URLs are read as by the native policies.
    var readsPlainly: Bool {
        host == .match && fragment == .ignore && scheme == .match && query == .items
            && repeatedSlashes == .collapse && decoding == .all
    }
}
