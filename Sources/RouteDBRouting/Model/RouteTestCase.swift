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
    /// What is expected.
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
    ///
    /// - Parameter object: A request as ``ResolutionRequest/init(json:)`` reads it, with `expect`
    ///   and optionally the name of the case as `case`.
    /// - Throws: A ``JSONMemberError`` that names the member and the mistake. Unknown members are
    ///   errors, since a misspelled expectation would never fail.
    package init(json object: JSONObject) throws(JSONMemberError) {
        let members = JSONMemberReader(object)
        let known = ["case", "expect"] + ResolutionRequest.jsonKeys + Self.ignoredKeys
        try members.requireKeys(among: known, of: "A case")
        name = try members.string("case")
        request = try ResolutionRequest(json: object)
        guard let expectation = try members.object("expect") else {
            throw members.error(
                nil, "The case has no 'expect'.",
                hint: "Add 'expect', such as {\"outcome\": \"matched\"}.")
        }
        expected = try RouteExpectation(json: expectation, at: ["expect"])
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

/// A case that is stored in a registry.
public struct StoredCase: Hashable, Sendable {
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

    /// Whether a route matches, regardless of access rules.
    package var hasRoute: Bool {
        switch self {
        case .matched, .denied, .challenged: true
        case .unmatched, .invalid: false
        }
    }
}

/// The expected result of a test case.
///
/// Only what the expectation mentions is checked.
public struct RouteExpectation: Hashable, Sendable {
    /// An expected text, or its absence.
    public enum Text: Hashable, Sendable {
        /// It is absent.
        case absent
        /// It is this text.
        case text(String)
    }

    /// The outcome.
    public var outcome: ResolutionOutcome?
    /// The name of the namespace.
    public var namespace: Text?
    /// The route that matches, even if access to it is refused: its name, `group/name`, pattern or
    /// `#id`, optionally after `namespace:`.
    public var route: Text?
    /// The target: that of the route, of the fallback, or of a challenge.
    public var target: Text?
    /// Values that must be present; there may be others.
    public var values: JSONObject
    /// All values; there must be no others.
    public var allValues: JSONObject?
    /// The access verdict.
    public var decision: AccessDecision.Verdict?
    /// The code of the access decision.
    public var code: Text?

    /// Creates an expectation.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - namespace: The name of the namespace.
    ///   - route: The route that matches.
    ///   - target: The target.
    ///   - values: Values that must be present.
    ///   - allValues: All values.
    ///   - decision: The access verdict.
    ///   - code: The code of the access decision.
    public init(
        outcome: ResolutionOutcome? = nil, namespace: Text? = nil, route: Text? = nil,
        target: Text? = nil, values: JSONObject = [:], allValues: JSONObject? = nil,
        decision: AccessDecision.Verdict? = nil, code: Text? = nil
    ) {
        self.outcome = outcome
        self.namespace = namespace
        self.route = route
        self.target = target
        self.values = values
        self.allValues = allValues
        self.decision = decision
        self.code = code
    }

    /// Whether anything is expected.
    public var isEmpty: Bool { self == RouteExpectation() }

    private static let keys = [
        "outcome", "namespace", "route", "target", "values", "allValues", "decision", "code",
    ]
    private static let outcomes = ["matched", "unmatched", "denied", "challenged", "invalid"]
    private static let verdicts = ["allow", "deny", "challenge"]

    /// Reads an expectation; `null` expects absence.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - path: The keys that lead to it, for errors.
    /// - Throws: Which member is wrong, and why.
    init(json object: JSONObject, at path: [String]) throws(JSONMemberError) {
        let members = JSONMemberReader(object, at: path)
        try members.requireKeys(among: Self.keys, of: "An expectation")
        outcome = try Self.word("outcome", of: members, among: Self.outcomes) {
            .init(rawValue: $0)
        }
        decision = try Self.word("decision", of: members, among: Self.verdicts) {
            .init(rawValue: $0)
        }
        namespace = try Self.text("namespace", of: members)
        route = try Self.text("route", of: members)
        target = try Self.text("target", of: members)
        code = try Self.text("code", of: members)
        values = try members.object("values") ?? [:]
        allValues = try members.object("allValues")
        guard allValues == nil || values.members.isEmpty else {
            throw members.error(
                "values", "A case expects either 'values' or 'allValues', not both.",
                hint: "Remove one of them.")
        }
        guard !isEmpty else {
            throw members.error(
                nil, "The case expects nothing.",
                hint: "Add at least one of \(Self.keys.joined(separator: ", ")).")
        }
    }

    private static func text(
        _ key: String, of members: JSONMemberReader
    ) throws(JSONMemberError) -> Text? {
        guard members.object[key] != nil else { return nil }
        return try members.string(key).map(Text.text) ?? .absent
    }

    private static func word<Value>(
        _ key: String, of members: JSONMemberReader, among known: [String],
        _ read: (String) -> Value?
    ) throws(JSONMemberError) -> Value? {
        guard let text = try members.string(key) else { return nil }
        if let value = read(text) { return value }
        let nearest = NameSuggestion.nearest(to: text, among: known)
        throw members.error(
            key, "'\(text)' is not a valid \(key).",
            hint: nearest.map { "Did you mean '\($0)'?" }
                ?? "Write one of \(known.joined(separator: ", ")).")
    }

    /// The expectation as the `expect` of a case, without what is not checked.
    package var json: JSONObject {
        var object: JSONObject = [:]
        object["outcome"] = outcome.map { .string($0.rawValue) }
        object["namespace"] = namespace.map(\.json)
        object["route"] = route.map(\.json)
        object["target"] = target.map(\.json)
        if !values.members.isEmpty { object["values"] = .object(values) }
        object["allValues"] = allValues.map(JSONValue.object)
        object["decision"] = decision.map { .string($0.rawValue) }
        object["code"] = code.map(\.json)
        return object
    }
}

extension RouteExpectation.Text {
    package var json: JSONValue {
        switch self {
        case .absent: .null
        case .text(let text): .string(text)
        }
    }
}
