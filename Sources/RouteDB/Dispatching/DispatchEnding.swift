/// How a dispatch ends, apart from what its ``DispatchRecord`` holds.
struct DispatchEnding: Sendable {
    var outcome: DispatchOutcome
    var result: (any Sendable)? = nil
    var fallback = DispatchFallback.none
    var resumption: Resumption? = nil
    /// Whether the handler of a fallback target or an unmatched handler took the request.
    var isTakenByFallback = false

    /// The error for a completion that nobody has called, or `nil` if a handler is in charge of it.
    var completionError: (any Error)? {
        switch outcome {
        case .handled: nil
        case .denied(let error): error ?? notHandled
        case .failed(let error): error
        case .unmatched, .declined: isTakenByFallback ? nil : notHandled
        case .invalid, .challenged, .timedOut, .cancelled: notHandled
        }
    }

    private var notHandled: DispatchError {
        DispatchError(
            .notHandled, "No handler took the request; the dispatch ended as '\(outcome.name)'.")
    }
}
