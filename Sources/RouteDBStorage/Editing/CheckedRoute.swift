import RouteDBRouting

/// A draft that keeps every rule, in the forms that are stored.
struct CheckedRoute {
    let draft: RouteDraft
    let namespace: Namespace
    /// The canonical text.
    let pattern: String
    /// The default values as JSON texts, by key.
    let defaults: [String: String]

    init(_ draft: RouteDraft, in namespace: Namespace) throws(RouteDBError) {
        self.draft = draft
        self.namespace = namespace
        do {
            pattern = try RoutePattern(draft.pattern).description
        } catch {
            throw RouteDBError(invalid: error)
        }
        try EditRules.checkText(draft.target, called: "target")
        if let name = draft.name { try EditRules.checkRouteName(name, called: "name") }
        if let group = draft.group { try EditRules.checkRouteName(group, called: "group") }
        var defaults: [String: String] = [:]
        for member in draft.defaults.members {
            try EditRules.checkText(member.key, called: "key of a default value")
            defaults[member.key] = member.value.description
        }
        self.defaults = defaults
    }

    /// The row of the route under an id.
    func record(_ id: RouteID) -> RouteRecord {
        RouteRecord(
            id: id, namespace: namespace.id, name: draft.name, group: draft.group,
            pattern: pattern, written: draft.pattern, syntax: namespace.profile.rawValue,
            target: draft.target, priority: draft.priority, isEnabled: draft.isEnabled)
    }

    /// Whether a row says the same; how its pattern was written does not count.
    func says(_ record: RouteRecord) -> Bool {
        var same = self.record(record.id)
        same.written = record.written
        same.syntax = record.syntax
        return same == record
    }
}

extension RouteDBError {
    /// The error of a text that is no pattern.
    init(invalid error: PatternError) {
        self.init(
            .invalidPattern,
            "'\(error.pattern)' is not a pattern, at byte \(error.range.lowerBound):"
                + " \(error.message)",
            hint: error.hint, underlying: error)
    }
}
