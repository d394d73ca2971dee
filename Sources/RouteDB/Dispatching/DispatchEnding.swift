/// How a dispatch ends, without what its record knows.
struct DispatchEnding: Sendable {
    var outcome: DispatchOutcome
    var result: (any Sendable)? = nil
    var fallback = DispatchFallback.none
    var resumption: Resumption? = nil
    /// Whether a fallback's or unmatched handler took the request.
    var isTakenByFallback = false

    /// What a completion fails with that nobody has said anything to; `nil` if a handler has it.
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
        DispatchError(.notHandled, "The dispatch ended as \(outcome.name).")
    }
}
