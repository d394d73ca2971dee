/// Why no URL could be built for a route.
public struct URLBuildError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure; the set may grow.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's stable name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The route has no pattern, or its namespace is not in the table.
        public static let noPattern = Code(rawValue: "noPattern")
        /// A parameter or a wildcard that the URL needs has no value.
        public static let missingValue = Code(rawValue: "missingValue")
        /// A value cannot be written in its place.
        public static let wrongType = Code(rawValue: "wrongType")
        /// The pattern has no place for a value.
        public static let unknownValue = Code(rawValue: "unknownValue")
        /// The URL needs a scheme or a host, and none was given.
        public static let missingBase = Code(rawValue: "missingBase")
        /// The pattern has a different scheme or host than requested.
        public static let baseConflict = Code(rawValue: "baseConflict")
        /// The URL would lead to another route.
        public static let takenByOther = Code(rawValue: "takenByOther")
        /// The URL would lead to the route with other values.
        public static let valueDiffers = Code(rawValue: "valueDiffers")
        /// The URL would lead nowhere.
        public static let unmatched = Code(rawValue: "unmatched")
        /// The URL would be invalid.
        public static let invalidURL = Code(rawValue: "invalidURL")
    }

    /// The kind of failure.
    public let code: Code
    /// What is wrong, as a sentence.
    public let message: String
    /// How to fix it, as a sentence, if there is something to suggest.
    public let hint: String?
    /// The name of the value in question.
    public let name: String?
    /// The URL that was rejected, if one was built.
    public let url: String?
    /// The other route that ``url`` leads to, if any.
    public let taker: RouteID?

    init(
        _ code: Code, _ message: String, hint: String? = nil, name: String? = nil,
        url: String? = nil, taker: RouteID? = nil
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.name = name
        self.url = url
        self.taker = taker
    }

    /// The message and the hint.
    public var description: String { hint.map { "\(message) \($0)" } ?? message }
}
