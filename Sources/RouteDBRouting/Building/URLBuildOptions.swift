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
    /// The failure, as a sentence.
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

/// Options for building a URL.
public struct URLBuildOptions: Hashable, Sendable {
    /// The namespace in which the URL will be resolved; `nil` for the one it is bound to, or for the
    /// route's own if no URL is bound to that.
    public var namespace: String?
    /// The kind of route that will be requested; `nil` for any.
    public var kind: String?
    /// The scheme, for a pattern without one; `nil` for one that the namespace is bound to.
    public var scheme: String?
    /// The host, optionally with a port, for a pattern without one; `nil` for one that the namespace is
    /// bound to.
    public var host: String?
    /// The texts of the segments for `*` and `**`, in order.
    public var wildcards: [String]
    /// True if default values are written where the pattern has an optional place for them.
    ///
    /// If so, a given value that equals the default is written too; otherwise it is omitted where
    /// possible.
    public var fillsDefaults: Bool
    /// True if values without a place in the pattern become items of the query.
    public var allowsExtraValues: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - namespace: The namespace in which the URL will be resolved.
    ///   - kind: The kind of route that will be requested.
    ///   - scheme: The scheme, for a pattern without one.
    ///   - host: The host, for a pattern without one.
    ///   - wildcards: The texts of the segments for `*` and `**`.
    ///   - fillsDefaults: Whether default values are written.
    ///   - allowsExtraValues: Whether other values become items of the query.
    public init(
        namespace: String? = nil, kind: String? = nil, scheme: String? = nil, host: String? = nil,
        wildcards: [String] = [], fillsDefaults: Bool = false, allowsExtraValues: Bool = true
    ) {
        self.namespace = namespace
        self.kind = kind
        self.scheme = scheme
        self.host = host
        self.wildcards = wildcards
        self.fillsDefaults = fillsDefaults
        self.allowsExtraValues = allowsExtraValues
    }
}

extension RoutingTable {
    /// Builds a URL that leads to a route with given values.
    ///
    /// Each value is written in the form that its place needs: percent-encoded or not, depending on the
    /// namespace's policies, with numbers, Booleans and converted values in the spelling of their type.
    /// Optional groups are written if a value needs them, and other values become items of the query.
    /// A URL is returned only if this table resolves it to this route with these values, so
    /// `resolve(url)` gives back what you put in.
    ///
    /// ```swift
    /// // myapp://user/42?ref=mail
    /// let url = try table.url(for: user, values: ["id": 42, "ref": "mail"])
    /// ```
    ///
    /// - Parameters:
    ///   - route: A route of the table.
    ///   - values: The values by name. The value of a parameter may be of its type, or its text; for
    ///     `path` it may also be a list of segments. A value of the query is read back as text, a list
    ///     as several items, null as a key alone. A parameter without a value gets its default value.
    ///   - options: Further options for the URL.
    /// - Returns: The URL.
    /// - Throws: ``URLBuildError``: `missingValue`, `wrongType`, `unknownValue`, `missingBase`,
    ///   `baseConflict`, or, where no URL has these values, `takenByOther`, `valueDiffers`,
    ///   `unmatched`, `invalidURL`.
    /// - Complexity: That of resolving the URL, usually once; at most once for each variant of the
    ///   pattern and each possible beginning of the URL.
    public func url(
        for route: Route, values: JSONObject = [:], options: URLBuildOptions = URLBuildOptions()
    ) throws(URLBuildError) -> String {
        try URLBuilder(route, in: self, values: values, options: options).url()
    }

    /// Returns the URLs that ``url(for:values:options:)`` may try, whatever the other routes are.
    package func urlCandidates(
        for route: Route, values: JSONObject, options: URLBuildOptions
    ) throws(URLBuildError) -> [String] {
        try URLBuilder(route, in: self, values: values, options: options).candidates()
    }
}
