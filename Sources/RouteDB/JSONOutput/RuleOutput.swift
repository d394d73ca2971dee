package import RouteDBRouting
package import RouteDBStorage

/// The output for an access rule.
package struct RuleOutput: Sendable {
    package let rule: AccessRule
    /// The name of the namespace.
    package let namespace: String
    package let group: String?
    package let route: Route?

    /// Creates the output for a rule.
    package init(_ rule: AccessRule, in places: SnapshotNames) {
        self.rule = rule
        switch rule.scope {
        case .namespace: (group, route) = (nil, nil)
        case .group(_, let group): (self.group, route) = (group, nil)
        case .route(let id): (group, route) = (nil, places.routes[id])
        }
        namespace = places.namespace(of: rule).map(places.name) ?? ""
    }

    /// Creates the output for a rule, as an edit sees what it covers.
    package init(_ rule: AccessRule, in editor: RegistryEditor) throws {
        self.init(rule, in: try SnapshotNames(of: [rule.scope], in: editor))
    }

    /// The rule as JSON.
    package var object: JSONObject {
        let head: JSONObject = [
            "id": .int(rule.id.rawValue), "namespace": .string(namespace),
            "group": group.map(JSONValue.string) ?? .null,
            "route": route.map { .string("#\($0.id.rawValue)") } ?? .null,
        ]
        return head.merging(rule.json)
    }
}

/// The output for a rule considered in a decision.
package struct ConsideredOutput {
    package let considered: AccessDecision.ConsideredRule
    package let facts: RuleOutput

    package init(considered: AccessDecision.ConsideredRule, facts: RuleOutput) {
        self.considered = considered
        self.facts = facts
    }

    /// The rule as JSON.
    package var object: JSONObject {
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

    /// Why the rule applies or does not.
    package var why: String {
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
    package var json: JSONObject {
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
    package var origin: String {
        switch reason {
        case .open: "no allow rule covers the route, and its namespace is open"
        case .closed: "no allow rule covers the route, and its namespace is closed"
        case .notAllowed: "allow rules cover the route, but none of them applies"
        case .rules:
            "by rule \(rules.map { String($0.rawValue) }.joined(separator: ", "))"
        }
    }
}
