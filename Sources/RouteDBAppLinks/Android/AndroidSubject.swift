/// A URL as Android compares it: decoded, as UTF-16 (D1).
package struct AndroidSubject: Sendable {
    package let host: String
    package let scheme: String
    package let path: [UInt16]
    /// The items of the query; `nil` if there is no query.
    package let items: [[UInt16]]?
    /// The fragment; `nil` if there is none.
    package let fragment: [UInt16]?

    /// Decodes a URL.
    package init(_ url: LinkURL) {
        scheme = url.scheme
        host = url.host ?? ""
        path = Self.units(url.path)
        fragment = url.fragment.map(Self.units)
        items = url.query.map { query in
            // The whole query is decoded before it is split, so '%26' separates items as well.
            let text = Self.units(query)
            let items = text.split(
                separator: UInt16(UInt8(ascii: "&")), omittingEmptySubsequences: false)
            guard items.count == 1 else { return items.map(Array.init) }
            return text.split(
                separator: UInt16(UInt8(ascii: ";")), omittingEmptySubsequences: false
            ).map(Array.init)
        }
    }

    private static func units(_ bytes: [UInt8]) -> [UInt16] {
        Array(String(decoding: LinkURL.decoded(bytes), as: UTF8.self).utf16)
    }
}
