import RouteDBInsight
package import RouteDBRouting

/// Checks explanations against the answers of the table.
///
/// Each candidate is checked alone: a table with only its pattern must match the URL exactly if the
/// explanation says so. Each near miss is resolved.
package struct ExplanationCheck {
    private let table: RoutingTable
    private let explainer: Explainer
    /// The number of rejected candidates and of near misses confirmed so far.
    package private(set) var rejections = 0
    package private(set) var nearMisses = 0
    /// The number of explanations that contained a rule of order.
    package private(set) var orders = 0

    package init(_ table: RoutingTable) {
        self.table = table
        explainer = Explainer(table)
    }

    /// Explains the answer to a request, and returns what is wrong with the explanation; `nil` if
    /// nothing.
    package mutating func problem(_ request: ResolutionRequest) -> String? {
        let explanation = explainer.explain(
            request, options: ExplainOptions(candidateLimit: 10_000))
        return answerProblem(explanation, request)
            ?? fitProblem(explanation, request) ?? countProblem(explanation)
            ?? candidateProblem(explanation, request) ?? orderProblem(explanation)
            ?? valueProblem(explanation) ?? nearMissProblem(explanation, request)
    }

    private func answerProblem(
        _ explanation: Explanation, _ request: ResolutionRequest
    ) -> String? {
        let (told, made) = (explanation.resolution, table.resolve(request))
        if told.outcome != made.outcome || told.foundRoute != made.foundRoute
            || told.values != made.values || told.access != made.access
        {
            return "the answer is another"
        }
        guard request.routeName == nil, made.outcome != .invalid else { return nil }
        let chosen = explanation.candidates.filter { $0.verdict == .chosen }.map(\.route.id)
        let found = made.foundRoute.map { [$0.id] } ?? []
        return chosen == found ? nil : "chosen is \(chosen), not \(found)"
    }

    /// Compares the matches of the matcher with those that the explanation claims.
    private func fitProblem(_ explanation: Explanation, _ request: ResolutionRequest) -> String? {
        guard request.routeName == nil else { return nil }
        let url = request.urlBytes
        var found: [RouteID] = []
        var match = RouteMatch()
        var outcome = table.match(
            utf8: url.span.bytes, in: request.namespace, into: &match)
        while case .matched = outcome {
            found.append(table.route(of: match).id)
            let previous = match
            outcome = table.match(utf8: url.span.bytes, after: previous, into: &match)
        }
        let told = explanation.candidates.filter { $0.fits }.map(\.route.id)
        return told == found ? nil : "\(told) are said to fit, and \(found) do"
    }

    private func countProblem(_ explanation: Explanation) -> String? {
        var total = 0
        for visit in explanation.namespaces {
            let rejected = visit.rejections.reduce(0) { $0 + $1.count }
            if visit.fitCount + rejected != visit.candidateCount {
                return "of \(visit.candidateCount), \(visit.fitCount) + \(rejected) are counted"
            }
            total += visit.candidateCount
        }
        return explanation.candidates.count == total
            ? nil : "\(explanation.candidates.count) of \(total) are listed"
    }

    private mutating func candidateProblem(
        _ explanation: Explanation, _ request: ResolutionRequest
    ) -> String? {
        for candidate in explanation.candidates {
            var route = candidate.route
            route.pattern = candidate.pattern
            var match = RouteMatch()
            let url = request.urlBytes
            let outcome = table.holding([route]).match(
                utf8: url.span.bytes, in: request.namespace, into: &match)
            var isMatch = false
            if case .matched = outcome { isMatch = true }
            if isMatch != candidate.fits {
                return "alone, \(candidate.pattern) \(isMatch ? "fits" : "does not fit"): "
                    + "\(candidate.rejection?.description ?? "")"
            }
            if !isMatch { rejections += 1 }
        }
        return nil
    }

    private mutating func orderProblem(_ explanation: Explanation) -> String? {
        let fits = explanation.candidates.filter { $0.verdict == .chosen || $0.verdict == .behind }
        guard fits.count > 1, fits[0].verdict == .chosen else {
            return explanation.order == nil ? nil : "there is an order of one"
        }
        guard let order = explanation.order else { return "there is no order" }
        orders += 1
        let (first, second) = (fits[0], fits[1])
        let isTrue: Bool =
            switch order.code {
            case .namespace: first.route.namespace != second.route.namespace
            case .priority: first.route.priority > second.route.priority
            case .registration: first.route.id < second.route.id
            case .groups: first.route.id == second.route.id
            case .conditions: first.pattern.query.count > second.pattern.query.count
            case .kind: first.route.kind != second.route.kind
            case .text: order.choice == .specificity
            case .literals: order.choice == .mostLiterals
            default: order.choice == .specificity && order.part != nil
            }
        return isTrue ? nil : "the order is wrong: \(order)"
    }

    private func valueProblem(_ explanation: Explanation) -> String? {
        let resolution = explanation.resolution
        var values = JSONObject()
        for origin in explanation.values {
            values[origin.name] = origin.value
            let source: JSONValue? =
                switch origin.source {
                case .context: resolution.request.context[origin.name]
                case .parameter: resolution.parameters[origin.name]
                case .query: origin.value
                case .request, .route, .group, .namespace: resolution.defaults[origin.name]
                }
            if source != origin.value { return "\(origin.name) is not from \(origin.source)" }
        }
        return values == resolution.values ? nil : "the values are \(values)"
    }

    private mutating func nearMissProblem(
        _ explanation: Explanation, _ request: ResolutionRequest
    ) -> String? {
        for miss in explanation.nearMisses {
            nearMisses += 1
            var routes = table.content.routes
            var namespace: RouteNamespace?
            switch miss.change {
            case .url(let url):
                let changed = ResolutionRequest(
                    url, namespace: request.namespace, kind: request.kind)
                if table.resolve(changed).foundRoute?.id == miss.route.id { continue }
                return "'\(url)' does not lead to #\(miss.route.id.rawValue)"
            case .pattern(let pattern):
                for index in routes.indices where routes[index].id == miss.route.id {
                    routes[index].pattern = pattern
                }
            case .enabling: routes.append(miss.route)
            case .policy:
                namespace = explanation.namespaces.first?.namespace
                namespace?.overrides[.host] = "auto"
            }
            let found = table.holding(routes, changing: namespace).resolve(request).foundRoute
            if found?.id != miss.route.id { return "\(miss.change) does not do" }
        }
        return nil
    }
}

extension RouteCandidate {
    /// Whether the pattern fits the URL.
    fileprivate var fits: Bool {
        guard let rejection else { return true }
        return rejection.code == .kind || rejection.code == .converter
    }
}
