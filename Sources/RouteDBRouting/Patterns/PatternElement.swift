/// One element of a pattern's path or host.
package enum PatternElement: Hashable, Sendable {
    /// The `/` between two segments.
    case separator

    /// Literal text, percent-decoded.
    case literal(String)

    /// A named value: part of a segment, a whole segment, or, with the type ``ParameterType/path``, one
    /// or more whole segments.
    indirect case parameter(Parameter)

    /// `*`: exactly one segment, unnamed.
    case wildcard

    /// `**`: any number of whole segments, including none, unnamed.
    case catchAll

    /// `(…)`: elements that are optional as a group.
    case optional([PatternElement])
}

/// A named, typed parameter of a pattern.
package struct Parameter: Hashable, Sendable {
    /// The name of the value.
    ///
    /// In some dialects, several parameters of a pattern may share a name; the last one's value wins.
    package let name: String

    /// The type of the value.
    package let type: ParameterType

    /// Creates a parameter.
    package init(name: String, type: ParameterType = .string) {
        self.name = name
        self.type = type
    }
}

/// A condition on one key of a URL's query.
///
/// If a key occurs several times, one matching value is enough; a capture takes the first value that its
/// type accepts.
package struct QueryCondition: Hashable, Sendable {
    /// The key, percent-decoded.
    package let key: String

    /// The test of the key.
    package let test: Test

    /// A test of a key.
    package enum Test: Hashable, Sendable {
        /// `key=text`: a value equal to the text.
        case equals(String)

        /// `key={name}` or `key={name:type}`: a value that the type accepts, which is captured.
        case capture(Parameter)

        /// `key`: the key is present, with or without a value.
        case present

        /// `!key`: the key is absent.
        case absent
    }

    /// Creates a condition.
    package init(key: String, test: Test) {
        self.key = key
        self.test = test
    }
}

/// Exceptions from the rules of the native language.
package struct PatternRules: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Empty segments are allowed anywhere, and count.
    package static let emptySegments = PatternRules(rawValue: 1)

    /// Several parameters may have the same name.
    static let repeatedNames = PatternRules(rawValue: 2)

    /// Any `@converter` is allowed, even if the namespace does not have it; and the text may be longer
    /// than the limit, since canonical text can be longer than what was written.
    package static let stored = PatternRules(rawValue: 4)

    /// Literals are written as in a URL, where `%2e` is a dot.
    static let writtenLiterals = PatternRules(rawValue: 8)

    /// The exceptions that canonical text of any dialect may need.
    package static let canonical: PatternRules = [.emptySegments, .repeatedNames, .stored]
}
