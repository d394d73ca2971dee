/// The texts for all places of a pattern.
struct PlaceTexts {
    /// The text for a parameter or wildcard.
    enum Text: Hashable, Sendable {
        /// One text.
        case one(String)
        /// One text for each segment.
        case segments([String])
    }

    /// The texts of the parameters of the host and path, and of captures of the query, from the
    /// left.
    var parameters: [Text] = []
    /// The texts of `*` and `**`, from the left.
    var wildcards: [Text] = []
}
