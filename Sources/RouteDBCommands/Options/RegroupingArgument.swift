import RouteDB

/// The revision by which hits are regrouped.
enum RegroupingArgument: Sendable {
    case newest
    case revision(RevisionReference)

    /// Parses a reference to a revision, or `now`.
    static func read(_ text: String) throws -> RegroupingArgument {
        text == "now" || text == "@live"
            ? .newest : .revision(try RevisionReference.read(text))
    }
}
