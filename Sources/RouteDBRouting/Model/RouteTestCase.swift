/// A test of a registry's routes: a request, and what is expected of its resolution.
///
/// Cases are data, in files or stored with the registry:
///
/// ```json
/// {"case":"a user's page","url":"myapp://user/42?ref=mail","principal":"ada",
///  "expect":{"outcome":"matched","route":"user","target":"user.profile","values":{"id":42}}}
/// ```
public struct RouteTestCase: Hashable, Sendable {
    /// The name; `nil` if the case is identified by its request.
    public var name: String?
    /// The request; if it has no time, the time of the run is used.
    public var request: ResolutionRequest
    /// The expected result.
    public var expected: RouteExpectation

    /// Creates a case.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - expected: What is expected.
    ///   - name: The name.
    public init(
        _ request: ResolutionRequest, expecting expected: RouteExpectation, name: String? = nil
    ) {
        self.name = name
        self.request = request
        self.expected = expected
    }

    /// Keys that other programs may write; they are ignored.
    private static let ignoredKeys = ["schema", "id"]

    /// Reads a case.
    package init(json object: JSONObject) throws(JSONMistake) {
        let members = JSONReader(object)
        let known = ["case", "expect"] + ResolutionRequest.jsonKeys + Self.ignoredKeys
        try members.requireKeys(among: known, of: "A case")
        name = try members.string("case")
        request = try ResolutionRequest(json: object)
        let expectation = try members.required(
            "expect", as: .object, of: "The case",
            hint: "Add 'expect', such as {\"outcome\": \"matched\"}.")
        expected = try RouteExpectation(JSONReader(expectation, at: members.path("expect")))
    }

    /// The case as documents have it.
    public var json: JSONObject {
        var object: JSONObject = [:]
        object["case"] = name.map(JSONValue.string)
        object = object.merging(request.json)
        object["expect"] = .object(expected.json)
        return object
    }
}

/// The stable number of a case in its registry.
///
/// Lower numbers are older.
public struct CaseID: Hashable, Comparable, Sendable {
    /// The number, from 1.
    public let rawValue: Int64

    /// Creates an id from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Orders ids by age.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension RouteTestCase {
    /// A case that is stored in a registry.
    public struct Stored: Hashable, Sendable {
        /// The stable number.
        public let id: CaseID
        /// The case.
        public var content: RouteTestCase

        /// Creates a stored case.
        ///
        /// - Parameters:
        ///   - id: The stable number.
        ///   - content: The case.
        public init(id: CaseID, content: RouteTestCase) {
            self.id = id
            self.content = content
        }
    }
}

/// The outcome of resolving.
public enum ResolutionOutcome: String, CaseIterable, Sendable {
    /// A route matches, and may be reached.
    case matched
    /// No route matches.
    case unmatched
    /// A route matches, and access rules deny it.
    case denied
    /// A route matches, and an access rule demands another target first.
    case challenged
    /// The text is not a valid URL; ``Resolution/invalidURL`` says why.
    case invalid

    /// True if a route matches, regardless of access rules.
    package var hasRoute: Bool {
        switch self {
        case .matched, .denied, .challenged: true
        case .unmatched, .invalid: false
        }
    }
}
