/// What became of a tag.
public enum TagOutcome: Hashable, Sendable {
    /// The tag is new.
    case added
    /// The tag named another revision before, the one given.
    case moved(from: Int64)
    /// The tag names the revision already.
    case unchanged
}
