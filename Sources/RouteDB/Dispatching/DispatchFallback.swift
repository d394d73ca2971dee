/// The handler that was called because no route's handler took the request.
public enum DispatchFallback: Hashable, Sendable {
    /// No such handler was called.
    case none
    /// The handler of a namespace's fallback target.
    case target(String)
    /// The unmatched handler of the namespace, or the dispatcher's own if it is `nil`.
    case unmatchedHandler(namespace: String?)

    var isTarget: Bool {
        if case .target = self { return true }
        return false
    }
}
