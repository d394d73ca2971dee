import RouteDB
import RouteDBInsight
import RouteDBTerminal

// How the tool shows an explanation.
extension ExplanationOutput {
    /// Returns the explanation as lines of text.
    func lines(_ style: TextStyle) -> [String] {
        ResolutionOutput(resolution).block(style) + otherKinds + elsewhere + nearMisses + steps
            + namespaces + candidates + order + values + rules
    }

    /// A line about the kinds with which the request would match.
    private var otherKinds: [String] {
        let kinds = explanation.otherKinds
        guard !kinds.isEmpty else { return [] }
        return ["", "matches with other kinds: \(PlainText.shown(kinds.joined(separator: ", ")))"]
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
        return ["", "namespaces"] + explanation.namespaces.flatMap(lines)
    }

    private func lines(_ visit: NamespaceVisit) -> [String] {
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
        let patterns = NumberText.counted(visit.candidateCount, "pattern matches", "patterns match")
        return [
            "  \(PlainText.shown(visit.namespace.name))  \(reason)",
            "    \(visit.fitCount) of \(patterns)"
                + (rejected == 0
                    ? ""
                    : "; \(rejected) \(rejected == 1 ? "does" : "do") not: "
                        + texts.joined(separator: ", ")),
        ] + others(visit)
    }

    /// The line about the routes that were not compared.
    private func others(_ visit: NamespaceVisit) -> [String] {
        let count = uncompared(in: visit)
        guard count > 0 else { return [] }
        return [
            "    \(NumberText.counted(count, "more route has words", "more routes have words"))"
                + " that the URL lacks"
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

    private func shown(_ route: Route) -> String {
        let name = route.qualifiedName.map { " \($0)" } ?? ""
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
                    case .policy(let policy): "with the policy \(policy)"
                    }
                return "  "
                    + PlainText.shown("\(change)  \(shown(miss.route))  \(miss.rejection)")
            }
    }
}
