package import RouteDB
package import RouteDBTerminal

// How the tool shows a resolution.
extension ResolutionOutput {
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

    /// The names of the ``fields``.
    static let fieldNames = ["url", "outcome", "target", "detail", "redirect", "status"]

    /// URL or name, outcome, target, values or the reason, and the URL and status of a redirect.
    var fields: [String] {
        let redirect = resolution.redirect
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
            redirect?.location ?? "", redirect.map { "\($0.status)" } ?? "",
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
            let name = route.qualifiedName.map { " \($0)" } ?? ""
            lines.append(
                "  \(style.good("matched"))   \(route.target)  by #\(route.id.rawValue)\(name)"
                    + (route.pattern == nil ? "" : "  \(PlainText.shown(route.patternText))")
                    + (namespace == RouteNamespace.defaultName ? "" : "  in \(namespace ?? "")"))
        case .unmatched:
            let target = resolution.target.map { "; the fallback target is \($0)" } ?? ""
            let kind = resolution.otherKind.map { "; the route is a '\($0)'" }
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
            + Self.line("unmet", RouteRequirement.json(resolution.unmetRequirements))
            + redirectLines + planLines
    }

    /// A line with where the route sends the request, or that a value cannot stand in its place.
    private var redirectLines: [String] {
        guard let redirect = resolution.route?.redirect else { return [] }
        guard let filled = resolution.redirect else {
            return ["  no redirect  a value cannot stand in \(redirect.location ?? "")"]
        }
        let variant = resolution.variantNumber.map { number in
            ", by variant \(number): "
                + redirect.variants[number - 1].conditions.map(\.description).joined(
                    separator: "; ")
        }
        return [PlainText.shown("  redirect  \(filled.summary)\(variant ?? "")")]
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
