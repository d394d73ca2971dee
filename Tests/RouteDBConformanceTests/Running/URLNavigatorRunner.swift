import RouteDB

/// URLNavigator: views and handlers are two kinds of routes in one namespace.
struct URLNavigatorRunner: CaseRunner {
    static func template(_ test: ConformanceCase) -> NamespaceDraft {
        NamespaceDraft(name: Namespace.defaultName, profile: .urlnavigator)
    }

    static func facts(
        of test: ConformanceCase, in registry: inout CaseRegistry
    ) async throws -> JSONObject {
        for member in test.options.object("converters")?.members ?? [] {
            try await registry.setConverter(
                member.key, to: try rule(member.value), in: Namespace.defaultName)
        }
        let drafts = test.routes.enumerated().map { index, route in
            RouteDraft(
                pattern: route.text("pattern") ?? "", target: String(index),
                kind: route.text("kind") ?? "view")
        }
        try await registry.add(drafts)
        if let step = test.steps.first { throw UnsupportedCase("the step \(step)") }
        return try answer(test, registry.table)
    }

    /// What a converter of a case does; null is one that was removed.
    private static func rule(_ value: JSONValue) throws -> Converter.Rule {
        switch value {
        case .null: return .any
        case .array(let texts): return .allow(texts.compactMap(\.text))
        case .object(let affix):
            return .affix(prefix: affix.text("prefix") ?? "", suffix: affix.text("suffix") ?? "")
        default: throw UnsupportedCase("the converter \(value)")
        }
    }

    private static func answer(
        _ test: ConformanceCase, _ table: RoutingTable
    ) throws -> JSONObject {
        let kind: String? =
            switch test.op {
            case nil, "match", "query": nil
            case "resolve", "push", "present": "view"
            case "open": "handler"
            case let op?: throw UnsupportedCase("the op '\(op)'")
            }
        let request = ResolutionRequest(
            test.url ?? "", kind: kind, context: test.context.object ?? [:])
        let walk = try HandlerWalk(request, in: table) { resolution in
            try CaseHandler(resolution, in: test)?.accepts(
                resolution, values: TypedParameters(resolution).values) ?? false
        }
        var facts = matchFacts(test, walk)
        let query = table.resolve(request).query
        facts["query"] = .object(QueryItem.map(query))
        facts["queryItems"] = .array(
            query.map { .array([.string($0.key), JSONValue($0.value)]) })
        switch test.op {
        case "resolve", "open": facts["performed"] = .bool(walk.accepted != nil)
        case "push", "present":
            // Whether an accepted view is shown is up to the navigation.
            if walk.accepted == nil { facts["performed"] = false }
        default: break
        }
        if test.op != nil, test.op != "match" {
            facts["calls"] = JSONValue(walk.asked.compactMap { $0.route?.patternText })
            facts["context"] = context(test, walk)
        }
        return facts
    }

    /// What the handler that was asked first saw of the context; one that is no object cannot be
    /// given to it.
    private static func context(_ test: ConformanceCase, _ walk: HandlerWalk) -> JSONValue? {
        guard let match = walk.asked.first, test.context != .null else { return .null }
        return test.context.object == nil ? nil : .object(match.request.context)
    }

    /// The first match, whether its handler accepts or not.
    private static func matchFacts(_ test: ConformanceCase, _ walk: HandlerWalk) -> JSONObject {
        guard let match = walk.asked.first else {
            return ["matched": false, "pattern": nil, "params": nil, "types": nil]
        }
        let parameters = TypedParameters(match)
        return [
            "matched": true, "pattern": JSONValue(match.route?.patternText),
            "params": .object(parameters.values), "types": .object(parameters.types),
        ]
    }
}
