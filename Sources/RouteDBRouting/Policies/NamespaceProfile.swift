/// A named set of policies, and the dialect in which a namespace's patterns are written.
public enum NamespaceProfile: String, CaseIterable, Sendable {
    /// RouteDB's own pattern language and order.
    case native
    /// Patterns and URLs are read as by the in-app router JLRoutes.
    case jlroutes
    /// Patterns and URLs are read as by the in-app router URLNavigator.
    case urlnavigator
    /// Patterns and URLs are read as by the in-app router IKRouter.
    case ikrouter
    /// Patterns and URLs are read as by the in-app router ARoute.
    case aroute

    /// The policies that the profile sets.
    public var policies: NamespacePolicy.Values {
        switch self {
        case .native: .native
        case .jlroutes: .jlroutes
        case .urlnavigator: .urlnavigator
        case .ikrouter: .ikrouter
        case .aroute: .aroute
        }
    }
}

extension NamespacePolicy.Values {
    /// The policies of the native profile.
    package static let native = NamespacePolicy.Values(
        choice: .specificity, refusal: .next, registration: .error, groups: .left,
        scheme: .match, host: .match, query: .items, fragment: .ignore, decoding: .all,
        plus: .literal, repeatedKeys: .list, repeatedSlashes: .collapse, trailingSlash: .ignore,
        letterCase: .sensitive, emptyValues: .refuse, castFailure: .noMatch, marks: "{}",
        castMark: "|")

    fileprivate static let jlroutes = NamespacePolicy.Values(
        choice: .priority, refusal: .next, registration: .keepBoth, groups: .longest,
        scheme: .match, host: .dotless, query: .pairs, fragment: .auto, decoding: .parameters,
        plus: .values, repeatedKeys: .list, repeatedSlashes: .auto, trailingSlash: .ignore,
        letterCase: .sensitive, emptyValues: .accept, castFailure: .noMatch, marks: "{}",
        castMark: "|")

    fileprivate static let urlnavigator = NamespacePolicy.Values(
        choice: .mostLiterals, refusal: .final, registration: .replaceText, groups: .left,
        scheme: .exact, host: .authority, query: .pairs, fragment: .ignore, decoding: .query,
        plus: .literal, repeatedKeys: .last, repeatedSlashes: .collapse, trailingSlash: .ignore,
        letterCase: .sensitive, emptyValues: .refuse, castFailure: .noMatch, marks: "{}",
        castMark: "|")

    fileprivate static let ikrouter = NamespacePolicy.Values(
        choice: .first, refusal: .final, registration: .error, groups: .left,
        scheme: .required, host: .authority, query: .strict, fragment: .text, decoding: .none,
        plus: .literal, repeatedKeys: .last, repeatedSlashes: .keep, trailingSlash: .strict,
        letterCase: .sensitive, emptyValues: .accept, castFailure: .noMatch, marks: "{}",
        castMark: "|")

    fileprivate static let aroute = NamespacePolicy.Values(
        choice: .first, refusal: .final, registration: .keepBoth, groups: .left,
        scheme: .text, host: .authority, query: .text, fragment: .text, decoding: .none,
        plus: .literal, repeatedKeys: .list, repeatedSlashes: .keep, trailingSlash: .strict,
        letterCase: .insensitiveLiterals, emptyValues: .accept, castFailure: .omit, marks: "{}",
        castMark: "|")
}
