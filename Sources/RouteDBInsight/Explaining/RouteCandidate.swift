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
    /// The verdict: the candidate was chosen, came behind, or was rejected.
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

/// Why a route does not match a URL or request: the first part that does not fit.
public struct RouteRejection: Hashable, Sendable, CustomStringConvertible {
    /// The kind of mismatch; more kinds may be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's stable name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The scheme differs.
        public static let scheme = Code(rawValue: "scheme")
        /// The host differs.
        public static let host = Code(rawValue: "host")
        /// The port differs.
        public static let port = Code(rawValue: "port")
        /// The text of a segment differs.
        public static let segment = Code(rawValue: "segment")
        /// The text of a segment is not of the parameter's type, or does not have the form of a
        /// segment with several parts.
        public static let type = Code(rawValue: "type")
        /// The URL has too few segments.
        public static let missingSegment = Code(rawValue: "missingSegment")
        /// The URL has too many segments.
        public static let extraSegment = Code(rawValue: "extraSegment")
        /// The rest of the URL does not contain what must follow `path` or `**`.
        public static let rest = Code(rawValue: "rest")
        /// A trailing slash is missing or unexpected.
        public static let trailingSlash = Code(rawValue: "trailingSlash")
        /// A query condition is not met.
        public static let query = Code(rawValue: "query")
        /// The request asks for another kind of route.
        public static let kind = Code(rawValue: "kind")
        /// The request is before the start or after the end of the route.
        public static let period = Code(rawValue: "period")
        /// A converter's function does not accept the text.
        public static let converter = Code(rawValue: "converter")
        /// The route is disabled.
        public static let disabled = Code(rawValue: "disabled")
    }

    /// The kind of mismatch.
    public let code: Code
    /// The number of the segment at fault, from 1, or `nil` if the mismatch concerns no segment.
    public let segment: Int?
    /// The text of the URL or request at that place, or `nil` if it has nothing.
    public let found: String?
    /// The requirement of the pattern or route at that place.
    public let wanted: String

    init(_ code: Code, segment: Int? = nil, found: String?, wanted: String) {
        self.code = code
        self.segment = segment
        self.found = found
        self.wanted = wanted
    }

    /// The reason as a phrase that starts in lower case.
    public var description: String {
        let number = segment.map { "segment \($0)" }
        let text = found.map { "'\($0)'" } ?? "nothing"
        switch code {
        case .scheme, .host, .port:
            return found == nil
                ? "the URL has no \(code.rawValue), expected \(wanted)"
                : "the \(code.rawValue) is \(text), not \(wanted)"
        case .segment: return "\(number ?? "a segment") is \(text), not '\(wanted)'"
        case .type: return "\(number.map { "\($0), \(text)," } ?? text) does not match \(wanted)"
        case .missingSegment: return "\(number ?? "a segment") is missing, expected \(wanted)"
        case .extraSegment:
            return "unexpected extra \(number.map { "\($0), \(text)" } ?? "segment \(text)")"
        case .rest: return "\(text) does not match \(wanted)"
        case .trailingSlash:
            return found == nil
                ? "the path must end with a slash" : "the path must not end with a slash"
        case .query: return "the query does not satisfy \(wanted)"
        case .kind: return "the route is of kind \(wanted), not \(text)"
        case .converter: return "the converter \(wanted) does not accept \(text)"
        default: return "the route is \(wanted)"
        }
    }
}
