package import RouteDB
import RouteDBTraffic

/// The output for a resolution.
package struct ResolutionFacts {
    let resolution: Resolution
    /// The navigation plan of the match; `nil` if there is none or it is invalid.
    let plan: NavigationPlan?
    /// Why the navigation plan is invalid.
    let planError: PlanError?

    /// Creates the output for a resolution.
    ///
    /// - Parameters:
    ///   - resolution: The resolution.
    ///   - presentation: A presentation that overrides the route's.
    ///   - entries: The current screens.
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
        var object: JSONObject = ["schema": 1]
        if let name = resolution.request.routeName {
            object["name"] = .string(name)
        } else {
            object["url"] = .string(resolution.request.url)
        }
        object = object.merging([
            "namespace": resolution.namespace.map { .string($0.name) } ?? .null,
            "revision": .int(resolution.revision),
            "outcome": .string(resolution.outcome.rawValue),
            "route": route.map { .object(Self.object($0)) } ?? .null,
            "params": .object(resolution.parameters), "query": hasQuery ? .object(query) : .null,
            "wildcard": .array(resolution.wildcards.map(JSONValue.string)),
            "defaults": .object(resolution.defaults), "origins": .object(origins),
            "context": .object(resolution.request.context), "values": .object(resolution.values),
            "failures": .array(resolution.conversionFailures.map(Self.object)),
            "access": route == nil ? .null : .object(resolution.access.json),
            "plan": plan.map { .object($0.json) } ?? .null,
        ])
        if let planError {
            object["planError"] = [
                "code": .string(planError.code.rawValue), "message": .string(planError.message),
            ]
        }
        let unmet = resolution.unmetRequirements
        if !unmet.isEmpty { object["unmet"] = .object(RouteRequirement.json(unmet)) }
        if let kind = resolution.otherKind { object["otherKind"] = .string(kind) }
        if let error = resolution.invalidURL {
            object["error"] = [
                "code": .string(error.reason.rawValue), "message": .string("\(error)"),
                "offset": .int(Int64(error.offset)),
            ]
        }
        if resolution.route == nil, let target = resolution.target {
            object["target"] = .string(target)
        }
        return object
    }

    /// The origin of each default value.
    private var origins: JSONObject {
        resolution.defaultOrigins.reduce(into: [:]) { $0[$1.key] = .string($1.origin.rawValue) }
    }

    /// Whether the URL has a query, which may be empty: `/a?` has one, and `/a` has none.
    private var hasQuery: Bool {
        if !resolution.query.isEmpty { return true }
        guard resolution.invalidURL == nil, resolution.request.routeName == nil,
            resolution.namespace?.policies.query != .text
        else { return false }
        return resolution.request.url.utf8.prefix { $0 != UInt8(ascii: "#") }
            .contains(UInt8(ascii: "?"))
    }

    /// The values of each query key; null for a key without a value.
    private var query: JSONObject {
        var query = JSONObject()
        let drops = resolution.namespace?.policies.query == .pairs
        for item in resolution.query where !drops || item.value != nil {
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
    static func object(_ route: Route) -> JSONObject {
        [
            "id": .int(route.id.rawValue), "name": route.name.map(JSONValue.string) ?? .null,
            "kind": route.kind.map(JSONValue.string) ?? .null,
            "pattern": route.pattern == nil ? .null : .string(route.patternText),
            "target": .string(route.target),
        ]
    }

    private static func object(_ failure: ConversionFailure) -> JSONValue {
        [
            "route": .int(failure.route.rawValue), "parameter": .string(failure.parameter),
            "converter": .string(failure.converter), "reason": .string(failure.reason),
        ]
    }

    /// Why access to the route is refused, in words.
    private var refusal: String? {
        guard resolution.foundRoute != nil, resolution.route == nil else { return nil }
        let access = resolution.access
        return access.message ?? access.code ?? access.origin
    }

    /// The requested URL or name, for display.
    private var subject: String {
        PlainText.shown(resolution.request.routeName ?? resolution.request.url)
    }

    /// URL or name, outcome, target, and values or the reason.
    var fields: [String] {
        let detail =
            if let error = resolution.invalidURL {
                "\(error)"
            } else if resolution.outcome == .matched {
                "\(resolution.values)"
            } else {
                refusal ?? ""
            }
        return [
            resolution.request.routeName ?? resolution.request.url, resolution.outcome.rawValue,
            resolution.invalidURL == nil ? resolution.target ?? "" : "", detail,
        ]
    }

    /// The resolution as a line of tab-separated fields.
    package var line: String { fields.map(PlainText.shown).joined(separator: "\t") }

    /// Returns the resolution as several lines of text.
    package func block(_ style: TextStyle) -> [String] {
        var lines = [subject]
        let namespace = resolution.namespace.map(\.name)
        switch resolution.outcome {
        case .matched:
            guard let route = resolution.route else { break }
            let name = route.name.map { " \($0)" } ?? ""
            lines.append(
                "  \(style.good("matched"))   \(route.target)  by #\(route.id.rawValue)\(name)"
                    + (route.pattern == nil ? "" : "  \(PlainText.shown(route.patternText))")
                    + (namespace == RouteNamespace.defaultName ? "" : "  in \(namespace ?? "")"))
        case .unmatched:
            let target = resolution.target.map { "; the fallback target is \($0)" } ?? ""
            let kind = resolution.otherKind.map { kind in
                kind.isEmpty ? "; the route has no kind" : "; the route is a '\(kind)'"
            }
            lines.append(
                "  \(style.bad("unmatched")) in the namespace \(namespace ?? "")"
                    + PlainText.shown(kind ?? "") + target)
        case .denied, .challenged:
            let target = resolution.target.map { ", go to \($0) first" } ?? ""
            let route = resolution.foundRoute.map { "  #\($0.id.rawValue) \($0.target)" } ?? ""
            lines.append(
                "  \(style.bad(resolution.outcome.rawValue))"
                    + PlainText.shown("\(route)\(target)  \(refusal ?? "")"))
        case .invalid:
            let reason = resolution.invalidURL.map(\.description) ?? ""
            lines.append("  \(style.bad("invalid"))   \(reason)")
        }
        lines += resolution.conversionFailures.map { failure in
            "  failure   "
                + PlainText.shown(
                    "\(failure.parameter), by \(failure.converter): \(failure.reason)")
        }
        guard resolution.outcome == .matched else { return lines }
        lines += Self.line("params", resolution.parameters) + Self.line("query", query)
        let wildcards = resolution.wildcards
        if !wildcards.isEmpty {
            lines.append("  wildcard  \(JSONValue.array(wildcards.map(JSONValue.string)))")
        }
        return lines + Self.line("defaults", resolution.defaults)
            + Self.line("context", resolution.request.context)
            + Self.line("unmet", RouteRequirement.json(resolution.unmetRequirements)) + planLines
    }

    /// Lines with the navigation plan, or with why it is invalid.
    private var planLines: [String] {
        if let planError { return ["  no plan   \(PlainText.shown(planError.message))"] }
        return plan.map { ["  plan      \(PlainText.shown($0.summary))"] } ?? []
    }

    private static func line(_ title: String, _ object: JSONObject) -> [String] {
        guard !object.members.isEmpty else { return [] }
        let padding = String(repeating: " ", count: 10 - title.utf8.count)
        let texts = object.members.map { "\(PlainText.shown($0.key))=\($0.value)" }
        return ["  \(title)\(padding)\(texts.joined(separator: " "))"]
    }
}

/// The output for rejected lines.
enum RejectionFacts {
    static let listing = Listing<LogRejection>(
        "rejects",
        columns: [
            .init("log") { $0.log.map(String.init) ?? "" }, .init("file", \.name),
            .init("line") { String($0.line) }, .init("offset") { String($0.offset) },
            .init("reason", \.reason), .init("place") { String($0.place) },
            .init("text") { String(decoding: $0.text, as: UTF8.self) },
        ], object: json)

    static func json(_ rejection: LogRejection) -> JSONObject {
        [
            "log": rejection.log.map(JSONValue.int) ?? .null, "file": .string(rejection.name),
            "line": .int(rejection.line), "offset": .int(rejection.offset),
            "reason": .string(rejection.reason), "place": .int(Int64(rejection.place)),
            "text": .string(String(decoding: rejection.text, as: UTF8.self)),
        ]
    }
}
