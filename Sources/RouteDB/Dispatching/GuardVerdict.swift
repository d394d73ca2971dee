/// What a guard says of an invocation.
public enum GuardVerdict: Sendable {
    /// It has nothing against it.
    case allow
    /// It lets the invocation pass, and the report carries the warning.
    case warn(String)
    /// It refuses: the dispatch ends as denied, and no other match is tried.
    case deny(any Error)
    /// The handler of another target, such as a login, has to take the request first.
    case challenge(String)
}
