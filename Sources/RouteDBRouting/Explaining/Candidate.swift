/// A route's pattern with one choice of its optional groups, and whether it was chosen.
public struct Candidate: Hashable, Sendable {
    /// The result for a candidate.
    public enum Verdict: Hashable, Sendable {
        /// The candidate is the match.
        case chosen
        /// The candidate fits as well, but ranks behind the match.
        case behind
        /// The candidate does not fit.
        case rejected(Rejection)
    }

    /// The route.
    public let route: Route
    /// The pattern with this candidate's choice of optional groups.
    public let pattern: RoutePattern
    /// Whether the candidate was chosen, came behind, or was rejected.
    public let verdict: Verdict

    /// Why the candidate was rejected, or `nil` if it was not.
    public var rejection: Rejection? {
        if case .rejected(let rejection) = verdict { rejection } else { nil }
    }
}

/// The number of candidates that were rejected for the same reason at the same place.
public struct RejectionCount: Hashable, Sendable {
    /// Why they were rejected.
    public let code: Rejection.Code
    /// The number of the segment at fault, from 1, or `nil` if the reason concerns no segment.
    public let segment: Int?
    /// The number of candidates.
    public let count: Int
}
