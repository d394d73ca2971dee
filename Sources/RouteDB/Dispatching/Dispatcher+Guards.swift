// Binding guards. They are asked from the general to the narrow, and the first that does not let
// the request pass ends it. A place has one guard; setting it again replaces it.
extension Dispatcher {
    /// Sets the guard of everything, or of a namespace.
    ///
    /// - Parameters:
    ///   - namespace: The namespace whose routes are guarded; `nil`: everything is.
    ///   - check: The guard.
    public func protect(namespace: String? = nil, _ check: @escaping Guard) {
        change { $0.wideGuards.updateValue(check, forKey: namespace.map(TextKey.init)) }
    }

    /// Sets the guard of a target.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - check: The guard.
    public func protect(_ target: String, _ check: @escaping Guard) {
        change { $0.guards.set(check, target: target) }
    }

    /// Sets the guard of all targets with a prefix, as prefixes are for handlers.
    ///
    /// - Parameters:
    ///   - prefix: The prefix.
    ///   - check: The guard.
    public func protect(prefix: String, _ check: @escaping Guard) {
        change { $0.guards.set(check, prefix: prefix) }
    }

    /// Removes the guard of everything, or of a namespace, if there is one.
    ///
    /// - Parameter namespace: The namespace; `nil`: everything.
    public func unprotect(namespace: String? = nil) {
        change { $0.wideGuards.removeValue(forKey: namespace.map(TextKey.init)) }
    }

    /// Removes the guard of a target, if there is one.
    ///
    /// - Parameter target: The target.
    public func unprotect(_ target: String) {
        change { $0.guards.set(nil, target: target) }
    }

    /// Removes the guard of a prefix, if there is one.
    ///
    /// - Parameter prefix: The prefix, as it was set.
    public func unprotect(prefix: String) {
        change { $0.guards.set(nil, prefix: prefix) }
    }
}
