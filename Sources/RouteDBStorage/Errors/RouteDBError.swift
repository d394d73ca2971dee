/// An error from working with a registry or history.
///
/// The message says what is wrong and where; the hint says how to fix it. "No match" and "denied"
/// are results, never errors. Check ``code`` in your code: codes are stable, while the texts are
/// for people and may change.
///
/// ```swift
/// do {
///     try registry.write(commit) { try $0.add(draft) }
/// } catch let error as RouteDBError where error.code == .routeConflict {
///     print(error)
/// }
/// ```
public struct RouteDBError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// A one-sentence description of the problem.
    public let message: String
    /// How to fix the problem, as a sentence, if there is something to suggest.
    public let hint: String?
    /// The error of a lower layer that caused this one.
    public let underlying: (any Error)?

    /// The message and the hint.
    public var description: String {
        guard let hint else { return message }
        return "\(message) \(hint)"
    }

    package init(
        _ code: Code, _ message: String, hint: String? = nil, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.underlying = underlying
    }
}
