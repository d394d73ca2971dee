import RouteDBAppLinks

/// Android's matcher of globs, line by line as the source of `android.os.PatternMatcher` has it, and what
/// Android 15 makes of the expressions of components.
enum NaivePattern {
    /// Whether a glob matches a text; an escaped dot is any character, as in the source, or a dot, as in
    /// the test suite (M6).
    static func matches(
        glob: [UInt16], _ match: [UInt16], escapedDotIsAny: Bool = true
    ) -> Bool {
        let (escape, star, dot) = (UInt16(0x5C), UInt16(0x2A), UInt16(0x2E))
        guard !glob.isEmpty else { return match.isEmpty }
        func character(_ index: Int) -> UInt16 { index < glob.count ? glob[index] : 0 }
        var (ip, im) = (0, 0)
        var nextChar = glob[0]
        while ip < glob.count, im < match.count {
            var c = nextChar
            ip += 1
            nextChar = character(ip)
            let escaped = c == escape
            if escaped {
                c = nextChar
                ip += 1
                nextChar = character(ip)
            }
            if nextChar == star {
                if !escaped, c == dot {
                    if ip >= glob.count - 1 { return true }
                    ip += 1
                    nextChar = glob[ip]
                    if nextChar == escape {
                        ip += 1
                        nextChar = character(ip)
                    }
                    repeat {
                        if match[im] == nextChar { break }
                        im += 1
                    } while im < match.count
                    if im == match.count { return false }
                    ip += 1
                    nextChar = character(ip)
                    im += 1
                } else {
                    repeat {
                        if match[im] != c { break }
                        im += 1
                    } while im < match.count
                    ip += 1
                    nextChar = character(ip)
                }
            } else {
                let isAny = c == dot && (!escaped || escapedDotIsAny)
                if !isAny, match[im] != c { return false }
                im += 1
            }
        }
        if ip >= glob.count, im >= match.count { return true }
        return ip == glob.count - 2 && glob[ip] == dot && glob[ip + 1] == star
    }

    /// Whether an expression of a component matches a text (D2).
    static func matches(
        expression: String, _ text: [UInt16], escapedDotIsAny: Bool = true
    ) -> Bool {
        if !expression.contains("*"), !expression.contains("?") {
            return Array(expression.utf16) == text
        }
        if expression.hasSuffix("*"), !expression.dropLast().contains("*"),
            !expression.contains("?")
        {
            return text.starts(with: expression.dropLast().utf16)
        }
        var glob = ""
        for character in expression {
            switch character {
            case "*": glob += ".*"
            case "?": glob += "."
            case ".", "\\": glob += "\\\(character)"
            default: glob.append(character)
            }
        }
        return matches(glob: Array(glob.utf16), text, escapedDotIsAny: escapedDotIsAny)
    }

    /// A piece of an advanced glob: characters, and how many of them there may be.
    struct Piece {
        /// How the characters are written.
        let written: String
        let takes: @Sendable (UInt16) -> Bool
        let counts: ClosedRange<Int>
    }

    /// Whether pieces match a text: each takes all that it can, and gives nothing back.
    static func matches(_ pieces: [Piece], _ text: [UInt16]) -> Bool {
        var index = 0
        for piece in pieces {
            var count = 0
            while index < text.count, count < piece.counts.upperBound, piece.takes(text[index]) {
                index += 1
                count += 1
            }
            if count < piece.counts.lowerBound { return false }
        }
        return index == text.count
    }

    /// A text of a link as Android compares it (D1).
    static func decoded(_ text: String) -> [UInt16] {
        Array(String(decoding: NaiveAssociation.decoded(text), as: UTF8.self).utf16)
    }

    /// The items of a query as Android compares them.
    static func items(_ query: String?) -> [[UInt16]] {
        guard let query else { return [] }
        let text = decoded(query)
        for mark in "&;".utf16 {
            let items = text.split(separator: mark, omittingEmptySubsequences: false)
            if items.count > 1 { return items.map { Array($0) } }
        }
        return [text]
    }
}
