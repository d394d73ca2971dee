/// The name of one policy of a namespace, as written in the registry and on the command line.
public enum Policy: String, CaseIterable, Sendable {
    case choice
    case registration
    case host
    case fragment
    case plus
    case repeatedSlashes = "repeated-slashes"
    case trailingSlash = "trailing-slash"
    case letterCase = "case"
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

    /// What a URL's host is to the routes.
    public enum Host: String, CaseIterable, Sendable {
        /// A host, matched against the pattern's, if it has one.
        case match
        /// The first segment of the path.
        case component
        /// A host for `http`, `https`, `ws`, `wss` and `ftp`; for other schemes the first segment.
        case auto
        /// Nothing: neither the URL's nor the pattern's host counts.
        case ignore
    }

    /// What a URL's fragment is to the routes.
    public enum Fragment: String, CaseIterable, Sendable {
        /// Nothing.
        case ignore
        /// More query items, after those of the query.
        case query
        /// More segments, after those of the path.
        case path
        /// Segments if it begins with `/`, otherwise query items.
        case auto
    }

    /// What `+` means in a query value.
    public enum Plus: String, CaseIterable, Sendable {
        /// Itself.
        case literal
        /// A space, as HTML forms write it.
        case space
    }

    /// What empty segments, between repeated slashes, are.
    public enum RepeatedSlashes: String, CaseIterable, Sendable {
        /// Nothing: they are dropped.
        case collapse
        /// Segments, which only `*` and `**` and `path` match.
        case keep
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
    }

    /// Which of several matching routes comes first.
    public var choice: Choice
    /// What adding a route with an equal pattern does.
    public var registration: Registration
    /// What a URL's host is to the routes.
    public var host: Host
    /// What a URL's fragment is to the routes.
    public var fragment: Fragment
    /// What `+` means in a query value.
    public var plus: Plus
    /// What empty segments are.
    public var repeatedSlashes: RepeatedSlashes
    /// Whether a slash at the end of the path counts.
    public var trailingSlash: TrailingSlash
    /// How literals of the path are compared.
    public var letterCase: LetterCase

    /// The policies of the native profile.
    public static let native = NamespacePolicies(
        choice: .specificity, registration: .error, host: .match, fragment: .ignore,
        plus: .literal, repeatedSlashes: .collapse, trailingSlash: .ignore,
        letterCase: .sensitive)
}
