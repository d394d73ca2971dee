package import RouteDBRouting
import RouteDBStorage

/// The output for a resolution.
package struct ResolutionOutput {
    package let resolution: Resolution
    /// The navigation plan of the match; `nil` if there is none or it is invalid.
    package let plan: NavigationPlan?
    /// Why the navigation plan is invalid.
    package let planError: PlanError?

    /// Creates the output for a resolution.
    package init(
        _ resolution: Resolution, covering presentation: RoutePresentation? = nil,
        over entries: [NavigationPlan.StackEntry] = []
    ) {
        self.resolution = resolution
        do throws(PlanError) {
            plan = try resolution.plan(covering: presentation, over: entries)
            planError = nil
        } catch {
            plan = nil
            planError = error
        }
    }

    /// The resolution as JSON.
    package var object: JSONObject {
        let route = resolution.foundRoute
        let name = resolution.request.routeName
        let read = resolution.reading
        var object: JSONObject = [
            "schema": 1,
            (name == nil ? "url" : "name"): .string(name ?? resolution.request.url),
            "namespace": resolution.namespace.map { .string($0.name) } ?? .null,
            "revision": .int(resolution.revision),
            "outcome": .string(resolution.outcome.rawValue),
            "route": route.map { .object(Self.object($0)) } ?? .null,
            "params": .object(read.parameters),
            "query": hasQuery(read.query) ? .object(query(of: read.query)) : .null,
            "wildcard": .array(read.wildcards.map(JSONValue.string)),
            "defaults": .object(read.defaults), "origins": .object(origins),
            "context": .object(resolution.request.context), "values": .object(read.values),
            "failures": .array(resolution.conversionFailures.map(Self.object)),
            "access": route == nil ? .null : .object(resolution.access.json),
            "plan": plan.map { .object($0.json) } ?? .null,
        ]
        if let redirect = resolution.redirect {
            var json = redirect.json
            json["variant"] = resolution.variantNumber.map { .int(Int64($0)) }
            object["redirect"] = .object(json)
        }
        if let planError {
            object["planError"] = [
                "code": .string(planError.code.rawValue), "message": .string(planError.message),
            ]
        }
        let unmet = resolution.unmetRequirements
        if !unmet.isEmpty { object["unmet"] = .object(RouteRequirement.json(unmet)) }
        if let kind = resolution.otherKind { object["otherKind"] = .string(kind) }
        if let error = resolution.invalidURL { object["error"] = .object(error.json) }
        if resolution.route == nil, let target = resolution.target {
            object["target"] = .string(target)
        }
        return object
    }

    /// The origin of each default value.
    private var origins: JSONObject {
        resolution.defaultOrigins.reduce(into: [:]) { $0[$1.key] = .string($1.origin.rawValue) }
    }

    /// Returns whether the URL has a query, which may be empty: `/a?` has one, and `/a` has none.
    private func hasQuery(_ items: [NormalizedURL.QueryItem]) -> Bool {
        if !items.isEmpty { return true }
        guard resolution.invalidURL == nil, resolution.request.routeName == nil,
            resolution.namespace?.policies.query != .text
        else { return false }
        return resolution.request.url.utf8.prefix { $0 != UInt8(ascii: "#") }
            .contains(UInt8(ascii: "?"))
    }

    /// The values of each query key; null for a key without a value.
    package var query: JSONObject { query(of: resolution.query) }

    private func query(of items: [NormalizedURL.QueryItem]) -> JSONObject {
        var query = JSONObject()
        guard !items.isEmpty else { return query }
        let drops = resolution.namespace?.policies.query == .pairs
        for item in items where !drops || item.value != nil {
            let value = item.value.map(JSONValue.string) ?? .null
            if case .array(let values)? = query[item.key] {
                query[item.key] = .array(values + [value])
            } else {
                query[item.key] = [value]
            }
        }
        return query
    }

    /// Returns a route as JSON.
    package static func object(_ route: Route) -> JSONObject {
        [
            "id": .int(route.id.rawValue), "name": route.name.map(JSONValue.string) ?? .null,
            "kind": route.kind.map(JSONValue.string) ?? .null,
            "pattern": route.hasPattern ? .string(route.patternText) : .null,
            "target": .string(route.target),
        ]
    }

    private static func object(_ failure: ParameterConverter.Failure) -> JSONValue {
        [
            "route": .int(failure.route.rawValue), "parameter": .string(failure.parameter),
            "converter": .string(failure.converter), "reason": .string(failure.reason),
        ]
    }
}
