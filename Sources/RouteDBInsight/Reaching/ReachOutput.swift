package import RouteDB

extension RuleOutput {
    /// The rule as a sentence that names what it covers.
    package var sentence: String { RuleSentence(rule).text(about: covered) }

    /// The rule as JSON, with its sentence.
    fileprivate var worded: JSONObject { object.merging(["sentence": .string(sentence)]) }

    /// The routes that the rule covers, as the object of a sentence.
    private var covered: String {
        if let route { return "'\(route.label(in: namespace))'" }
        let place = "the namespace '\(namespace)'"
        return "routes of \(group.map { "the group '\($0)' in " } ?? "")\(place)"
    }
}

/// The output for who may reach a route.
package struct RouteCallersOutput: Sendable {
    /// The callers.
    package let callers: RouteCallers
    /// The rules in force that cover the route.
    package let rules: [RuleOutput]
    /// The rules that only watch.
    package let watching: [RuleOutput]

    /// Creates the output.
    package init(_ callers: RouteCallers, in names: SnapshotNames) {
        self.callers = callers
        rules = callers.rules.map { RuleOutput($0, in: names) }
        watching = callers.watching.map { RuleOutput($0, in: names) }
    }

    /// The callers as JSON.
    package var object: JSONObject {
        [
            "others": .string(callers.others.rawValue), "summary": .string(callers.summary),
            "rules": .array(rules.map { .object($0.worded) }),
            "watching": .array(watching.map { .object($0.worded) }),
        ]
    }
}

/// The output for a route that a caller may reach, or not.
package struct ReachedRouteOutput: Sendable {
    /// The route.
    package let route: Route
    /// The name of its namespace.
    package let namespace: String
    /// The answer, and what decides it.
    package let part: CallerReach.Part

    /// The output for each route of a caller's reach, in the order of its parts.
    package static func all(_ reach: CallerReach, in names: SnapshotNames) -> [Self] {
        reach.parts.flatMap { part in
            part.routes.map {
                Self(route: $0, namespace: names.name(of: $0.namespace), part: part)
            }
        }
    }

    /// The route as JSON.
    package var object: JSONObject {
        [
            "route": .int(route.id.rawValue), "namespace": .string(namespace),
            "name": route.name.map(JSONValue.string) ?? .null,
            "pattern": route.pattern == nil ? .null : .string(route.patternText),
            "target": .string(route.target), "answer": .string(part.answer.rawValue),
            "reason": .string(part.reason.rawValue),
            "rules": .array(part.rules.map { .int($0.id.rawValue) }),
        ]
    }
}

extension CallerReach.Part {
    /// The reason in words, if no rule alone decides.
    package var note: String? {
        switch reason {
        case .rules: nil
        case .open: rules.isEmpty ? "No rule is for this caller." : "Otherwise, it may be opened."
        case .notAllowed: "Rules allow others, and none of them applies to this caller."
        case .closed: "The namespace is closed, and no rule allows this caller."
        }
    }
}

extension CallerReach {
    /// The numbers of routes by answer, in words: "3 refused, 40 allowed".
    package var summary: String {
        Answer.allCases.map { (count($0), $0.words) }.filter { $0.0 > 0 }
            .map { "\(NumberText.grouped(Int64($0.0))) \($0.1)" }.joined(separator: ", ")
    }
}

extension CallerReach.Answer {
    /// The answer as the title of its routes.
    package var words: String {
        switch self {
        case .refused: "refused"
        case .challenged: "challenged"
        case .depends: "that depend on the request"
        case .allowed: "allowed"
        }
    }
}
