/// The parts of a URL in normal form, for people, for tests, and for code that inspects URLs.
///
/// You do not need it for resolving. With the native policies, the scheme and host are in lower
/// case, the path is decoded and has no dot segments, and the query is a list of decoded items in
/// order. ``description`` writes them as a URL, and normalizing that URL gives an equal value.
/// Other policies change what is decoded and what is a segment.
///
/// ```swift
/// let url = try NormalizedURL("HTTP://Example.com/a/%2e%2e/b%20c?q=1")
/// print(url.segments)  // ["b c"]
/// print(url)  // http://example.com/b%20c?q=1
/// ```
public struct NormalizedURL: Hashable, Sendable, CustomStringConvertible {
    /// The scheme, in lower case.
    public let scheme: String?
    /// The host, decoded and in lower case; an IPv6 address keeps its brackets.
    public let host: String?
    /// The port, if one is written after a host that is matched as a host.
    public let port: UInt16?
    /// The segments of the path, and other parts that are read as segments; decoded where the
    /// namespace decodes.
    public let segments: [String]
    /// True if a slash follows the last segment of the path.
    public let hasTrailingSlash: Bool
    /// The items of the query, and of a fragment that is read as a query, in order.
    public let query: [NormalizedURL.QueryItem]
    /// The fragment, even if it is read as segments or items.
    public let fragment: String?

    /// Reads a URL as the native profile does.
    ///
    /// - Parameter url: The URL as written.
    /// - Throws: ``InvalidURL``, with the reason and the offset.
    public init(_ url: String) throws(InvalidURL) { try self.init(utf8: Array(url.utf8)) }

    /// Reads a URL given as bytes, which need not be valid, as the native profile does.
    ///
    /// - Parameter url: The bytes of the URL as written.
    /// - Throws: ``InvalidURL``, with the reason and the offset.
    public init(utf8 url: [UInt8]) throws(InvalidURL) {
        try self.init(utf8: url, policies: .native)
    }

    /// Reads a URL by other policies.
    package init(_ url: String, policies: NamespacePolicy.Values) throws(InvalidURL) {
        try self.init(utf8: Array(url.utf8), policies: policies)
    }

    /// Reads a URL given as bytes by other policies.
    package init(utf8 url: [UInt8], policies: NamespacePolicy.Values) throws(InvalidURL) {
        let span = url.span.bytes
        let form = try NormalForm(span, policies: policies)
        let urlBounds = form.urlBounds
        scheme =
            urlBounds.schemeEnd < 0
            ? nil : String(decoding: form.bytes[..<urlBounds.schemeEnd], as: UTF8.self)
        host =
            urlBounds.hasHost
            ? String(decoding: form.bytes[urlBounds.hostStart..<urlBounds.hostEnd], as: UTF8.self)
            : nil
        port = urlBounds.port < 0 ? nil : UInt16(urlBounds.port)
        segments = (0..<urlBounds.segmentCount).map {
            let range = form.bounds.span.segment(behind: $0)
            return String(decoding: form.bytes[range], as: UTF8.self)
        }
        hasTrailingSlash = urlBounds.hasTrailingSlash
        query = form.queryItems(of: span)
        fragment = form.parts.fragment.map { policies.textValidity.text($0, of: span) }
    }

    /// The normal form as a URL.
    public var description: String {
        var out: [UInt8] = []
        if let scheme { out.append(contentsOf: "\(scheme):".utf8) }
        if let host {
            out.append(contentsOf: "//".utf8)
            PercentCoding.encode(host.utf8, keeping: "[]:!$&'()*+,;=", into: &out)
            if let port { out.append(contentsOf: ":\(port)".utf8) }
        }
        // An empty first segment would make the path look like a host.
        if host == nil, segments.first == "" { out.append(contentsOf: "/.".utf8) }
        for segment in segments {
            out.append(UInt8(ascii: "/"))
            PercentCoding.encode(segment.utf8, keeping: "!$&'()*+,;=:@", into: &out)
        }
        if segments.isEmpty || hasTrailingSlash { out.append(UInt8(ascii: "/")) }
        for (index, item) in query.enumerated() {
            out.append(UInt8(ascii: index == 0 ? "?" : "&"))
            PercentCoding.encode(item.key.utf8, keeping: "!$'()*,;:@/?", into: &out)
            guard let value = item.value else { continue }
            out.append(UInt8(ascii: "="))
            PercentCoding.encode(value.utf8, keeping: "!$'()*,;:@/?=", into: &out)
        }
        if let fragment {
            out.append(UInt8(ascii: "#"))
            PercentCoding.encode(fragment.utf8, keeping: "!$&'()*+,;=:@/?", into: &out)
        }
        return String(decoding: out, as: UTF8.self)
    }
}
