package import RouteDBDatabase
package import RouteDBRouting

extension RoutePresentation {
    /// Reads a stored text.
    init(stored text: String) throws { try self.init(json: try JSONValue(parsing: text)) }

    /// Reads a route's presentation from JSON.
    package init(ofRoute json: JSONValue) throws(RouteDBError) {
        do {
            try self.init(json: json)
            try check()
        } catch {
            throw RouteDBError(invalidPlan: error)
        }
    }

    /// The presentation as stored.
    func stored() throws(RouteDBError) -> String {
        let text = json.description
        let parsed: JSONValue
        do {
            parsed = try JSONValue(parsing: text)
        } catch {
            throw RouteDBError(
                .invalidPlan, "The plan cannot be stored: \(error.message).",
                hint: "Nest the arguments less deeply.", underlying: error)
        }
        _ = try RoutePresentation(ofRoute: parsed)
        return text
    }
}

extension RouteDBError {
    /// Creates the error for a value that is not a valid presentation.
    package init(invalidPlan error: JSONMistake) {
        self.init(
            .invalidPlan,
            error.path.isEmpty
                ? error.message : "The plan is invalid at '\(error.path.text)': \(error.message)",
            hint: error.hint, underlying: error)
    }
}

extension RouteRedirect {
    /// Reads a stored text.
    init(stored text: String) throws { self = try RouteRedirect(json: JSONValue(parsing: text)) }

    /// Checks the redirect of a route.
    func check(
        of draft: RouteDraft, canonical: String?, in namespace: RouteNamespace
    ) throws(RouteDBError) {
        do throws(RedirectError) {
            let pattern = canonical.flatMap { try? RoutePattern(stored: $0) }
            try check(
                with: pattern, kind: draft.kind, defaults: draft.defaults,
                policies: namespace.policies)
        } catch {
            throw RouteDBError(invalid: error)
        }
    }
}

extension RouteRedirect.Variant {
    /// Reads variants, one a line; empty lines are none.
    package static func list(lines text: String) throws(RouteDBError) -> [RouteRedirect.Variant] {
        var variants: [RouteRedirect.Variant] = []
        for line in text.split(whereSeparator: \.isNewline) where !line.allSatisfy({ $0 == " " }) {
            do throws(AccessRule.SyntaxError) {
                variants.append(try RouteRedirect.Variant(String(line)))
            } catch {
                throw RouteDBError(.invalidValue, error.message, hint: error.hint)
            }
        }
        return variants
    }
}

extension RouteDBError {
    /// Creates the error for a redirect that cannot be stored.
    init(invalid error: RedirectError) {
        self.init(.invalidValue, error.message, hint: error.hint)
    }
}

extension RouteRequirement {
    /// Reads requirements from JSON: the kind of each required value by its key.
    package static func list(json: JSONValue) throws(RouteDBError) -> [RouteRequirement] {
        guard case .object(let object) = json else {
            throw RouteDBError(
                .invalidValue, "Requirements must be a JSON object.", hint: #"Write {"id": "int"}."#
            )
        }
        var requirements: [RouteRequirement] = []
        for member in object.members {
            guard case .string(let name) = member.value else {
                throw RouteDBError(
                    .invalidValue, "The requirement of '\(member.key)' is not a string.",
                    hint: "Name the type of the value: \(ValueKind.listing).")
            }
            requirements.append(RouteRequirement(member.key, try ValueKind(named: name)))
        }
        return requirements
    }

    /// The requirements as JSON.
    package static func json(_ requirements: [RouteRequirement]) -> JSONObject {
        requirements.reduce(into: JSONObject()) { $0[$1.key] = .string($1.kind.rawValue) }
    }

    /// Reads a stored text.
    static func list(stored text: String) throws -> [RouteRequirement] {
        try list(json: try JSONValue(parsing: text))
    }
}

extension ValueKind {
    private static let names = allCases.map(\.rawValue)

    fileprivate static let listing = names.joined(separator: ", ")

    /// The kind with a name.
    package init(named name: String) throws(RouteDBError) {
        guard let kind = ValueKind(rawValue: name) else {
            throw RouteDBError(
                .invalidValue, "Unknown type '\(name)'.",
                hint: NameSuggestion.hint(for: name, among: Self.names))
        }
        self = kind
    }
}
