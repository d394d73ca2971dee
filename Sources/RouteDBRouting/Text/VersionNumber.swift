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

    // Not arrays: rules read the versions of requests, and most of these have numbers only.
    private var major: UInt64 = 0
    private var minor: UInt64 = 0
    private var patch: UInt64 = 0
    private var prerelease: [Identifier] = []
    /// The text as it was written.
    package let description: String

    /// Reads a version, such as `2`, `2.1` or `2.1.0-beta.3`; text after `+` is ignored.
    package init?(_ text: String) {
        description = text
        var rest = text.utf8[...]
        guard let major = Self.number(&rest) else { return nil }
        self.major = major
        if Self.skip(".", &rest) {
            guard let minor = Self.number(&rest) else { return nil }
            self.minor = minor
            if Self.skip(".", &rest) {
                guard let patch = Self.number(&rest) else { return nil }
                self.patch = patch
            }
        }
        if Self.skip("-", &rest) {
            guard let prerelease = Self.identifiers(&rest) else { return nil }
            self.prerelease = prerelease
        }
        if Self.skip("+", &rest), Self.identifiers(&rest) == nil { return nil }
        if !rest.isEmpty { return nil }
    }

    /// Reads a number.
    private static func number(_ rest: inout Substring.UTF8View) -> UInt64? {
        let digits = rest.prefix(while: \.isASCIIDigit)
        rest = rest[digits.endIndex...]
        return UInt64(Substring(digits))
    }

    private static func skip(_ mark: Unicode.Scalar, _ rest: inout Substring.UTF8View) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads words of letters, digits and `-`, separated by points.
    private static func identifiers(_ rest: inout Substring.UTF8View) -> [Identifier]? {
        var identifiers: [Identifier] = []
        repeat {
            let word = rest.prefix {
                $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-")
            }
            guard !word.isEmpty else { return nil }
            rest = rest[word.endIndex...]
            let number = word.allSatisfy(\.isASCIIDigit) ? UInt64(Substring(word)) : nil
            identifiers.append(number.map(Identifier.number) ?? .text(String(Substring(word))))
        } while skip(".", &rest)
        return identifiers
    }

    /// Returns whether two versions have the same precedence.
    package static func == (left: Self, right: Self) -> Bool {
        (left.major, left.minor, left.patch) == (right.major, right.minor, right.patch)
            && left.prerelease == right.prerelease
    }

    /// Hashes what equality compares.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(major)
        hasher.combine(minor)
        hasher.combine(patch)
        hasher.combine(prerelease)
    }

    /// Orders versions by precedence.
    package static func < (left: Self, right: Self) -> Bool {
        let (first, second) =
            ((left.major, left.minor, left.patch), (right.major, right.minor, right.patch))
        if first != second { return first < second }
        switch (left.prerelease.isEmpty, right.prerelease.isEmpty) {
        case (true, _): return false
        case (false, true): return true
        default: return left.prerelease.lexicographicallyPrecedes(right.prerelease)
        }
    }
}
