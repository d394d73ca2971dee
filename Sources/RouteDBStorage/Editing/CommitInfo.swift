/// Who makes a revision, when, and why.
public struct CommitInfo: Hashable, Sendable {
    /// Who.
    public var author: String
    /// Why, in the author's words; empty if nothing was said.
    public var message: String
    /// By what means, such as a command or the name of an imported file; empty if nothing was said.
    public var source: String
    /// When, in microseconds since 1970-01-01T00:00:00Z.
    public var timeMicroseconds: Int64
    /// The revision that must be the newest one for the write to happen; `nil`: any.
    public var expectedRevision: Int64?

    /// Creates the facts of a commit.
    ///
    /// - Parameters:
    ///   - author: Who.
    ///   - message: Why, in the author's words.
    ///   - source: By what means.
    ///   - timeMicroseconds: When, in microseconds since 1970-01-01T00:00:00Z.
    ///   - expectedRevision: The revision that must be the newest one; `nil`: any.
    public init(
        author: String, message: String = "", source: String = "", timeMicroseconds: Int64,
        expectedRevision: Int64? = nil
    ) {
        self.author = author
        self.message = message
        self.source = source
        self.timeMicroseconds = timeMicroseconds
        self.expectedRevision = expectedRevision
    }
}
