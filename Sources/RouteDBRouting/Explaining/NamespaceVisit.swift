/// A namespace in which a request was looked up, with a summary of its candidates.
public struct NamespaceVisit: Hashable, Sendable {
    /// Why a namespace was visited.
    public enum Reason: Hashable, Sendable {
        /// The request names it.
        case named
        /// The URL's scheme or host is bound to it.
        case bound
        /// The URL is not bound to any namespace, so it goes to the default one.
        case unbound
        /// The named namespace had no match and falls back to this one.
        case fallback(of: String)
    }

    /// The namespace.
    public let namespace: Namespace
    /// Why the namespace was visited.
    public let reason: Reason
    /// The number of candidates: a route counts once for each choice of its optional groups.
    public let candidateCount: Int
    /// The number of candidates that fit the URL.
    public let fitCount: Int
    /// The number of rejected candidates by place and reason, those that fit the longest first.
    public let rejections: [RejectionCount]
}
