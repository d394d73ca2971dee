import RouteDB

/// The output for a rule considered in a decision.
struct ConsideredFacts {
    let considered: ConsideredRule
    let facts: RuleFacts

    /// The rule as JSON.
    var object: JSONObject {
        [
            "rule": .object(facts.object), "applies": .bool(considered.applies),
            "why": .string(why), "subject": .bool(considered.isForPrincipal),
            "conditions": .array(
                zip(considered.rule.conditions, considered.findings).map { condition, finding in
                    [
                        "condition": .string(condition.description),
                        "finding": .string(finding.rawValue),
                    ]
                }),
        ]
    }

    /// The rule as lines of text.
    var lines: [String] {
        ["  \(facts.text)", "    \(considered.applies ? "applies" : "does not apply"): \(why)"]
            + zip(considered.rule.conditions, considered.findings).map { condition, finding in
                "    \(PlainText.shown(condition.description))  \(finding.rawValue)"
            }
    }

    /// Why the rule applies or does not.
    private var why: String {
        let findings = considered.findings
        if considered.applies {
            return findings.contains(.unknown)
                ? "the request lacks an attribute, and the rule is not an allow rule"
                : "its subject matches"
                    + (findings.isEmpty ? "" : ", and every condition holds")
        }
        if !considered.isForPrincipal { return "its subject does not match" }
        if findings.contains(.fails) { return "a condition fails" }
        return findings.contains(.unknown)
            ? "the request lacks an attribute, and the rule is an allow rule" : "it has expired"
    }
}

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
