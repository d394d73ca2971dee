/// What was done to a tag.
public enum TagOutcome: Hashable, Sendable {
    /// The tag was added.
    case added
    /// The tag was moved from another revision.
    case moved(from: Int64)
    /// The tag already refers to the revision.
    case unchanged
}
