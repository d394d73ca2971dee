import RouteDBRouting

extension PrivacyRules {
    /// How often a text may have been percent-encoded, one time within the other.
    private static let nesting = 3

    /// Whether a text says the value of a name that a rule guards: `name=…` or `name:…`, as URLs
    /// within URLs, matrix parameters and JSON do, percent-encoded or not.
    func isMentioned(in text: String) -> Bool {
        guard !guarded.isEmpty else { return false }
        var bytes = Array(text.utf8)
        for _ in 0..<Self.nesting {
            let folded = bytes.map(\.asciiLowercased)
            for name in guarded where Self.says(name, in: folded) { return true }
            guard let decoded = bytes.percentDecoded else { return false }
            bytes = decoded
        }
        return false
    }

    private static func says(_ name: [UInt8], in text: [UInt8]) -> Bool {
        guard let first = name.first, text.count > name.count else { return false }
        for start in 0..<text.count - name.count where text[start] == first {
            guard start == 0 || !text[start - 1].isNameByte else { continue }
            guard text[start..<start + name.count].elementsEqual(name) else { continue }
            var end = start + name.count
            while end < text.count, isQuote(text[end]) { end += 1 }
            guard end < text.count else { continue }
            if text[end] == UInt8(ascii: "=") || text[end] == UInt8(ascii: ":") { return true }
        }
        return false
    }

    /// What may stand between a name and the mark behind it.
    private static func isQuote(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "]"),
            UInt8(ascii: " "):
            true
        default: false
        }
    }
}
