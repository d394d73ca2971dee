import RouteDBRouting

/// The pattern of a draft, after all checks.
struct CheckedPattern {
    /// The language of the draft's text.
    let syntax: PatternSyntax
    /// The canonical text.
    let canonical: String

    /// Checks the pattern of a draft, or that the draft may lack one.
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
