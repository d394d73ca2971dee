package import RouteDB
import RouteDBDatabase
package import RouteDBRouting
import RouteDBStorage

/// The output for an explanation.
package struct ExplanationOutput {
    package let explanation: Explanation
    private let names: [NamespaceID: String]
    /// The numbers of routes of the namespaces that were not compared with the URL, as they have words that it
    /// lacks.
    private let uncompared: [NamespaceID: Int]
    /// Every access rule, with its verdict.
    package let considered: [ConsideredOutput]

    /// Creates the output for an explanation of a registry's answer.
    package init(_ explanation: Explanation, in snapshot: RegistrySnapshot) {
        self.explanation = explanation
        names = snapshot.namespaceNames
        uncompared = snapshot.unreadCounts
        let places = SnapshotNames(snapshot)
        considered = explanation.rules.map {
            ConsideredOutput(considered: $0, facts: RuleOutput($0.rule, in: places))
        }
    }

    package var resolution: Resolution { explanation.resolution }

    /// The explanation as JSON: everything in `resolve --json`, and the reasons.
    package var object: JSONObject {
        ResolutionOutput(resolution).object.merging([
            "steps": .array(explanation.steps.map(Self.object)),
            "namespaces": .array(explanation.namespaces.map(object)),
            "candidates": .array(explanation.candidates.map(object)),
            "order": explanation.order.map(Self.object) ?? .null,
            "sources": .array(explanation.values.map(Self.object)),
            "considered": .array(considered.map { .object($0.object) }),
            "elsewhere": .array(
                explanation.elsewhere.map { match in
                    [
                        "namespace": .string(match.namespace.name),
                        "route": .object(ResolutionOutput.object(match.route)),
                        "reason": .string(notAsked(match.namespace)),
                    ]
                }),
            "otherKinds": .array(explanation.otherKinds.map(JSONValue.string)),
            "nearMisses": .array(explanation.nearMisses.map(Self.object)),
        ])
    }

    private static func object(_ step: NormalizationStep) -> JSONValue {
        [
            "step": .string(step.code.rawValue), "before": .string(step.before),
            "after": .string(step.after), "changed": .bool(step.isChange),
        ]
    }

    /// Returns the number of routes of a namespace that were not compared with the URL.
    package func uncompared(in visit: NamespaceVisit) -> Int {
        uncompared[visit.namespace.id] ?? 0
    }

    private func object(_ visit: NamespaceVisit) -> JSONValue {
        var object: JSONObject = ["namespace": .string(visit.namespace.name)]
        switch visit.reason {
        case .named: object["reason"] = "named"
        case .bound: object["reason"] = "bound"
        case .unbound: object["reason"] = "unbound"
        case .fallback(let other):
            object["reason"] = "fallback"
            object["of"] = .string(other)
        }
        object["candidates"] = .int(Int64(visit.candidateCount))
        object["uncompared"] = .int(Int64(uncompared(in: visit)))
        object["fit"] = .int(Int64(visit.fitCount))
        object["rejected"] = .array(
            visit.rejections.map { count in
                [
                    "code": .string(count.code.rawValue), "segment": Self.number(count.segment),
                    "count": .int(Int64(count.count)),
                ]
            })
        return .object(object)
    }

    private func object(_ candidate: RouteCandidate) -> JSONValue {
        let verdict =
            switch candidate.verdict {
            case .chosen: "chosen"
            case .behind: "behind"
            case .rejected: "rejected"
            }
        return [
            "route": .object(ResolutionOutput.object(candidate.route)),
            "namespace": names[candidate.route.namespace].map(JSONValue.string) ?? .null,
            "variant": .string("\(candidate.pattern)"), "verdict": .string(verdict),
            "rejection": candidate.rejection.map(Self.object) ?? .null,
        ]
    }

    private static func object(_ rejection: RouteRejection) -> JSONValue {
        [
            "code": .string(rejection.code.rawValue), "segment": number(rejection.segment),
            "found": rejection.found.map(JSONValue.string) ?? .null,
            "wanted": .string(rejection.wanted), "message": .string("\(rejection)"),
        ]
    }

    private static func object(_ order: OrderRule) -> JSONValue {
        [
            "code": .string(order.code.rawValue), "choice": .string(order.choice.rawValue),
            "part": order.part.map(JSONValue.string) ?? .null, "first": .string(order.first),
            "second": .string(order.second), "message": .string("\(order)"),
        ]
    }

    private static func object(_ origin: ValueOrigin) -> JSONValue {
        [
            "name": .string(origin.name), "value": origin.value,
            "source": .string(origin.source.rawValue),
            "text": origin.text.map(JSONValue.string) ?? .null,
            "covers": .array(origin.covered.map { .string($0.rawValue) }),
        ]
    }

    private static func object(_ miss: NearMiss) -> JSONValue {
        var object: JSONObject =
            switch miss.change {
            case .url(let url): ["change": "url", "url": .string(url)]
            case .pattern(let pattern): ["change": "pattern", "pattern": .string("\(pattern)")]
            case .enabling: ["change": "enable"]
            case .policy(let policy): ["change": "policy", "policy": .string(policy)]
            }
        object["route"] = .object(ResolutionOutput.object(miss.route))
        object["rejection"] = Self.object(miss.rejection)
        return .object(object)
    }

    private static func number(_ value: Int?) -> JSONValue {
        value.map { .int(Int64($0)) } ?? .null
    }

    /// Returns why a namespace was not searched.
    package func notAsked(_ namespace: RouteNamespace) -> String {
        guard let first = explanation.namespaces.first else { return "no namespace was searched" }
        let name = first.namespace.name
        let last = explanation.namespaces.last?.namespace.name ?? name
        let rest = "and '\(last)' does not fall back to '\(namespace.name)'"
        switch first.reason {
        case .named: return "the request names the namespace '\(name)', \(rest)"
        case .bound:
            let bindings = (first.namespace.schemes + first.namespace.hosts)
            return "the URL is bound to '\(name)' (\(bindings.joined(separator: ", "))), \(rest)"
        case .unbound, .fallback:
            return "the URL is bound to no namespace and goes to '\(name)', \(rest)"
        }
    }
}
