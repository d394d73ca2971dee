import RouteDBRouting

/// What takes matches in a dispatch: the code that is bound to their targets, or a navigation host.
///
/// It gives the code for one match, or `nil` if there is none.
typealias MatchTaker =
    @Sendable (_ bindings: Bindings, _ resolution: Resolution) -> MatchTaking?

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
