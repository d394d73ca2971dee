/// A route's pattern, with some of its optional groups, and what became of it.
public struct Candidate: Hashable, Sendable {
    /// What became of a candidate.
    public enum Verdict: Hashable, Sendable {
        /// It was chosen.
        case chosen
        /// It fits too, and comes after the chosen one.
        case behind
        /// It does not fit.
        case rejected(Rejection)
    }

    /// The route.
    public let route: Route
    /// The pattern with the groups that this candidate is about.
    public let pattern: RoutePattern
    /// What became of it.
    public let verdict: Verdict

    /// Why it was rejected; `nil` if it was not.
    public var rejection: Rejection? {
        if case .rejected(let rejection) = verdict { rejection } else { nil }
    }
}

/// How many candidates fail in the same place.
public struct RejectionCount: Hashable, Sendable {
    /// What the URL fails at.
    public let code: Rejection.Code
    /// The segment, from 1; `nil` where it is about none.
    public let segment: Int?
    /// How many candidates.
    public let count: Int
}
