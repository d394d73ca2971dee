/// The pattern matcher of Android (`android.os.PatternMatcher`), rule by rule.
///
/// It compares UTF-16 units, and never goes back: a token takes what it can, and what it has taken
/// stays taken. Its tokens, in the order of the pattern, are:
///
/// 1. a literal, the whole text, its beginning or its end: compared as it is;
/// 2. a glob: `.` is any character; `c*` takes all `c` there are, but needs some text to be left, if
///    only for what follows; `.*` before the end takes text up to the next character of the pattern,
///    and that character, which is never a wildcard; a last `.*` takes the rest; `\` makes a `*` after
///    the next character count for just that character, and an escaped `.` is still any character, or
///    a dot by the other reading of M6;
/// 3. an advanced glob: characters, `.` and sets such as `[a-z]`, each with `*`, `+` or `{1,3}`.
package struct AndroidMatcher: Hashable, Sendable {
    /// How a pattern is written.
    package enum Kind: String, CaseIterable, Sendable {
        case literal
        case prefix
        case suffix
        case glob
        case advanced
    }

    /// A token of a glob.
    enum GlobToken: Hashable {
        /// One character; `nil` for any.
        case one(UInt16?)
        /// All of a character that there are.
        case many(UInt16)
        /// Text up to a character, and the character.
        case upTo(UInt16)
        /// The rest.
        case rest
    }

    /// A token of an advanced glob.
    struct AdvancedToken: Hashable {
        /// The ranges of characters; `nil` for any.
        var ranges: [ClosedRange<UInt16>]?
        var isInverse = false
        var counts: ClosedRange<Int> = 1...1

        func takes(_ unit: UInt16) -> Bool {
            guard let ranges else { return true }
            return ranges.contains { $0.contains(unit) } != isInverse
        }
    }

    package let kind: Kind
    package let pattern: String
    let units: [UInt16]
    private(set) var glob: [GlobToken]
    /// The tokens by the other reading of M6; `nil` if they are the same.
    private let dottedGlob: [GlobToken]?
    let advanced: [AdvancedToken]

    /// Reads a pattern.
    package init(_ kind: Kind, _ pattern: String) throws(AndroidPatternError) {
        self.kind = kind
        self.pattern = pattern
        units = Array(pattern.utf16)
        glob = kind == .glob ? Self.globTokens(units) : []
        let dotted = kind == .glob ? Self.globTokens(units, escapedDot: .one(Self.dot)) : []
        dottedGlob = dotted == glob ? nil : dotted
        advanced = kind == .advanced ? try AdvancedGlobParser.parse(units) : []
    }

    /// True if an escaped dot may be any character, or a dot (M6).
    package var isUncertain: Bool { dottedGlob != nil }

    /// The matcher by a reading of the uncertain rules.
    package func read(by reading: AssetLinks.Reading) -> AndroidMatcher {
        guard let dottedGlob, !reading.follows(.m6) else { return self }
        var matcher = self
        matcher.glob = dottedGlob
        return matcher
    }

    /// Returns whether a text matches.
    ///
    /// - Complexity: Linear in the text and the pattern.
    package func matches(_ text: String) -> Bool { matches(Array(text.utf16)) }

    func matches(_ text: [UInt16]) -> Bool {
        switch kind {
        case .literal: text == units
        case .prefix: text.starts(with: units)
        case .suffix: text.reversed().starts(with: units.reversed())
        case .glob: matchesGlob(text)
        case .advanced: matchesAdvanced(text)
        }
    }

    // MARK: Globs

    private static let dot = UInt16(0x2E)

    private static func globTokens(
        _ units: [UInt16], escapedDot: GlobToken = .one(nil)
    ) -> [GlobToken] {
        let (star, escape) = (UInt16(0x2A), UInt16(0x5C))
        var tokens: [GlobToken] = []
        var index = 0
        /// The unit at an index; 0 past the end, which is how the original reads it.
        func unit(_ index: Int) -> UInt16 { index < units.count ? units[index] : 0 }
        while index < units.count {
            var character = units[index]
            let isEscaped = character == escape
            if isEscaped {
                index += 1
                character = unit(index)
            }
            index += 1
            guard unit(index) == star, index < units.count else {
                let any: GlobToken = isEscaped ? escapedDot : .one(nil)
                tokens.append(character == dot ? any : .one(character))
                continue
            }
            guard !isEscaped, character == dot else {
                tokens.append(.many(character))
                index += 1
                continue
            }
            guard index < units.count - 1 else {
                tokens.append(.rest)
                break
            }
            index += 1
            if units[index] == escape { index += 1 }
            tokens.append(.upTo(unit(index)))
            index += 1
        }
        return tokens
    }

    private func matchesGlob(_ text: [UInt16]) -> Bool {
        var rest = text[...]
        for (index, token) in glob.enumerated() {
            // Without text left, only a last '.*' still matches.
            guard let first = rest.first else {
                return token == .rest && index == glob.count - 1
            }
            switch token {
            case .one(let unit):
                guard unit == nil || unit == first else { return false }
                rest.removeFirst()
            case .many(let unit): rest = rest.drop { $0 == unit }
            case .upTo(let unit):
                guard let found = rest.firstIndex(of: unit) else { return false }
                rest = rest[(found + 1)...]
            case .rest: return true
            }
        }
        return rest.isEmpty
    }

    // MARK: Advanced globs

    private func matchesAdvanced(_ text: [UInt16]) -> Bool {
        var rest = text[...]
        for token in advanced {
            var count = 0
            while count < token.counts.upperBound, let unit = rest.first, token.takes(unit) {
                rest.removeFirst()
                count += 1
            }
            guard count >= token.counts.lowerBound else { return false }
        }
        return rest.isEmpty
    }
}

/// Why Android refuses a pattern.
package struct AndroidPatternError: Error, Hashable, Sendable {
    /// The reason, as a sentence.
    package let message: String
}
