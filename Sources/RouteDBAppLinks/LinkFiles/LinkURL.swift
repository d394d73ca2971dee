import RouteDBRouting

/// The parts of a URL that the platforms compare, as written.
///
/// Paths, queries and fragments are compared; the scheme and the host choose the file.
package struct LinkURL: Sendable {
    /// The URL as written.
    package let text: String
    /// The scheme in lower case; empty if there is none.
    package let scheme: String
    /// The host in lower case, without user, port and a dot at its end; `nil` if there is none.
    package let host: String?
    /// The path; `/` if it is empty after a host.
    package let path: [UInt8]
    /// The text after `?`; `nil` if there is no `?`.
    package let query: [UInt8]?
    /// The text after `#`; `nil` if there is no `#`.
    package let fragment: [UInt8]?

    /// Splits a URL.
    package init(_ text: String) {
        self.text = text
        let bytes = Array(text.utf8)
        let parts = URLParts(bytes.span.bytes)
        scheme = String(decoding: bytes[parts.scheme], as: UTF8.self).lowercased()
        var authority = parts.authority.map { bytes[$0] }
        if let at = authority?.lastIndex(of: UInt8(ascii: "@")) {
            authority = authority?[(at + 1)...]
        }
        if let whole = authority, whole.first != UInt8(ascii: "["),
            let colon = whole.firstIndex(of: UInt8(ascii: ":"))
        {
            authority = whole[..<colon]
        }
        host = authority.map {
            HostSyntax.withoutFinalDot(String(decoding: $0, as: UTF8.self).lowercased())
        }
        let written = Array(bytes[parts.path])
        path = written.isEmpty && host != nil ? [UInt8(ascii: "/")] : written
        query = parts.query.map { Array(bytes[$0]) }
        fragment = parts.fragment.map { Array(bytes[$0]) }
    }

    /// True if the platforms consider opening an app for the URL at all.
    package var isWeb: Bool { (scheme == "https" || scheme == "http") && host?.isEmpty == false }

    /// True if the path has a `.` or `..` segment, which browsers resolve before the platforms see the URL.
    var hasDotSegment: Bool {
        path.split(separator: UInt8(ascii: "/")).contains { segment in
            segment.count <= 2 && segment.allSatisfy { $0 == UInt8(ascii: ".") }
        }
    }

    /// The items of the query, as written: separated by `&`, each with the text after its first `=`.
    package var items: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>?)] {
        guard let query, !query.isEmpty else { return [] }
        return query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map {
            item in
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { return (item, nil) }
            return (item[..<equals], item[(equals + 1)...])
        }
    }

    /// Decodes percent-encoding; a `%` that is not followed by two digits stays.
    package static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = bytes[index + 1].hexadecimalValue,
                let low = bytes[index + 2].hexadecimalValue
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }
}
