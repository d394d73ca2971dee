public import RouteDBRouting

// Binding handlers. Each call counts for the dispatches that begin afterwards.
extension Dispatcher {
    /// Binds a handler to a target.
    ///
    /// For a match, the handler of the route's name comes before that of its target, and this
    /// before that of the longest prefix. Binding again replaces.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - handler: The handler.
    public func handle(_ target: String, _ handler: @escaping Handler) {
        change { $0.handlers.set(handler, target: target) }
    }

    /// Binds a handler to all targets with a prefix.
    ///
    /// The prefix `user` takes `user`, `user.profile` and `user/profile`, but not `users`; the
    /// empty one takes every target.
    ///
    /// - Parameters:
    ///   - prefix: The prefix.
    ///   - handler: The handler.
    public func handle(prefix: String, _ handler: @escaping Handler) {
        change { $0.handlers.set(handler, prefix: prefix) }
    }

    /// Binds a handler to a route by its name.
    ///
    /// - Parameters:
    ///   - name: The name of the route.
    ///   - namespace: The namespace that the route is in.
    ///   - handler: The handler.
    public func handle(
        route name: String, in namespace: String = Namespace.defaultName,
        _ handler: @escaping Handler
    ) {
        let key = Bindings.RouteName(namespace: TextKey(namespace), name: TextKey(name))
        change { $0.routeHandlers.updateValue(handler, forKey: key) }
    }

    /// Binds the handler for requests that nobody took, if no fallback target has one.
    ///
    /// The handler of the namespace that was asked first is called, or that of the first one along
    /// its fallbacks, or the dispatcher's own.
    ///
    /// - Parameters:
    ///   - namespace: The namespace; `nil`: the dispatcher's own.
    ///   - handler: The handler.
    public func handleUnmatched(in namespace: String? = nil, _ handler: @escaping Handler) {
        change { $0.unmatchedHandlers.updateValue(handler, forKey: namespace.map(TextKey.init)) }
    }

    /// Removes the handler of a target, if there is one.
    ///
    /// - Parameter target: The target.
    public func unhandle(_ target: String) {
        change { $0.handlers.set(nil, target: target) }
    }

    /// Removes the handler of a prefix, if there is one.
    ///
    /// - Parameter prefix: The prefix, as it was bound.
    public func unhandle(prefix: String) {
        change { $0.handlers.set(nil, prefix: prefix) }
    }

    /// Removes the handler of a route, if there is one.
    ///
    /// - Parameters:
    ///   - name: The name of the route.
    ///   - namespace: The namespace that the route is in.
    public func unhandle(route name: String, in namespace: String = Namespace.defaultName) {
        let key = Bindings.RouteName(namespace: TextKey(namespace), name: TextKey(name))
        change { $0.routeHandlers.removeValue(forKey: key) }
    }

    /// Removes an unmatched handler, if there is one.
    ///
    /// - Parameter namespace: The namespace; `nil`: the dispatcher's own.
    public func unhandleUnmatched(in namespace: String? = nil) {
        change { $0.unmatchedHandlers.removeValue(forKey: namespace.map(TextKey.init)) }
    }

    /// The targets that have a handler of their own, in order.
    public var handledTargets: [String] { bindings.handlers.targets }

    /// The prefixes that have a handler, in order.
    public var handledPrefixes: [String] { bindings.handlers.prefixTexts }
}
