import RouteDB
import RouteDBInsight

/// The output for an explanation.
struct ExplanationFacts {
    let explanation: Explanation
    private let names: [NamespaceID: String]
    private let considered: [ConsideredFacts]

    /// Creates the output for an explanation of a registry's answer.
    init(_ explanation: Explanation, in snapshot: RegistrySnapshot) {
        self.explanation = explanation
        names = snapshot.namespaceNames
        let places = SnapshotNames(snapshot)
        considered = explanation.rules.map {
            ConsideredFacts(considered: $0, facts: RuleFacts($0.rule, in: places))
        }
    }

    private var resolution: Resolution { explanation.resolution }

    /// The explanation as JSON: everything in `resolve --json`, and the reasons.
    var object: JSONObject {
        ResolutionFacts(resolution).object.merging([
            "steps": .array(explanation.steps.map(Self.object)),
            "namespaces": .array(explanation.namespaces.map(Self.object)),
            "candidates": .array(explanation.candidates.map(object)),
            "order": explanation.order.map(Self.object) ?? .null,
            "sources": .array(explanation.values.map(Self.object)),
            "considered": .array(considered.map { .object($0.object) }),
            "elsewhere": .array(
                explanation.elsewhere.map { match in
                    [
                        "namespace": .string(match.namespace.name),
                        "route": .object(ResolutionFacts.object(match.route)),
                        "reason": .string(notAsked(match.namespace)),
                    ]
                }),
            "nearMisses": .array(explanation.nearMisses.map(Self.object)),
        ])
    }

    private static func object(_ step: NormalizationStep) -> JSONValue {
        [
            "step": .string(step.code.rawValue), "before": .string(step.before),
            "after": .string(step.after), "changed": .bool(step.isChange),
        ]
    }

    private static func object(_ visit: NamespaceVisit) -> JSONValue {
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
        object["fit"] = .int(Int64(visit.fitCount))
        object["rejected"] = .array(
            visit.rejections.map { count in
                [
                    "code": .string(count.code.rawValue), "segment": number(count.segment),
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
            "route": .object(ResolutionFacts.object(candidate.route)),
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
            }
        object["route"] = .object(ResolutionFacts.object(miss.route))
        object["rejection"] = Self.object(miss.rejection)
        return .object(object)
    }

    private static func number(_ value: Int?) -> JSONValue {
        value.map { .int(Int64($0)) } ?? .null
    }

    // MARK: Text

    /// Returns the explanation as lines of text.
    func lines(_ style: TextStyle) -> [String] {
        ResolutionFacts(resolution).block(style) + elsewhere + nearMisses + steps + namespaces
            + candidates
            + order + values + rules
    }

    private var steps: [String] {
        let changes = explanation.steps.filter(\.isChange)
        guard !changes.isEmpty else { return [] }
        return ["", "read as"]
            + changes.map { step in
                let name = step.code.rawValue
                let padding = String(repeating: " ", count: max(1, 10 - name.utf8.count))
                return "  \(name)\(padding)"
                    + PlainText.shown("\(Self.shown(step.before)) -> \(Self.shown(step.after))")
            }
    }

    private static func shown(_ text: String) -> String { text.isEmpty ? "(nothing)" : text }

    private var namespaces: [String] {
        guard !explanation.namespaces.isEmpty else { return [] }
        return ["", "namespaces"] + explanation.namespaces.flatMap(Self.lines)
    }

    private static func lines(_ visit: NamespaceVisit) -> [String] {
        let reason =
            switch visit.reason {
            case .named: "named in the request"
            case .bound:
                "bound to "
                    + (visit.namespace.schemes + visit.namespace.hosts).joined(separator: ", ")
            case .unbound: "handles URLs not bound elsewhere"
            case .fallback(let other): "'\(other)' falls back to it"
            }
        guard visit.candidateCount > 0 else {
            return ["  \(PlainText.shown(visit.namespace.name))  \(reason)"]
        }
        var places: [(name: String, count: Int)] = []
        for count in visit.rejections {
            let name = count.segment.map { "segment \($0)" } ?? "the \(count.code.rawValue)"
            if let index = places.firstIndex(where: { $0.name == name }) {
                places[index].count += count.count
            } else {
                places.append((name, count.count))
            }
        }
        let texts = places.map { "\($0.count) at \($0.name)" }
        let rejected = visit.candidateCount - visit.fitCount
        return [
            "  \(PlainText.shown(visit.namespace.name))  \(reason)",
            "    \(visit.fitCount) of \(visit.candidateCount) patterns match"
                + (rejected == 0 ? "" : "; \(rejected) do not: " + texts.joined(separator: ", ")),
        ]
    }

    /// Lines about routes in other namespaces that would match, and why those were not searched.
    private var elsewhere: [String] {
        guard !explanation.elsewhere.isEmpty else { return [] }
        return ["", "would match in other namespaces"]
            + explanation.elsewhere.map { match in
                let pattern = match.route.patternText
                return "  "
                    + PlainText.shown(
                        "\(match.namespace.name)  \(shown(match.route))  \(pattern)  not asked:"
                            + " \(notAsked(match.namespace))")
            }
    }

    /// Returns why a namespace was not searched.
    private func notAsked(_ namespace: RouteNamespace) -> String {
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

    private func shown(_ route: Route) -> String {
        let name = route.name.map { " \($0)" } ?? ""
        return "#\(route.id.rawValue)\(name)"
    }

    private var candidates: [String] {
        guard !explanation.candidates.isEmpty else { return [] }
        return ["", "routes"]
            + explanation.candidates.map { candidate in
                let verdict =
                    switch candidate.verdict {
                    case .chosen: "chosen"
                    case .behind: "also matches"
                    case .rejected(let rejection): "\(rejection)"
                    }
                return "  "
                    + PlainText.shown(
                        "\(shown(candidate.route))  \(candidate.pattern)  \(verdict)")
            }
    }

    private var order: [String] {
        guard let order = explanation.order else { return [] }
        return ["", "order", "  \(PlainText.shown("\(order)"))  (choice=\(order.choice.rawValue))"]
    }

    private var values: [String] {
        guard resolution.foundRoute != nil, !explanation.values.isEmpty else { return [] }
        return ["", "values"]
            + explanation.values.map { origin in
                let source =
                    switch origin.source {
                    case .context: "the request's context"
                    case .parameter: "the pattern"
                    case .query: "the query"
                    case .request: "a default of the request"
                    case .route: "a default of the route"
                    case .group: "a default of its group"
                    case .namespace: "a default of its namespace"
                    }
                let covered =
                    origin.covered.isEmpty
                    ? ""
                    : ", over " + origin.covered.map(\.rawValue).joined(separator: ", ")
                return "  " + PlainText.shown("\(origin.name)=\(origin.value)")
                    + "  from \(source)\(covered)"
            }
    }

    private var rules: [String] {
        guard !considered.isEmpty else { return [] }
        let access = resolution.access
        return ["", "access  \(access.verdict.rawValue), \(access.origin)"]
            + considered.flatMap(\.lines)
    }

    private var nearMisses: [String] {
        guard !explanation.nearMisses.isEmpty else { return [] }
        return ["", "would match"]
            + explanation.nearMisses.map { miss in
                let change =
                    switch miss.change {
                    case .url(let url): url
                    case .pattern(let pattern): "with the pattern \(pattern)"
                    case .enabling: "if enabled"
                    }
                return "  "
                    + PlainText.shown("\(change)  \(shown(miss.route))  \(miss.rejection)")
            }
    }
}
