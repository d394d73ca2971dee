/// A namespace that a request was looked up in, and what came of it.
public struct NamespaceVisit: Hashable, Sendable {
    /// Why a namespace is asked.
    public enum Reason: Hashable, Sendable {
        /// The request names it.
        case named
        /// The URL's scheme or host is bound to it.
        case bound
        /// It takes what is bound to no other.
        case unbound
        /// Another one, which had no match, falls back to it.
        case fallback(of: String)
    }

    /// The namespace.
    public let namespace: Namespace
    /// Why it is asked.
    public let reason: Reason
    /// How many candidates it has: routes with each choice of their optional groups.
    public let candidateCount: Int
    /// How many of them fit the URL.
    public let fitCount: Int
    /// How many fail where, the nearest first.
    public let rejections: [RejectionCount]
}
