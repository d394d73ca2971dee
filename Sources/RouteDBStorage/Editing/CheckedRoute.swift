import RouteDBDatabase
import RouteDBRouting

/// The pattern of a draft, after all checks.
struct CheckedPattern {
    /// The language of the draft's text.
    let syntax: PatternSyntax
    /// The canonical text.
    let canonical: String

    /// Checks the pattern of a draft, or that the draft may lack one.
    init?(
        _ draft: RouteDraft, in namespace: RouteNamespace, converters: Set<String>,
        replacing record: RouteRecord?
    ) throws(RouteDBError) {
        guard let text = draft.pattern else {
            try Self.checkTask(draft)
            return nil
        }
        syntax = draft.syntax ?? PatternSyntax(namespace)
        if let record, let pattern = record.pattern, record.namespace == namespace.id,
            record.syntax == syntax.description, record.written.utf8.elementsEqual(text.utf8)
        {
            canonical = pattern
        } else {
            try Self.checkText(text)
            do {
                canonical = try syntax.parse(text, converters: converters).description
            } catch {
                throw RouteDBError(invalid: error)
            }
        }
    }

    /// Refuses an empty or blank text.
    ///
    /// It would be the empty path, but is usually an accident: an unset shell variable or an empty
    /// cell of a table.
    private static func checkText(_ text: String) throws(RouteDBError) {
        guard text.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { return }
        throw RouteDBError(
            .invalidPattern, "The pattern is \(text.isEmpty ? "empty" : "blank").",
            hint: "Write '/' for the root path. A task, which is reached by its name, has no"
                + " pattern at all.")
    }

    private static func checkTask(_ draft: RouteDraft) throws(RouteDBError) {
        guard draft.name != nil else {
            throw RouteDBError(
                .invalidValue, "A route without a pattern needs a name.",
                hint: "Give it a name, or a pattern.")
        }
        guard draft.syntax == nil else {
            throw RouteDBError(
                .invalidValue, "A route without a pattern cannot have a syntax.",
                hint: "Omit the syntax, or give the route a pattern.")
        }
    }
}

/// A route draft after all checks, in the form that is stored.
struct CheckedRoute {
    let draft: RouteDraft
    let namespace: RouteNamespace
    /// The pattern, or `nil` if the route is requested only by its name.
    let pattern: CheckedPattern?
    /// The default values as JSON texts, by key.
    let defaults: [String: String]
    /// The row to store, with the id 0.
    private let row: RouteRecord

    /// Checks a draft.
    init(
        _ draft: RouteDraft, in namespace: RouteNamespace, converters: Set<String>,
        replacing record: RouteRecord? = nil
    ) throws(RouteDBError) {
        self.draft = draft
        self.namespace = namespace
        pattern = try CheckedPattern(
            draft, in: namespace, converters: converters, replacing: record)
        row = try RouteRecord(
            draft, in: namespace.id, pattern: pattern?.canonical, syntax: pattern?.syntax)
        try draft.redirect?.check(
            of: draft, canonical: pattern?.canonical, in: namespace)
        var defaults: [String: String] = [:]
        for member in draft.defaults.members {
            try EditRules.checkText(member.key, called: "key of a default value")
            defaults[member.key] = member.value.description
        }
        self.defaults = defaults
    }

    /// The row to store for a route with this id.
    func record(_ id: RouteID) -> RouteRecord {
        var record = row
        record.id = id
        return record
    }

    /// Returns whether a stored row is equivalent; the spelling of its pattern and kind may differ.
    func matches(_ record: RouteRecord) -> Bool {
        var same = self.record(record.id)
        same.written = record.written
        same.syntax = record.syntax
        if RouteKind.areSame(same.kind, record.kind) { same.kind = record.kind }
        return same == record
    }

    /// Returns whether a stored row is equivalent, in the same language and with the same spelling of its
    /// kind.
    func matchesExactly(_ record: RouteRecord) -> Bool {
        matches(record) && record.syntax == pattern?.syntax.description ?? ""
            && record.kind == draft.kind
    }
}

extension RouteDBError {
    /// Creates the error for a text that is not a valid pattern.
    init(invalid error: PatternError) {
        self.init(
            .invalidPattern,
            "'\(error.pattern)' is not a valid pattern, at byte \(error.range.lowerBound):"
                + " \(error.message)",
            hint: error.hint, underlying: error)
    }
}
