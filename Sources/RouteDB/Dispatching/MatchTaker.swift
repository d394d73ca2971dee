import RouteDBRouting

/// Takes the matches of a dispatch, by calling the code bound to their targets or a navigation
/// host.
struct MatchTaker: Sendable {
    /// Returns the code for a match, or `nil` if there is none.
    let code: @Sendable (_ bindings: Bindings, _ resolution: Resolution) -> MatchTaking?

    /// Returns the code to try for a fallback target before the handler that is bound to it; `nil`
    /// to try none.
    var fallback: (@Sendable (_ target: String) -> MatchTaking)? = nil
}

/// The code that takes one match.
typealias MatchTaking = @Sendable (_ invocation: Invocation) async throws -> Taken

/// The result of the code for a match.
struct Taken: Sendable {
    var answer: HandlerAnswer
    var navigation: NavigationResult? = nil
}

/// An error of the library itself while taking a match; all other errors come from the app's code.
struct TakingFailure: Error {
    let error: DispatchError
}
