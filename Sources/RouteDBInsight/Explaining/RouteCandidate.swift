public import RouteDBRouting

/// A route's pattern with one choice of its optional groups, and whether it was chosen.
public struct RouteCandidate: Hashable, Sendable {
    /// The result for a candidate.
    public enum Verdict: Hashable, Sendable {
        /// The candidate is the match.
        case chosen
        /// The candidate fits as well, but ranks behind the match.
        case behind
        /// The candidate does not fit.
        case rejected(RouteRejection)
    }

    /// The route.
    public let route: Route
    /// The pattern with this candidate's choice of optional groups.
    public let pattern: RoutePattern
    /// Whether the candidate was chosen, came behind, or was rejected.
    public let verdict: Verdict

    /// Why the candidate was rejected, or `nil` if it was not.
    public var rejection: RouteRejection? {
        if case .rejected(let rejection) = verdict { rejection } else { nil }
    }
}

/// The number of candidates that were rejected for the same reason at the same place.
public struct RejectionCount: Hashable, Sendable {
    /// Why they were rejected.
    public let code: RouteRejection.Code
    /// The number of the segment at fault, from 1, or `nil` if the reason concerns no segment.
    public let segment: Int?
    /// The number of candidates.
    public let count: Int
}

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
    public let namespace: RouteNamespace
    /// Why the namespace was visited.
    public let reason: Reason
    /// The number of candidates: a route counts once for each choice of its optional groups.
    public let candidateCount: Int
    /// The number of candidates that fit the URL.
    public let fitCount: Int
    /// The number of rejected candidates by place and reason, those that fit the longest first.
    public let rejections: [RejectionCount]
}

/// Records which shards a search visits.
struct AskedShards: SearchObserver {
    private(set) var shards: [Int] = []

    mutating func willSearch(_ shard: Int32) { shards.append(Int(shard)) }
}
