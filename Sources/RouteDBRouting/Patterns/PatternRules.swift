/// What a reading of patterns takes beyond what the native language allows.
package struct PatternRules: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Empty segments anywhere; each of them counts.
    package static let emptySegments = PatternRules(rawValue: 1)

    /// Several parameters of one name.
    package static let repeatedNames = PatternRules(rawValue: 2)

    /// Any `@converter`, whether or not its namespace has it, and texts that are longer than what
    /// a person may write, since the canonical form of a text may be.
    package static let stored = PatternRules(rawValue: 4)

    /// Literals as they are written in a URL, in which `%2e` is a dot.
    package static let writtenLiterals = PatternRules(rawValue: 8)

    /// What the canonical form of some dialect's pattern may need.
    package static let canonical: PatternRules = [.emptySegments, .repeatedNames, .stored]
}
