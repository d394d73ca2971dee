import RouteDB

extension AccessDecision {
    /// The decision as JSON.
    var json: JSONObject {
        [
            "verdict": .string(verdict.rawValue), "reason": .string(reason.rawValue),
            "rules": .array(rules.map { .int($0.rawValue) }),
            "shadow": .array(shadow.map { .int($0.rawValue) }),
            "code": code.map(JSONValue.string) ?? .null,
            "message": message.map(JSONValue.string) ?? .null,
            "target": challengeTarget.map(JSONValue.string) ?? .null,
        ]
    }

    /// Where the verdict comes from, in words.
    var origin: String {
        switch reason {
        case .open: "no allow rule covers the route, and its namespace is open"
        case .closed: "no allow rule covers the route, and its namespace is closed"
        case .notAllowed: "allow rules cover the route, but none of them applies"
        case .rules:
            "by rule \(rules.map { String($0.rawValue) }.joined(separator: ", "))"
        }
    }
}
