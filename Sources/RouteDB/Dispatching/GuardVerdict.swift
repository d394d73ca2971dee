/// A guard's decision on an invocation.
public enum GuardVerdict: Sendable {
    /// The invocation may pass.
    case allow
    /// The invocation may pass, and the error is added to ``DispatchReport/warnings``.
    case warn(any Error)
    /// The invocation is denied, with an error or without; no other match is tried.
    case deny((any Error)?)
    /// The handler of this target, such as a login, must take the request first.
    case challenge(String)
}
