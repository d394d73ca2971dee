/// Why the registry did not do what was asked of it.
///
/// The message names the thing, its place and the rule; the hint is the way out. "No match" and
/// "denied" are results, never errors. Branch on ``code``, whose names are stable; the texts are
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
    /// What is wrong, in a sentence.
    public let message: String
    /// The way out, in a sentence, if there is one to name.
    public let hint: String?
    /// The error of a lower layer that led to this one.
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
