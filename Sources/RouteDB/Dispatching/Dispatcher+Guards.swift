// Binding guards. They are asked from the most general to the most specific; the first that does
// not let the request pass ends the dispatch. Each scope (everything, a namespace, a prefix or a
// target) has at most one guard.
extension Dispatcher {
    /// Sets the guard for all routes, or for those of a namespace, replacing any previous one.
    ///
    /// - Parameters:
    ///   - namespace: The namespace to guard, or `nil` to guard everything.
    ///   - check: The guard.
    public func protect(namespace: String? = nil, _ check: @escaping Guard) {
        change { $0.wideGuards.updateValue(check, forKey: namespace.map(TextKey.init)) }
    }

    /// Sets the guard for a target, replacing any previous one.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - check: The guard.
    public func protect(_ target: String, _ check: @escaping Guard) {
        change { $0.guards.set(check, target: target) }
    }

    /// Sets the guard for all targets with a prefix, replacing any previous one.
    ///
    /// - Parameters:
    ///   - prefix: The prefix, which matches targets as in ``handle(prefix:_:)``.
    ///   - check: The guard.
    public func protect(prefix: String, _ check: @escaping Guard) {
        change { $0.guards.set(check, prefix: prefix) }
    }

    /// Removes the guard of a namespace, or the guard of everything, if there is one.
    ///
    /// - Parameter namespace: The namespace, or `nil` for the guard of everything.
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
