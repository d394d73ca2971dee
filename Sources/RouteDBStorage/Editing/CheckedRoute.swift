import RouteDBRouting

/// A draft that keeps every rule, in the forms that are stored.
struct CheckedRoute {
    let draft: RouteDraft
    let namespace: Namespace
    /// The language that the draft's text is in.
    let syntax: PatternSyntax
    /// The canonical text.
    let pattern: String
    /// The default values as JSON texts, by key.
    let defaults: [String: String]

    /// Checks a draft.
    ///
    /// - Parameters:
    ///   - draft: The draft.
    ///   - namespace: The namespace that it names.
    ///   - converters: The names of the namespace's converters.
    ///   - record: The route that the draft is to replace, if it is. As long as its text, language
    ///     and namespace stay, it means what it meant, whatever converters there are by now.
    /// - Throws: `invalidPattern` and what else is wrong with the draft.
    init(
        _ draft: RouteDraft, in namespace: Namespace, converters: Set<String>,
        replacing record: RouteRecord? = nil
    ) throws(RouteDBError) {
        self.draft = draft
        self.namespace = namespace
        syntax = draft.syntax ?? PatternSyntax(namespace)
        if let record, record.namespace == namespace.id, record.syntax == syntax.description,
            record.written.utf8.elementsEqual(draft.pattern.utf8)
        {
            pattern = record.pattern
        } else {
            do {
                pattern = try syntax.parse(draft.pattern, converters: converters).description
            } catch {
                throw RouteDBError(invalid: error)
            }
        }
        try EditRules.checkText(draft.target, called: "target")
        if let name = draft.name { try EditRules.checkRouteName(name, called: "name") }
        if let group = draft.group { try EditRules.checkRouteName(group, called: "group") }
        if let kind = draft.kind { try EditRules.checkText(kind, called: "kind") }
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
            kind: draft.kind, pattern: pattern, written: draft.pattern,
            syntax: syntax.description, target: draft.target, priority: draft.priority,
            isEnabled: draft.isEnabled)
    }

    /// Whether a row says the same; how its pattern was written does not count.
    func says(_ record: RouteRecord) -> Bool {
        var same = self.record(record.id)
        same.written = record.written
        same.syntax = record.syntax
        return same == record
    }

    /// Whether a row says the same, in the same language.
    func saysAlike(_ record: RouteRecord) -> Bool {
        says(record) && record.syntax == syntax.description
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
