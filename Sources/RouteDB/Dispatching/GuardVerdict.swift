/// What a guard says of an invocation.
public enum GuardVerdict: Sendable {
    /// It has nothing against it.
    case allow
    /// It lets the invocation pass, and the report has the error beside what comes of it.
    case warn(any Error)
    /// It refuses, with an error or without: the dispatch ends as denied, and no other match is
    /// tried.
    case deny((any Error)?)
    /// The handler of another target, such as a login, has to take the request first.
    case challenge(String)
}
