extension NamespacePolicy {
    /// Which of several matching routes comes first.
    public enum Choice: String, CaseIterable, Sendable {
        /// Higher priority, then the more specific pattern, then the one registered first.
        case specificity
        /// The pattern with more literal segments, then the one registered first.
        case mostLiterals = "most-literals"
        /// Higher priority, then the one registered first.
        case priority
        /// The one registered first.
        case first
    }

    /// The effect of a handler declining a match.
    public enum Refusal: String, CaseIterable, Sendable {
        /// The next match is tried.
        case next
        /// The URL is not handled.
        case final
    }

    /// The effect of adding a route when its namespace has one with an equal pattern.
    public enum Registration: String, CaseIterable, Sendable {
        /// Adding the route is an error, unless the routes are identical.
        case error
        /// The new route replaces the old one.
        case replace
        /// The new route replaces a route with the same pattern text; equivalent patterns that are
        /// written differently are both kept.
        case replaceText = "replace-text"
        /// The old route is kept, and the new one is not added.
        case keepFirst = "keep-first"
        /// Both routes are kept.
        case keepBoth = "keep-both"

        /// True if two routes may have equal patterns.
        package var allowsTwins: Bool { self == .keepBoth || self == .replaceText }
    }

    /// The order in which the variants of a pattern with optional groups are tried.
    public enum Groups: String, CaseIterable, Sendable {
        /// Variants with the first group before those without it, and so on from left to right.
        case left
        /// The one with the longest text first.
        case longest
    }

    /// How a URL's scheme is matched.
    public enum Scheme: String, CaseIterable, Sendable {
        /// A pattern without a scheme matches URLs with any scheme, or with none.
        case match
        /// A pattern without a scheme matches URLs without one; a scheme is followed by `:/`.
        case exact
        /// The scheme is everything before the first `://`; a URL without one is invalid.
        case required
        /// The scheme is plain text: the whole URL is split into segments, from its first byte.
        case text
    }

    /// How a URL's host is matched.
    public enum Host: String, CaseIterable, Sendable {
        /// As a host, compared with that of the pattern, if it has one.
        case match
        /// As the first segment of the path.
        case component
        /// As the first segment if it has no dot and is not `localhost`; otherwise it is ignored.
        case dotless
        /// As the first segment, as written, including user and port, and even if it is empty.
        case authority
        /// As a host for `http`, `https`, `ws`, `wss` and `ftp`; as the first segment otherwise.
        case auto
        /// The host is ignored, in the URL and in the pattern.
        case ignore
    }

    /// How a URL's query is read.
    public enum Query: String, CaseIterable, Sendable {
        /// As items separated by `&`; one without `=` is a key without a value.
        case items
        /// As items separated by `&`; one without `=` is ignored among the values.
        case pairs
        /// As items `key=value`; a URL with any other item is invalid.
        ///
        /// If there are several `?`, the last one begins the query, and the text between the first
        /// and the last is dropped.
        case strict
        /// Not at all: `?` is ordinary text.
        case text
    }

    /// How a URL's fragment is used.
    public enum Fragment: String, CaseIterable, Sendable {
        /// Nothing.
        case ignore
        /// As further query items, after those of the query.
        case query
        /// As further segments, after those of the path.
        case path
        /// As further query items, if its query (or without one, its path) begins with an item that
        /// has a value; the rest, including the `#`, continues the path.
        case auto
        /// Not at all: `#` is ordinary text.
        case text
    }

    /// The parts of a URL that are percent-decoded.
    public enum Decoding: String, CaseIterable, Sendable {
        /// The host and the segments, before matching; keys and values of the query.
        case all
        /// Parameters, after they have been matched as written; keys and values of the query.
        case parameters
        /// Values of the query.
        case query
        /// Nothing.
        case none
    }

    /// The meaning of `+`.
    public enum Plus: String, CaseIterable, Sendable {
        /// Itself.
        case literal
        /// A space in keys and values of the query, as HTML forms write it.
        case space
        /// A space in values of the query and in parameters, even where it is percent-encoded.
        case values
    }

    /// The value of a key that occurs several times in the query.
    public enum RepeatedKeys: String, CaseIterable, Sendable {
        /// The list of its values.
        case list
        /// Its last value.
        case last
    }

    /// How empty segments, between repeated slashes, are treated.
    public enum RepeatedSlashes: String, CaseIterable, Sendable {
        /// They are dropped.
        case collapse
        /// They are segments: a path has one segment more than it has slashes after its first byte.
        case keep
        /// They are dropped where the host is the first segment, and kept elsewhere.
        case auto
    }

    /// The significance of a slash at the end of the path.
    public enum TrailingSlash: String, CaseIterable, Sendable {
        /// The slash does not count.
        case ignore
        /// The URL must have one exactly if the pattern does, unless the pattern ends with `**`
        /// or a `path` parameter.
        case strict
    }

    /// How literals of the path, and the texts of an `enum` or of a converter, are compared.
    public enum LetterCase: String, CaseIterable, Sendable {
        /// Byte by byte.
        case sensitive
        /// Ignoring the case of ASCII letters.
        case insensitive
        /// Ignoring it in patterns that consist only of literals; texts of a list are compared exactly.
        case insensitiveLiterals = "insensitive-literals"
    }

    /// The treatment of empty text as the value of a parameter.
    public enum EmptyValues: String, CaseIterable, Sendable {
        /// The parameter does not accept empty text.
        case refuse
        /// The parameter accepts empty text if its type is `string`.
        case accept
    }

    /// The effect of a text that is not of its parameter's type.
    public enum CastFailure: String, CaseIterable, Sendable {
        /// The route does not match.
        case noMatch = "no-match"
        /// The route matches without the parameter, whose text remains available in
        /// ``Resolution/rawParameters``. A `bool` is always present: any text can be converted to
        /// it, as with Foundation's `NSString.boolValue`.
        case omit
    }

    /// The values of all policies of a namespace: how it reads URLs, orders its routes and accepts new ones.
    ///
    /// A ``NamespaceProfile`` sets all of them; a namespace may override each one.
    public struct Values: Hashable, Sendable {
        /// Which of several matching routes comes first.
        public var choice: Choice
        /// The effect of a handler declining a match.
        public var refusal: Refusal
        /// The effect of adding a route with an equal pattern.
        public var registration: Registration
        /// The order in which the variants of a pattern are tried.
        public var groups: Groups
        /// How a URL's scheme is matched.
        public var scheme: Scheme
        /// How a URL's host is matched.
        public var host: Host
        /// How a URL's query is read.
        public var query: Query
        /// How a URL's fragment is used.
        public var fragment: Fragment
        /// The parts of a URL that are percent-decoded.
        public var decoding: Decoding
        /// The meaning of `+`.
        public var plus: Plus
        /// The value of a key that occurs several times in the query.
        public var repeatedKeys: RepeatedKeys
        /// How empty segments are treated.
        public var repeatedSlashes: RepeatedSlashes
        /// The significance of a slash at the end of the path.
        public var trailingSlash: TrailingSlash
        /// How literals of the path, and the texts of an `enum` or of a converter, are compared.
        public var letterCase: LetterCase
        /// The treatment of empty text as the value of a parameter.
        public var emptyValues: EmptyValues
        /// The effect of a text that is not of its parameter's type.
        public var castFailure: CastFailure
        /// The marks around a parameter in the dialect `aroute`: one character, or two.
        public var marks: String
        /// The text before a parameter's type in the dialect `aroute`: one character or more.
        public var castMark: String
    }
}
