/// What keeps a URL, or a request, from a route: the first thing that does not fit.
public struct Rejection: Hashable, Sendable, CustomStringConvertible {
    /// What does not fit; the set may grow.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's stable name.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The scheme is another.
        public static let scheme = Code(rawValue: "scheme")
        /// The host is another.
        public static let host = Code(rawValue: "host")
        /// The port is another.
        public static let port = Code(rawValue: "port")
        /// A segment is another text.
        public static let segment = Code(rawValue: "segment")
        /// A segment's text is not what a parameter takes, or not in the form of one with several.
        public static let type = Code(rawValue: "type")
        /// The URL ends before the pattern does.
        public static let missingSegment = Code(rawValue: "missingSegment")
        /// The pattern ends before the URL does.
        public static let extraSegment = Code(rawValue: "extraSegment")
        /// What stands behind a `path` or `**` is nowhere in the rest of the URL.
        public static let rest = Code(rawValue: "rest")
        /// A slash at the end is there, or is not.
        public static let trailingSlash = Code(rawValue: "trailingSlash")
        /// A query condition does not hold.
        public static let query = Code(rawValue: "query")
        /// The request wants another kind of route.
        public static let kind = Code(rawValue: "kind")
        /// Code behind a converter does not take the text.
        public static let converter = Code(rawValue: "converter")
        /// The route is disabled.
        public static let disabled = Code(rawValue: "disabled")
    }

    /// What does not fit.
    public let code: Code
    /// The segment it is about, from 1; `nil` where it is about none.
    public let segment: Int?
    /// What the URL or the request has there; `nil`: nothing.
    public let found: String?
    /// What the pattern or the route has there.
    public let wanted: String

    init(_ code: Code, segment: Int? = nil, found: String?, wanted: String) {
        self.code = code
        self.segment = segment
        self.found = found
        self.wanted = wanted
    }

    /// The reason in a sentence without a capital.
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
