import RouteDB

/// Makes routes of JSON objects.
struct JSONRouteParser {
    let options: ImportOptions

    /// The route of an object.
    func route(_ members: JSONMembers) throws(InputProblem) -> ImportedRoute {
        guard let pattern = try string(.pattern, of: members) else {
            throw missing(.pattern, of: members, "")
        }
        guard let target = try string(.target, of: members) else {
            throw missing(.target, of: members, ", or give such routes one with --target")
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
        if let text = try string(.syntax, of: members) {
            guard let syntax = PatternSyntax(text) else {
                throw members.problem(
                    options.columnName(.syntax), "There is no syntax '\(text)'.",
                    hint: PatternSyntax.wayOut(from: text))
            }
            route.draft.syntax = syntax
        }
        if let text = try string(.onDuplicate, of: members) {
            guard let rule = DuplicateRule(rawValue: text) else {
                throw members.problem(
                    options.columnName(.onDuplicate), "'\(text)' is not a rule for duplicates.",
                    hint: DuplicateRule.listing)
            }
            route.duplicateRule = rule
        }
        return route
    }

    /// The keys of an object that stand for nothing.
    func ignoredKeys(_ members: JSONMembers) -> [String] {
        members.object.members.map(\.key).filter { key in
            !RouteField.allCases.contains { options.columnName($0) == key }
        }
    }

    /// Where a field of an object stands; the object itself if it has no such key.
    func place(of field: RouteField?, in members: JSONMembers) -> InputPlace {
        members.place(of: field.map(options.columnName))
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
            hint: "Say which key it is with --\(field.rawValue)-column\(otherWay).")
    }
}
