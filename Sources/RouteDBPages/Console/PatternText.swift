#if Server
/// Patterns and URLs with their parts in colours.
package enum PatternText {
    /// A pattern, with the segment underlined that a URL does not have.
    package static func pattern(_ text: String, marking segment: Int?) -> Markup {
        "<code class=\"pattern\">\(parts(text, marking: segment, isPattern: true))</code>"
    }

    /// A URL, with the segment underlined that a pattern refuses.
    package static func url(_ text: String, marking segment: Int?) -> Markup {
        "<code class=\"pattern\">\(parts(text, marking: segment, isPattern: false))</code>"
    }

    private static func parts(_ text: String, marking segment: Int?, isPattern: Bool) -> Markup {
        let bytes = Array(text.utf8)
        var start = 0
        var markup: Markup = ""
        if let end = endOfScheme(bytes) {
            start = end
            while start < bytes.count, !"/?#".utf8.contains(bytes[start]) { start += 1 }
            markup += "<span class=\"origin\">\(part(bytes[..<start]))</span>"
        }
        let end = endOfPath(bytes, from: start)
        let pieces = bytes[start..<end].split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (number, piece) in pieces.enumerated() {
            if number > 0 { markup += "<span class=\"slash\">/</span>" }
            guard !piece.isEmpty || number == segment else { continue }
            let hasParameter = isPattern && piece.contains { "{:*".utf8.contains($0) }
            let shown: Markup = """
                <span class="\(hasParameter ? "param" : "literal")">\(piece.isEmpty ? " " : part(piece))\
                </span>
                """
            markup += number == segment && number > 0 ? "<mark>\(shown)</mark>" : shown
        }
        if end < bytes.count { markup += "<span class=\"query\">\(part(bytes[end...]))</span>" }
        return markup
    }

    /// The end of the path, behind which is the query.
    ///
    /// A `?` inside braces belongs to a parameter.
    private static func endOfPath(_ bytes: [UInt8], from start: Int) -> Int {
        var depth = 0
        for index in start..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "?") where depth <= 0, UInt8(ascii: "#") where depth <= 0:
                return index
            default: break
            }
        }
        return bytes.count
    }

    private static func part(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// The end of `scheme://`; `nil` if there is none before the path.
    private static func endOfScheme(_ bytes: [UInt8]) -> Int? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8), !bytes[..<colon].contains(UInt8(ascii: "/"))
        else { return nil }
        return colon + 3
    }
}
#endif
