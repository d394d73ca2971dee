import RouteDBRouting

/// What takes matches in a dispatch: the code that is bound to their targets, or a navigation host.
struct MatchTaker: Sendable {
    /// Gives the code for one match, or `nil` if there is none.
    let code: @Sendable (_ bindings: Bindings, _ resolution: Resolution) -> MatchTaking?

    /// Gives what is asked for a fallback target before the code that is bound to it, if anything
    /// is.
    var fallback: (@Sendable (_ target: String) -> MatchTaking)? = nil
}

/// The code that takes one match.
typealias MatchTaking = @Sendable (_ invocation: Invocation) async throws -> Taken

/// What the code for a match came to.
struct Taken: Sendable {
    var answer: HandlerAnswer
    var navigation: NavigationResult? = nil
}

/// An error of the library's own, met while a match was taken; any other is the app's.
struct TakingFailure: Error {
    let error: DispatchError
}
