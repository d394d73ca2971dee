/// Which handler was called because no route's did.
public enum DispatchFallback: Hashable, Sendable {
    /// None.
    case none
    /// That of a namespace's fallback target.
    case target(String)
    /// The unmatched handler of a namespace, or without one the dispatcher's own.
    case unmatchedHandler(namespace: String?)

    var isTarget: Bool {
        if case .target = self { return true }
        return false
    }
}
