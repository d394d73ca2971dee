/// What a case expects of a resolution; what it does not say may be anything.
public struct RouteExpectation: Hashable, Sendable {
    /// A text that a resolution has, or that it has none.
    public enum Text: Hashable, Sendable {
        /// There is none.
        case absent
        /// There is this one.
        case text(String)
    }

    /// What resolving comes to.
    public var outcome: Resolution.Outcome?
    /// The name of the namespace.
    public var namespace: Text?
    /// The route that matches, also where access to it is refused: its name, `group/name`, pattern
    /// or `#id`, as it may be behind `namespace:`.
    public var route: Text?
    /// The target: the route's, the fallback's, or that of a challenge.
    public var target: Text?
    /// Values that must be there; others may be there too.
    public var values: JSONObject
    /// All values; none besides may be there.
    public var allValues: JSONObject?
    /// The verdict on access.
    public var decision: AccessDecision.Verdict?
    /// The code of the access decision.
    public var code: Text?

    /// Makes an expectation.
    ///
    /// - Parameters:
    ///   - outcome: What resolving comes to.
    ///   - namespace: The name of the namespace.
    ///   - route: The route that matches.
    ///   - target: The target.
    ///   - values: Values that must be there.
    ///   - allValues: All values.
    ///   - decision: The verdict on access.
    ///   - code: The code of the access decision.
    public init(
        outcome: Resolution.Outcome? = nil, namespace: Text? = nil, route: Text? = nil,
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

    /// Reads an expectation; `null` says that there is none of what the key stands for.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - way: The keys that lead to it, for errors.
    /// - Throws: Which member is wrong, and why.
    init(json object: JSONObject, at way: [String]) throws(JSONMemberError) {
        let members = JSONMemberReader(object, at: way)
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
                "values", "A case expects some 'values' or 'allValues'.",
                hint: "Leave one of them out.")
        }
        guard !isEmpty else {
            throw members.error(
                nil, "The case expects nothing.",
                hint: "Name an \(Self.keys.prefix(4).joined(separator: ", ")) or the like.")
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
            key, "There is no \(key) '\(text)'.",
            hint: nearest.map { "Did you mean '\($0)'?" }
                ?? "There is \(known.joined(separator: ", ")).")
    }

    /// The expectation as a case's `expect` says it; what may be anything is left out.
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
