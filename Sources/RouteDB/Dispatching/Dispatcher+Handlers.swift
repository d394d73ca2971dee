public import RouteDBRouting

// Binding handlers. Each call affects only the dispatches that begin afterwards.
extension Dispatcher {
    /// Binds a handler to a target, replacing any previous one.
    ///
    /// For a match, the dispatcher looks for the handler of the route's name, then of its target,
    /// then of the longest prefix of its target.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - handler: The handler.
    public func handle(_ target: String, _ handler: @escaping Dispatcher.Handler) {
        change { $0.handlers.set(handler, target: target) }
    }

    /// Binds a handler to all targets with a prefix, replacing any previous one.
    ///
    /// The prefix `user` matches `user`, `user.profile` and `user/profile`, but not `users`. The
    /// empty prefix matches every target.
    ///
    /// - Parameters:
    ///   - prefix: The prefix.
    ///   - handler: The handler.
    public func handle(prefix: String, _ handler: @escaping Dispatcher.Handler) {
        change { $0.handlers.set(handler, prefix: prefix) }
    }

    /// Binds a handler to a route by its name, replacing any previous one.
    ///
    /// - Parameters:
    ///   - name: The name of the route.
    ///   - namespace: The namespace that the route is in.
    ///   - handler: The handler.
    public func handle(
        route name: String, in namespace: String = RouteNamespace.defaultName,
        _ handler: @escaping Dispatcher.Handler
    ) {
        let key = Bindings.RouteName(namespace: TextKey(namespace), name: TextKey(name))
        change { $0.routeHandlers.updateValue(handler, forKey: key) }
    }

    /// Binds a handler for requests that no other handler took, replacing any previous one.
    ///
    /// It is called only if no handler is bound to the fallback target. The dispatcher calls the
    /// handler of the namespace that was searched first, or of the first namespace along its
    /// fallbacks that has one, or else its own.
    ///
    /// - Parameters:
    ///   - namespace: The namespace, or `nil` for the dispatcher's own handler, which serves all
    ///     namespaces.
    ///   - handler: The handler.
    public func handleUnmatched(
        in namespace: String? = nil, _ handler: @escaping Dispatcher.Handler
    ) {
        change { $0.unmatchedHandlers.updateValue(handler, forKey: namespace.map(TextKey.init)) }
    }

    /// Removes the handler of a target, if there is one.
    ///
    /// - Parameter target: The target.
    public func removeHandler(_ target: String) {
        change { $0.handlers.set(nil, target: target) }
    }

    /// Removes the handler of a prefix, if there is one.
    ///
    /// - Parameter prefix: The prefix, as it was bound.
    public func removeHandler(prefix: String) {
        change { $0.handlers.set(nil, prefix: prefix) }
    }

    /// Removes the handler of a route, if there is one.
    ///
    /// - Parameters:
    ///   - name: The name of the route.
    ///   - namespace: The namespace that the route is in.
    public func removeHandler(route name: String, in namespace: String = RouteNamespace.defaultName)
    {
        let key = Bindings.RouteName(namespace: TextKey(namespace), name: TextKey(name))
        change { $0.routeHandlers.removeValue(forKey: key) }
    }

    /// Removes an unmatched handler, if there is one.
    ///
    /// - Parameter namespace: The namespace that the handler was bound to.
    public func removeUnmatchedHandler(in namespace: String? = nil) {
        change { $0.unmatchedHandlers.removeValue(forKey: namespace.map(TextKey.init)) }
    }

    /// The targets that handlers are bound to, sorted.
    public var handledTargets: [String] { bindings.handlers.targets }

    /// The prefixes that handlers are bound to, sorted.
    public var handledPrefixes: [String] { bindings.handlers.prefixTexts }
}

// Binding guards. They are asked from the most general to the most specific; the first that does
// not let the request pass ends the dispatch. Each scope (everything, a namespace, a prefix or a
// target) has at most one guard.
extension Dispatcher {
    /// Sets the guard for all routes, or for those of a namespace, replacing any previous one.
    ///
    /// - Parameters:
    ///   - namespace: The namespace to guard, or `nil` to guard everything.
    ///   - check: The guard.
    public func protect(namespace: String? = nil, _ check: @escaping Dispatcher.Guard) {
        change { $0.wideGuards.updateValue(check, forKey: namespace.map(TextKey.init)) }
    }

    /// Sets the guard for a target, replacing any previous one.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - check: The guard.
    public func protect(_ target: String, _ check: @escaping Dispatcher.Guard) {
        change { $0.guards.set(check, target: target) }
    }

    /// Sets the guard for all targets with a prefix, replacing any previous one.
    ///
    /// - Parameters:
    ///   - prefix: The prefix, which matches targets as in ``handle(prefix:_:)``.
    ///   - check: The guard.
    public func protect(prefix: String, _ check: @escaping Dispatcher.Guard) {
        change { $0.guards.set(check, prefix: prefix) }
    }

    /// Removes the guard of a namespace, or the guard of everything, if there is one.
    ///
    /// - Parameter namespace: The namespace, or `nil` for the guard of everything.
    public func removeGuard(namespace: String? = nil) {
        change { $0.wideGuards.removeValue(forKey: namespace.map(TextKey.init)) }
    }

    /// Removes the guard of a target, if there is one.
    ///
    /// - Parameter target: The target.
    public func removeGuard(_ target: String) {
        change { $0.guards.set(nil, target: target) }
    }

    /// Removes the guard of a prefix, if there is one.
    ///
    /// - Parameter prefix: The prefix, as it was set.
    public func removeGuard(prefix: String) {
        change { $0.guards.set(nil, prefix: prefix) }
    }
}
