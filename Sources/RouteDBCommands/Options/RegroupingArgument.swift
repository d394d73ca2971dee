import RouteDB

/// The revision by which hits are grouped again.
enum RegroupingArgument: Sendable {
    case newest
    case revision(RevisionReference)

    /// Reads a reference, or `now`.
    static func read(_ text: String) throws -> RegroupingArgument {
        text == "now" || text == "@live"
            ? .newest : .revision(try RevisionReference.read(text))
    }
}
