import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage

/// Converts JSON objects to routes.
package struct JSONRouteParser {
    let options: DocumentOptions

    package init(options: DocumentOptions = DocumentOptions()) { self.options = options }

    /// Returns the route of an object.
    package func route(_ members: JSONReader<JSONText>) throws(InputProblem) -> ImportedRoute {
        let syntax = try string(.syntax, of: members)
        let pattern = try pattern(of: members, hasNone: syntax == RouteField.noSyntax)
        let target = try string(.target, of: members)
        var route = ImportedRoute(draft: RouteDraft(pattern: pattern, target: target ?? ""))
        for field in RouteField.plain {
            guard let value = try value(of: field, in: members) else { continue }
            try route.set(field, to: value) { place(of: field, in: members) }
        }
        if target == nil {
            guard let usual = route.draft.redirect?.usualTarget else {
                throw missing(.target, of: members)
            }
            route.draft.target = usual
        }
        // The default syntax only applies to routes with patterns.
        let own = try members.string(options.columnName(.syntax))
        if let syntax = pattern == nil ? own : syntax, syntax != RouteField.noSyntax {
            route.draft.syntax = try self.syntax(syntax, of: members)
        }
        let ruleKey = options.columnName(.onDuplicate)
        if let text = try members.string(ruleKey) ?? options.fixed[.onDuplicate] {
            guard let rule = DuplicateRule(rawValue: text) else {
                throw members.problem(
                    ruleKey, "'\(text)' is not a valid value of '\(ruleKey)'.",
                    hint: DuplicateRule.listing)
            }
            route.duplicateRule = rule
        }
        if !isNamed(RouteMention.anchorKey) {
            route.anchor = try members.string(RouteMention.anchorKey)
        }
        return route
    }

    /// Returns the pattern of an object; `nil` if it has none.
    private func pattern(
        of members: JSONReader<JSONText>, hasNone: Bool
    ) throws(InputProblem) -> String? {
        let key = options.columnName(.pattern)
        let text = try members.string(key)
        guard !hasNone else {
            if text?.isEmpty ?? true { return nil }
            throw members.problem(
                key, "The route has both a pattern and the syntax '\(RouteField.noSyntax)'.",
                hint: "Leave out one of them.")
        }
        guard text == nil && members.object[key] == nil else { return text }
        throw missing(.pattern, of: members)
    }

    private func syntax(
        _ text: String, of members: JSONReader<JSONText>
    ) throws(InputProblem) -> PatternSyntax {
        if let syntax = PatternSyntax(text) { return syntax }
        throw members.problem(
            options.columnName(.syntax), "Unknown syntax '\(text)'.",
            hint: PatternSyntax.hint(for: text))
    }

    /// Returns the value of a field, in the field's form.
    private func value(
        of field: RouteField, in members: JSONReader<JSONText>
    ) throws(InputProblem) -> JSONValue? {
        let key = options.columnName(field)
        switch field.form {
        case .text: return try string(field, of: members).map(JSONValue.string)
        case .number: return try members.number(key).map { .int(Int64($0)) }
        case .boolean: return try members.boolean(key).map(JSONValue.bool)
        case .object: return try members.object(key).map(JSONValue.object)
        case .json: return field == .redirect ? try redirect(of: members) : members.value(key)
        }
    }

    /// Returns the redirect of an object: a URL and a status, if the user named a key for one of them.
    private func redirect(of members: JSONReader<JSONText>) throws(InputProblem) -> JSONValue? {
        let value = members.value(options.columnName(.redirect))
        let hasStatus = options.columnNames[.status] != nil
        guard hasStatus || options.columnNames[.redirect] != nil else { return value }
        if case .object? = value, !hasStatus { return value }
        var redirect: JSONObject = [:]
        redirect["to"] = value == .null ? nil : value
        if hasStatus {
            redirect["status"] = try members.number(options.columnName(.status)).map {
                .int(Int64($0))
            }
        }
        return redirect.members.isEmpty ? nil : .object(redirect)
    }

    /// Returns the unknown keys of an object.
    package func ignoredKeys(_ members: JSONReader<JSONText>) -> [String] {
        members.object.members.map(\.key).filter { key in
            key != RouteMention.anchorKey && !isNamed(key)
                && !RouteField.all.contains { options.columnName($0) == key }
        }
    }

    /// Returns whether the user named a key for a field.
    private func isNamed(_ key: String) -> Bool { options.columnNames.values.contains(key) }

    /// Returns the place of a field; that of the object if it has no such key.
    func place(of field: RouteField?, in members: JSONReader<JSONText>) -> InputPlace? {
        members.place(of: field.map(options.columnName))
    }

    private func string(_ field: RouteField, of members: JSONReader<JSONText>) throws(InputProblem)
        -> String?
    {
        try members.string(options.columnName(field)) ?? options.fixed[field]
    }

    private func missing(_ field: RouteField, of members: JSONReader<JSONText>) -> InputProblem {
        let key = options.columnName(field)
        let known = members.object.members.map { "'\($0.key)'" }.joined(separator: ", ")
        return members.problem(
            nil, "The route has no '\(key)'; its keys are \(known.isEmpty ? "none" : known).",
            hint: field == .pattern
                ? "Add it; a task has the pattern null." : "Add it, or a 'redirect'.",
            remedy: .nameKey(field.name))
    }
}
