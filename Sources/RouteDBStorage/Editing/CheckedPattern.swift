import RouteDBRouting

/// A draft's pattern that keeps every rule.
struct CheckedPattern {
    /// The language that the draft's text is in.
    let syntax: PatternSyntax
    /// The canonical text.
    let canonical: String

    /// Checks the pattern of a draft, or that it needs none.
    ///
    /// - Throws: `invalidPattern`, `invalidValue`.
    init?(
        _ draft: RouteDraft, in namespace: Namespace, converters: Set<String>,
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
            do {
                canonical = try syntax.parse(text, converters: converters).description
            } catch {
                throw RouteDBError(invalid: error)
            }
        }
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
