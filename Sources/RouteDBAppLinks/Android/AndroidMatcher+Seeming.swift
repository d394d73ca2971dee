// What a pattern seems to match, and does not since the matcher never goes back.
extension AndroidMatcher {
    /// The most wildcards of a glob for which texts are made, and the longest glob.
    private static let (starLimit, lengthLimit) = (4, 256)

    /// Texts that a glob would match if it went back, and does not: in each, one `.*` is text that
    /// contains the character at which Android lets it end (M5).
    ///
    /// A `.*` before a slash is left out: that it takes one segment only is what most people want.
    package var seemingTexts: [String] {
        guard units.count <= Self.lengthLimit else { return [] }
        let slash = UInt16(UInt8(ascii: "/"))
        let tokens = read(by: AssetLinks.Reading(reversed: [.m6])).glob
        guard matches(Self.text(of: tokens, doubling: nil)) else { return [] }
        let stars = tokens.indices.filter { index in
            if case .upTo(let unit) = tokens[index] { unit != slash } else { false }
        }
        return stars.prefix(Self.starLimit).map { Self.text(of: tokens, doubling: $0) }
            .filter { !matches($0) }.map { String(decoding: $0, as: UTF16.self) }
    }

    /// A text for some tokens, with the end of one of them twice.
    private static func text(of tokens: [GlobToken], doubling star: Int?) -> [UInt16] {
        let letter = UInt16(UInt8(ascii: "a"))
        return tokens.indices.flatMap { index -> [UInt16] in
            switch tokens[index] {
            case .one(let unit): [unit ?? letter]
            case .many, .rest: []
            case .upTo(let unit): index == star ? [letter, unit, letter, unit] : [letter, unit]
            }
        }
    }

    /// How many tokens behind a repetition are looked at.
    private static let lookahead = 8

    /// True if an advanced glob matches no text: a repetition without end takes what must follow it,
    /// and gives nothing back.
    package var matchesNothing: Bool {
        advanced.indices.contains { index in
            let token = advanced[index]
            guard token.counts.upperBound == Int(Int32.max) else { return false }
            for next in advanced[(index + 1)...].prefix(Self.lookahead) {
                guard token.takesAll(of: next) else { return false }
                if next.counts.lowerBound > 0 { return true }
            }
            return false
        }
    }
}

extension AndroidMatcher.AdvancedToken {
    /// The most ranges of sets that are compared.
    private static let rangeLimit = 16

    /// Returns whether the token is known to take every character that another one takes.
    fileprivate func takesAll(of other: Self) -> Bool {
        guard let ranges else { return true }
        guard let others = other.ranges, !other.isInverse, ranges.count <= Self.rangeLimit,
            others.count <= Self.rangeLimit
        else { return false }
        return others.allSatisfy { range in
            isInverse
                ? !ranges.contains { $0.overlaps(range) }
                : ranges.contains {
                    $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound
                }
        }
    }
}
