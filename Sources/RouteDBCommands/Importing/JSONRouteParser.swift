import RouteDB

/// Converts JSON objects to routes.
struct JSONRouteParser {
    let options: ImportOptions

    /// Returns the route of an object.
    func route(_ members: JSONMembers) throws(InputProblem) -> ImportedRoute {
        let syntax = try string(.syntax, of: members)
        let pattern = try pattern(of: members, hasNone: syntax == RouteField.noSyntax)
        guard let target = try string(.target, of: members) else {
            throw missing(.target, of: members, ", or set a target for such routes with --target")
        }
        var route = ImportedRoute(draft: RouteDraft(pattern: pattern, target: target))
        route.draft.name = try string(.name, of: members)
        route.draft.group = try string(.group, of: members)
        if let namespace = try string(.namespace, of: members) {
            route.draft.namespace = namespace
        }
        route.draft.priority = try members.number(options.columnName(.priority)) ?? 0
        route.draft.isEnabled = try members.truth(options.columnName(.enabled)) ?? true
        route.draft.defaults = try members.object(options.columnName(.defaults)) ?? [:]
        route.draft.kind = try string(.kind, of: members)
        // The default syntax only applies to routes with patterns.
        let own = try members.string(options.columnName(.syntax))
        if let syntax = pattern == nil ? own : syntax, syntax != RouteField.noSyntax {
            route.draft.syntax = try self.syntax(syntax, of: members)
        }
        route.draft.requirements =
            try value(.requires, of: members, RouteRequirement.list(json:)) ?? []
        route.draft.presentation =
            try value(.plan, of: members, RoutePresentation.init(ofRoute:))
        let ruleKey = key(.onDuplicate, of: members)
        if let text = try members.string(ruleKey) ?? options.fixed[.onDuplicate] {
            guard let rule = DuplicateRule(rawValue: text) else {
                throw members.problem(
                    ruleKey, "'\(text)' is not a valid value of '\(ruleKey)'.",
                    hint: DuplicateRule.listing)
            }
            route.duplicateRule = rule
        }
        return route
    }

    /// Returns the pattern of an object; `nil` if it has none.
    private func pattern(
        of members: JSONMembers, hasNone: Bool
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
        throw missing(.pattern, of: members, "; a task has the pattern null")
    }

    private func syntax(
        _ text: String, of members: JSONMembers
    ) throws(InputProblem) -> PatternSyntax {
        if let syntax = PatternSyntax(text) { return syntax }
        throw members.problem(
            options.columnName(.syntax), "Unknown syntax '\(text)'.",
            hint: PatternSyntax.hint(for: text))
    }

    /// Returns the value of a field.
    private func value<Value>(
        _ field: RouteField, of members: JSONMembers,
        _ read: (JSONValue) throws(RouteDBError) -> Value
    ) throws(InputProblem) -> Value? {
        guard let json = members.value(options.columnName(field)) else { return nil }
        do {
            return try read(json)
        } catch {
            throw InputProblem(error, at: place(of: field, in: members), hint: error.hint)
        }
    }

    /// Returns the unknown keys of an object.
    func ignoredKeys(_ members: JSONMembers) -> [String] {
        members.object.members.map(\.key).filter { key in
            !RouteField.allCases.contains { self.key($0, of: members) == key }
        }
    }

    /// Returns the place of a field; that of the object if it has no such key.
    func place(of field: RouteField?, in members: JSONMembers) -> InputPlace {
        members.place(of: field.map { key($0, of: members) })
    }

    /// The key of a field: the old one if only that is there.
    private func key(_ field: RouteField, of members: JSONMembers) -> String {
        options.columnName(field) { members.object[$0] != nil }
    }

    private func string(_ field: RouteField, of members: JSONMembers) throws(InputProblem)
        -> String?
    {
        try members.string(options.columnName(field)) ?? options.fixed[field]
    }

    private func missing(
        _ field: RouteField, of members: JSONMembers, _ otherWay: String
    ) -> InputProblem {
        let key = options.columnName(field)
        let known = members.object.members.map { "'\($0.key)'" }.joined(separator: ", ")
        return members.problem(
            nil, "The route has no '\(key)'; its keys are \(known.isEmpty ? "none" : known).",
            hint: "Name the key with --\(field.rawValue)-column\(otherWay).")
    }
}
