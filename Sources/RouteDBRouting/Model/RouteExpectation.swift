/// The expected result of a test case.
///
/// Only what the expectation mentions is checked.
public struct RouteExpectation: Hashable, Sendable {
    /// An expected text, or its absence.
    public enum Text: Hashable, Sendable {
        /// The text is absent.
        case absent
        /// The text is this one.
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
    /// The message of the access decision.
    public var message: Text?
    /// The redirect: an object with `to`, `status` or both, or null for none.
    public var redirect: JSONValue?
    /// The end of all redirects: an object with some of `url`, `outcome`, `route` and `target`, or null
    /// for no redirect.
    ///
    /// The outcome is that of the last URL, or `elsewhere`, `gone` or `loop`.
    public var destination: JSONValue?
    /// The variant of the route's pattern that matches.
    public var pattern: Text?
    /// The texts of the segments that `*` and `**` match.
    public var wildcard: [String]?
    /// Required values that are missing: an object with the kind of each, or null for none.
    public var unmet: JSONValue?
    /// The navigation plan: an object with some of its members, or null for none.
    public var plan: JSONValue?
    /// Why the URL is invalid: an object with some of `code`, `message` and `offset`, or null if it is
    /// valid.
    public var error: JSONValue?
    /// The kind of the named route, if it is not the one that is requested.
    public var otherKind: Text?

    /// Creates an expectation; what it has no parameter for is set afterwards.
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

    /// True if anything is expected.
    public var isEmpty: Bool { self == RouteExpectation() }
}

// An expectation as JSON: each part under its key; null expects absence.
extension RouteExpectation {
    /// The keys of the parts, in the order in which they are written and compared.
    package enum Key: String, CaseIterable, Sendable {
        case outcome, namespace, route, target, values, allValues, decision, code, message, redirect
        case destination, pattern, wildcard, unmet, plan, error, otherKind

        /// The meaning of the part.
        package var summary: String {
            switch self {
            case .outcome: "The outcome."
            case .namespace: "The name of the namespace, or null."
            case .route: "The route that matches: its name, pattern or '#id'; or null."
            case .target: "The target of the route, the fallback or a challenge; or null."
            case .values: "Values that must be present."
            case .allValues: "All values."
            case .decision: "The access verdict."
            case .code: "The code of the access decision, or null."
            case .message: "The message of the access decision, or null."
            case .redirect: "The redirect: 'to', 'status' or both; or null."
            case .destination:
                "The end of all redirects: some of 'url', 'outcome', 'route' and 'target'; or null."
            case .pattern: "The variant of the route's pattern that matches, or null."
            case .wildcard: "The texts of the segments that wildcards match."
            case .unmet: "Required values that are missing, with their kinds; or null."
            case .plan: "Members of the navigation plan, or null."
            case .error: "Some of the 'code', 'message' and 'offset' of an invalid URL; or null."
            case .otherKind: "The kind of the named route, if another was requested; or null."
            }
        }

        /// The members of the object that is expected; `nil` if any may be, or if it is no object.
        package var members: [String]? {
            switch self {
            case .redirect: ["to", "status"]
            case .destination: ["url", "outcome", "route", "target"]
            case .plan:
                ["action", "index", "stack", "container", "wrap", "animated", "transition"]
            case .error: ["code", "message", "offset"]
            case .outcome, .namespace, .route, .target, .values, .allValues, .decision, .code,
                .message, .pattern, .wildcard, .unmet, .otherKind:
                nil
            }
        }
    }

    private static let verdicts = ["allow", "deny", "challenge"]

    /// Reads an expectation; `null` expects absence.
    init(_ members: JSONReader<MistakeThrower>) throws(JSONMistake) {
        self.init()
        let keys = Key.allCases.map(\.rawValue)
        try members.requireKeys(among: keys, of: "An expectation")
        for key in Key.allCases { try read(key, of: members) }
        guard allValues == nil || values.members.isEmpty else {
            throw members.error(
                "values", "A case expects either 'values' or 'allValues', not both.",
                hint: "Remove one of them.")
        }
        guard !isEmpty else {
            throw members.error(
                nil, "The case expects nothing.",
                hint: "Add at least one of \(keys.joined(separator: ", ")).")
        }
    }

    private mutating func read(
        _ key: Key, of members: JSONReader<MistakeThrower>
    ) throws(JSONMistake) {
        switch key {
        case .outcome:
            outcome = try members.word(key.rawValue)
        case .decision:
            decision = try members.word(key.rawValue, among: Self.verdicts) {
                .init(rawValue: $0)
            }
        case .namespace: namespace = try Self.text(key, of: members)
        case .route: route = try Self.text(key, of: members)
        case .target: target = try Self.text(key, of: members)
        case .code: code = try Self.text(key, of: members)
        case .message: message = try Self.text(key, of: members)
        case .pattern: pattern = try Self.text(key, of: members)
        case .otherKind: otherKind = try Self.text(key, of: members)
        case .values: values = try members.object(key.rawValue) ?? [:]
        case .allValues: allValues = try members.object(key.rawValue)
        case .wildcard:
            guard members.object[key.rawValue] != nil else { return }
            wildcard = try members.strings(key.rawValue)
        case .redirect: redirect = try Self.object(key, of: members)
        case .destination: destination = try Self.object(key, of: members)
        case .unmet: unmet = try Self.object(key, of: members)
        case .plan: plan = try Self.object(key, of: members)
        case .error: error = try Self.object(key, of: members)
        }
    }

    private static func text(
        _ key: Key, of members: JSONReader<MistakeThrower>
    ) throws(JSONMistake) -> Text? {
        guard members.object[key.rawValue] != nil else { return nil }
        return try members.string(key.rawValue).map(Text.text) ?? .absent
    }

    /// An object whose members are compared one by one, or null.
    private static func object(
        _ key: Key, of members: JSONReader<MistakeThrower>
    ) throws(JSONMistake) -> JSONValue? {
        guard members.object[key.rawValue] != nil else { return nil }
        guard let reader = try members.reader(key.rawValue) else { return .null }
        if let known = key.members {
            try reader.requireKeys(among: known, of: "The expected '\(key.rawValue)'")
        }
        guard !reader.object.members.isEmpty else {
            let some = key.members.map { " such as '\($0[0])'" } ?? ""
            throw reader.error(
                nil, "The expected '\(key.rawValue)' is empty, so anything would pass.",
                hint: "Add a member\(some), or write null if there must be none.")
        }
        return .object(reader.object)
    }

    /// The expectation as the `expect` of a case, without what is not checked.
    package var json: JSONObject {
        var object: JSONObject = [:]
        for key in Key.allCases { object[key.rawValue] = json(of: key) }
        return object
    }

    private func json(of key: Key) -> JSONValue? {
        switch key {
        case .outcome: outcome.map { .string($0.rawValue) }
        case .namespace: namespace.map(\.json)
        case .route: route.map(\.json)
        case .target: target.map(\.json)
        case .values: values.members.isEmpty ? JSONValue?.none : .object(values)
        case .allValues: allValues.map(JSONValue.object)
        case .decision: decision.map { .string($0.rawValue) }
        case .code: code.map(\.json)
        case .message: message.map(\.json)
        case .redirect: redirect
        case .destination: destination
        case .pattern: pattern.map(\.json)
        case .wildcard: wildcard.map { .array($0.map(JSONValue.string)) }
        case .unmet: unmet
        case .plan: plan
        case .error: error
        case .otherKind: otherKind.map(\.json)
        }
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
