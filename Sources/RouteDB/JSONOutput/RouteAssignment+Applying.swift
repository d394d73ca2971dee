package import RouteDBDatabase
package import RouteDBRouting
package import RouteDBStorage

extension RouteAssignment {
    /// Returns the draft of a route with assignments.
    ///
    /// Those of a pattern and its syntax, and of a redirect and its status, apply in this order.
    static func applied(
        _ assignments: [RouteAssignment], to draft: RouteDraft, _ route: RouteOutput
    ) throws(RouteDBError) -> RouteDraft {
        var (draft, object) = (draft, route.object)
        for field in fields {
            for assignment in assignments where assignment.field == field {
                let value = assignment.newValue(in: object)
                object[field.name] = value
                try assignment.set(&draft, to: value ?? .null)
            }
        }
        try draft.checkTarget(inPlaceOf: route.route)
        return draft
    }

    /// The value of the whole field; `nil` for none.
    private func newValue(in object: JSONObject) -> JSONValue? {
        guard let member else { return value }
        var members: JSONObject = [:]
        if case .object(let known)? = object[field.name] { members = known }
        members[member] = value
        return members.members.isEmpty ? JSONValue?.none : .object(members)
    }

    private func set(_ draft: inout RouteDraft, to value: JSONValue) throws(RouteDBError) {
        do {
            switch field {
            case .syntax: try Self.setSyntax(&draft, to: value)
            case .redirect: try setRedirect(&draft, to: value)
            case .status: try setStatus(&draft, to: value)
            case .variants: try setVariants(&draft, to: value)
            default: try field.set(&draft, to: value)
            }
            // A new pattern is in the usual syntax, unless another is set with it.
            if field == .pattern { draft.syntax = nil }
        } catch {
            throw RouteDBError(
                error.code, "The new value of '\(field.name)' is not valid: \(error.message)",
                hint: error.hint, underlying: error)
        }
    }

    private static func setSyntax(
        _ draft: inout RouteDraft, to value: JSONValue
    ) throws(RouteDBError) {
        draft.syntax = nil
        guard case .string(let text) = value else { return }
        guard let syntax = PatternSyntax(text) else {
            throw RouteDBError(
                .invalidValue, "There is no syntax \(text.excerpt).",
                hint: PatternSyntax.hint(for: text))
        }
        draft.syntax = syntax
    }

    /// Sets the URL of a redirect, which keeps its status, or all of it as JSON.
    private func setRedirect(
        _ draft: inout RouteDraft, to value: JSONValue
    ) throws(RouteDBError) {
        guard case .string(let location) = value else {
            return try field.set(&draft, to: value)
        }
        let status = draft.redirect?.location == nil ? nil : draft.redirect?.status
        draft.redirect = RouteRedirect(
            to: location, status: status ?? 301, variants: draft.redirect?.variants ?? [])
    }

    /// Sets the status of a redirect; 410 says that what was there is gone.
    private func setStatus(
        _ draft: inout RouteDraft, to value: JSONValue
    ) throws(RouteDBError) {
        let (location, variants) = (draft.redirect?.location, draft.redirect?.variants ?? [])
        switch value {
        case .null:
            draft.redirect = location.map { RouteRedirect(to: $0, variants: variants) }
        case .int(Int64(RouteRedirect.gone.status)):
            draft.redirect = .gone
        case .int(let status):
            draft.redirect = RouteRedirect(
                location: location, status: Int(clamping: status), variants: variants)
        default:
            throw RouteDBError(
                .invalidValue, "\(value) is not a number.",
                hint: "Use 301, 302, 303, 307 or 308 with a URL, or 410 (gone) without one.")
        }
    }
}

extension RouteAssignment {
    /// Sets the variants of a redirect, one a line.
    private func setVariants(_ draft: inout RouteDraft, to value: JSONValue) throws(RouteDBError) {
        let text = if case .string(let text) = value { text } else { "" }
        let variants = try RouteRedirect.Variant.list(lines: text)
        if variants.isEmpty, draft.redirect == nil { return }
        draft.redirect = RouteRedirect(
            location: draft.redirect?.location, status: draft.redirect?.status ?? 302,
            variants: variants)
    }
}

extension RouteDraft {
    /// Checks that a route which no longer redirects has got a target of its own.
    package func checkTarget(inPlaceOf old: Route) throws(RouteDBError) {
        guard redirect == nil, let usual = old.redirect?.usualTarget, target == usual else {
            return
        }
        throw RouteDBError(
            .invalidValue,
            "The route would no longer redirect, and its target '\(usual)' only stands for that.",
            hint: "Set its target too: the name of what it leads to.")
    }
}
