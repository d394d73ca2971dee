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
