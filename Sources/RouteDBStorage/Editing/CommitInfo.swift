/// The author, message, source and time of a commit, which are stored with its revision.
public struct CommitInfo: Hashable, Sendable {
    /// Who makes the change.
    public var author: String
    /// Why, in the author's words; may be empty.
    public var message: String
    /// Where the change comes from, such as a command or the name of an imported file; may be
    /// empty.
    public var source: String
    /// The time of the change, in microseconds since 1970-01-01T00:00:00Z.
    public var timeMicroseconds: Int64
    /// The revision that must be the newest for the write to succeed, or `nil` to skip the check.
    public var expectedRevision: Int64?

    /// Creates the information for a commit.
    ///
    /// - Parameters:
    ///   - author: Who makes the change.
    ///   - message: Why, in the author's words.
    ///   - source: Where the change comes from.
    ///   - timeMicroseconds: The time of the change, in microseconds since 1970-01-01T00:00:00Z.
    ///   - expectedRevision: The revision that must be the newest, or `nil` to skip the check.
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
