/// The name of one policy of a namespace, as written in the registry and on the command line.
public enum Policy: String, CaseIterable, Sendable {
    case choice
    case refusal
    case registration
    case groups
    case scheme
    case host
    case query
    case fragment
    case decoding
    case plus
    case repeatedKeys = "repeated-keys"
    case repeatedSlashes = "repeated-slashes"
    case trailingSlash = "trailing-slash"
    case letterCase = "case"
    case emptyValues = "empty-values"
    case castFailure = "cast-failure"
    case marks
    case castMark = "cast-mark"
}

/// The policies of a namespace: how it reads URLs, orders its routes and takes new ones.
///
/// A ``Profile`` sets them all; a namespace may override each alone.
public struct NamespacePolicies: Hashable, Sendable {
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

    /// What happens when a handler will not take a match.
    public enum Refusal: String, CaseIterable, Sendable {
        /// The next match is tried.
        case next
        /// The URL is not handled.
        case final
    }

    /// What adding a route does when its namespace has one with an equal pattern.
    public enum Registration: String, CaseIterable, Sendable {
        /// It is an error, unless the routes are identical.
        case error
        /// The new route takes the old one's place.
        case replace
        /// The old route stays, and nothing is added.
        case keepFirst = "keep-first"
        /// Both stand.
        case keepBoth = "keep-both"
    }

    /// In which order the variants of a pattern with optional groups match.
    public enum Groups: String, CaseIterable, Sendable {
        /// Those with the first group before those without it, and so on from the left.
        case left
        /// The one with the longest text first.
        case longest
    }

    /// What a URL's scheme is to the routes.
    public enum Scheme: String, CaseIterable, Sendable {
        /// A pattern without a scheme takes any, and none.
        case match
        /// A pattern without a scheme takes URLs without one; a scheme has `:/` behind it.
        case exact
        /// A URL without a scheme and `://` is invalid.
        case required
        /// Nothing special: the whole URL is segments, from its first byte on.
        case text
    }

    /// What a URL's host is to the routes.
    public enum Host: String, CaseIterable, Sendable {
        /// A host, matched against the pattern's, if it has one.
        case match
        /// The first segment of the path.
        case component
        /// The first segment, if it has no dot and is not `localhost`; otherwise nothing.
        case dotless
        /// The first segment, as written and together with user and port; also if it is empty.
        case authority
        /// A host for `http`, `https`, `ws`, `wss` and `ftp`; for other schemes the first segment.
        case auto
        /// Nothing: neither the URL's nor the pattern's host counts.
        case ignore
    }

    /// How a URL's query is read.
    public enum Query: String, CaseIterable, Sendable {
        /// As items between `&`; one without `=` is a key without a value.
        case items
        /// As items `key=value`; a URL with any other is invalid.
        case strict
        /// Not at all: `?` is text.
        case text
    }

    /// What a URL's fragment is to the routes.
    public enum Fragment: String, CaseIterable, Sendable {
        /// Nothing.
        case ignore
        /// More query items, after those of the query.
        case query
        /// More segments, after those of the path.
        case path
        /// More query items, if its query, or without one its path, begins with an item that has a
        /// value; and what is not such items is more of the path, from the `#` on.
        case auto
        /// Nothing special: `#` is text.
        case text
    }

    /// What is percent-decoded.
    public enum Decoding: String, CaseIterable, Sendable {
        /// The host and the segments, before they are matched; keys and values of the query.
        case all
        /// Parameters, after they were matched as written; keys and values of the query.
        case parameters
        /// Values of the query.
        case query
        /// Nothing.
        case none
    }

    /// What `+` means.
    public enum Plus: String, CaseIterable, Sendable {
        /// Itself.
        case literal
        /// A space in keys and values of the query, as HTML forms write it.
        case space
        /// A space in values of the query and in parameters, also where it is percent-encoded.
        case values
    }

    /// What a key that stands several times in the query is among the values.
    public enum RepeatedKeys: String, CaseIterable, Sendable {
        /// The list of its values.
        case list
        /// Its last value.
        case last
    }

    /// What empty segments, between repeated slashes, are.
    public enum RepeatedSlashes: String, CaseIterable, Sendable {
        /// Nothing: they are dropped.
        case collapse
        /// Segments: a path has one more than slashes behind its first byte.
        case keep
        /// Dropped where the host is the first segment, kept where it is not.
        case auto
    }

    /// Whether a slash at the end of the path counts.
    public enum TrailingSlash: String, CaseIterable, Sendable {
        /// It does not.
        case ignore
        /// The URL must have one exactly if the pattern does, unless the pattern ends with `**`
        /// or a `path` parameter.
        case strict
    }

    /// How literals of the path are compared.
    public enum LetterCase: String, CaseIterable, Sendable {
        /// Byte by byte.
        case sensitive
        /// Without regard to the case of ASCII letters.
        case insensitive
        /// Without regard to it in patterns that have nothing but literals.
        case insensitiveLiterals = "insensitive-literals"
    }

    /// Whether a parameter takes the empty text.
    public enum EmptyValues: String, CaseIterable, Sendable {
        /// It does not.
        case refuse
        /// It does, if it has no type but `string`.
        case accept
    }

    /// What happens when a parameter's text is not of its type.
    public enum CastFailure: String, CaseIterable, Sendable {
        /// The route does not match.
        case noMatch = "no-match"
        /// The route matches without the parameter, whose text can still be asked for.
        case omit
    }

    /// Which of several matching routes comes first.
    public var choice: Choice
    /// What happens when a handler will not take a match.
    public var refusal: Refusal
    /// What adding a route with an equal pattern does.
    public var registration: Registration
    /// In which order the variants of a pattern match.
    public var groups: Groups
    /// What a URL's scheme is to the routes.
    public var scheme: Scheme
    /// What a URL's host is to the routes.
    public var host: Host
    /// How a URL's query is read.
    public var query: Query
    /// What a URL's fragment is to the routes.
    public var fragment: Fragment
    /// What is percent-decoded.
    public var decoding: Decoding
    /// What `+` means.
    public var plus: Plus
    /// What a key that stands several times is among the values.
    public var repeatedKeys: RepeatedKeys
    /// What empty segments are.
    public var repeatedSlashes: RepeatedSlashes
    /// Whether a slash at the end of the path counts.
    public var trailingSlash: TrailingSlash
    /// How literals of the path are compared.
    public var letterCase: LetterCase
    /// Whether a parameter takes the empty text.
    public var emptyValues: EmptyValues
    /// What happens when a parameter's text is not of its type.
    public var castFailure: CastFailure
    /// The marks around a parameter in the dialect `aroute`: one character, or two.
    public var marks: String
    /// What stands before a parameter's type in the dialect `aroute`: one character or more.
    public var castMark: String
}
