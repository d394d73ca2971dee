/// A version as in Semantic Versioning 2.0.0, sections 9 to 11; missing parts are zero.
package struct VersionNumber: Hashable, Sendable, Comparable, CustomStringConvertible {
    private enum Identifier: Hashable, Comparable {
        case number(UInt64)
        case text(String)

        static func < (left: Self, right: Self) -> Bool {
            switch (left, right) {
            case (.number(let left), .number(let right)): left < right
            case (.number, .text): true
            case (.text, .number): false
            case (.text(let left), .text(let right)):
                left.utf8.lexicographicallyPrecedes(right.utf8)
            }
        }
    }

    private let numbers: [UInt64]
    private let prerelease: [Identifier]
    /// The text as it was written.
    package let description: String

    /// Reads a version, such as `2`, `2.1` or `2.1.0-beta.3`; text after `+` is ignored.
    ///
    /// - Parameter text: The text.
    package init?(_ text: String) {
        description = text
        let halves = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        if halves.count == 2 && Self.identifiers(halves[1]) == nil { return nil }
        var numbers: [UInt64] = []
        for part in parts[0].split(separator: ".", omittingEmptySubsequences: false) {
            guard part.utf8.allSatisfy(\.isASCIIDigit), let number = UInt64(part) else {
                return nil
            }
            numbers.append(number)
        }
        guard 1...3 ~= numbers.count else { return nil }
        self.numbers = numbers + [UInt64](repeating: 0, count: 3 - numbers.count)
        guard let prerelease = parts.count == 2 ? Self.identifiers(parts[1]) : [] else {
            return nil
        }
        self.prerelease = prerelease
    }

    /// Reads words of letters, digits and `-`, separated by points.
    private static func identifiers(_ text: Substring) -> [Identifier]? {
        var identifiers: [Identifier] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            let isWord = part.utf8.allSatisfy {
                $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-")
            }
            guard !part.isEmpty, isWord else { return nil }
            let isNumber = part.utf8.allSatisfy(\.isASCIIDigit)
            let number = isNumber ? UInt64(part) : nil
            identifiers.append(number.map(Identifier.number) ?? .text(String(part)))
        }
        return identifiers
    }

    /// Whether two versions have the same precedence.
    package static func == (left: Self, right: Self) -> Bool {
        left.numbers == right.numbers && left.prerelease == right.prerelease
    }

    /// Hashes what equality compares.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(numbers)
        hasher.combine(prerelease)
    }

    /// Orders versions by precedence.
    package static func < (left: Self, right: Self) -> Bool {
        if left.numbers != right.numbers {
            return left.numbers.lexicographicallyPrecedes(right.numbers)
        }
        switch (left.prerelease.isEmpty, right.prerelease.isEmpty) {
        case (true, _): return false
        case (false, true): return true
        default: return left.prerelease.lexicographicallyPrecedes(right.prerelease)
        }
    }
}
