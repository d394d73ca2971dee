// How a namespace with other policies than the native ones reads a URL in plain form.
//
// A plain URL has no percent-escapes, control characters, empty or dot segments, or unusual authority,
// so the policies affect only its ends: which segment is the first, and whether a trailing slash adds
// one. Anything less simple needs the normal form.
extension NamespaceTable {
    /// The facts of a plain URL as this namespace reads it; `nil` if it needs the normal form.
    func adaptedFacts(_ urlBounds: URLBounds, of url: RawSpan) -> URLBounds? {
        guard readsPlainEnd(of: url, from: urlBounds.pathEnd) else { return nil }
        if policies.scheme == .text { return textFacts(urlBounds) }
        if policies.scheme == .required && urlBounds.schemeEnd < 0 { return nil }
        var urlBounds = urlBounds
        let pathSegments = urlBounds.segmentCount
        var hostIsSegment = false
        if urlBounds.hasHost, policies.host != .match {
            guard let role = hostRole(urlBounds, of: url) else { return nil }
            if role != .match { urlBounds.hostEnd = urlBounds.hostStart }
            if role == .component {
                hostIsSegment = true
                urlBounds.firstBound &-= 1
                urlBounds.segmentCount &+= 1
            }
        }
        let keepsEmpty =
            policies.repeatedSlashes == .keep
            || (policies.repeatedSlashes == .auto && !hostIsSegment)
        if !keepsEmpty { return urlBounds }
        if urlBounds.hasTrailingSlash {
            let isRoot = pathSegments == 0 && !hostIsSegment
            if isRoot || policies.trailingSlash == .strict {
                urlBounds.segmentCount &+= 1
                urlBounds.hasTrailingSlash = false
            }
            return urlBounds
        }
        // An empty path would be an empty segment, for which there is no bound.
        return urlBounds.segmentCount == 0 ? nil : urlBounds
    }

    /// Returns whether this namespace, too, ends the path of a plain URL at this offset.
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
    private func hostRole(_ urlBounds: URLBounds, of url: RawSpan) -> NamespacePolicy.Host? {
        // The authority is used as written, but the scheme before it is case-folded.
        var scheme = urlBounds
        scheme.hostEnd = scheme.hostStart
        let checked = policies.host == .authority ? scheme : urlBounds
        guard PlainScan.hasPlainAuthority(url, checked) else { return nil }
        switch policies.host {
        case .match, .component, .ignore: return policies.host
        case .authority: return .component
        case .dotless:
            for offset in urlBounds.hostStart..<urlBounds.hostEnd
            where url.byte(at: offset) == UInt8(ascii: ".") {
                return .ignore
            }
            // Each buffer is only compared, inside its closure.
            let host = url.extracting(urlBounds.hostStart..<urlBounds.hostEnd)
            let isLocal = unsafe host.withUnsafeBytes { unsafe $0.elementsEqual("localhost".utf8) }
            return isLocal ? .ignore : .component
        case .auto:
            let isWeb = unsafe url.extracting(0..<urlBounds.schemeEnd).withUnsafeBytes {
                unsafe WebSchemes.contains($0)
            }
            return isWeb ? .match : .component
        }
    }

    /// The facts of a plain URL that is split into segments from its first byte.
    private func textFacts(_ urlBounds: URLBounds) -> URLBounds? {
        guard policies.repeatedSlashes != .collapse,
            !urlBounds.hasTrailingSlash || policies.trailingSlash == .strict
        else { return nil }
        var urlBounds = urlBounds
        urlBounds.segmentCount &+= urlBounds.firstBound
        urlBounds.firstBound = 0
        urlBounds.schemeEnd = -1
        urlBounds.hostEnd = urlBounds.hostStart
        if urlBounds.hasTrailingSlash {
            urlBounds.segmentCount &+= 1
            urlBounds.hasTrailingSlash = false
        }
        return urlBounds
    }
}

extension NamespacePolicy.Values {
    /// True if plain URLs are read as by the native policies.
    var readsPlainly: Bool {
        host == .match && fragment == .ignore && scheme == .match && query == .items
            && repeatedSlashes == .collapse && decoding == .all
    }
}
