/// Exceptions from the rules of the native language.
package struct PatternRules: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Empty segments are allowed anywhere, and count.
    package static let emptySegments = PatternRules(rawValue: 1)

    /// Several parameters may have the same name.
    package static let repeatedNames = PatternRules(rawValue: 2)

    /// Any `@converter` is allowed, even if the namespace does not have it; and the text may be longer
    /// than the limit, since canonical text can be longer than what was written.
    package static let stored = PatternRules(rawValue: 4)

    /// Literals are written as in a URL, where `%2e` is a dot.
    package static let writtenLiterals = PatternRules(rawValue: 8)

    /// The exceptions that canonical text of any dialect may need.
    package static let canonical: PatternRules = [.emptySegments, .repeatedNames, .stored]
}
