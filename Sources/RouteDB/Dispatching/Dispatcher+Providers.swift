// Providers turn a match into a stack of objects, one for each parameter.
extension Dispatcher {
    /// Binds a provider to all parameters with a name, replacing any previous one.
    ///
    /// If a match has parameters and each of them has a provider, the providers are called in the
    /// order of the pattern. If each returns an object, the stack handler is called with the
    /// objects, instead of the route's handler. If one returns `nil`, the remaining providers are
    /// skipped and the route's handler is called.
    ///
    /// - Parameters:
    ///   - parameter: The name of the parameters.
    ///   - provider: The provider, which is called with the parameter's value.
    public func provide(_ parameter: String, _ provider: @escaping ParameterProvider) {
        change { $0.providers.updateValue(provider, forKey: TextKey(parameter)) }
    }

    /// Removes the provider of a parameter, if there is one.
    ///
    /// - Parameter parameter: The name of the parameter.
    public func unprovide(_ parameter: String) {
        change { $0.providers.removeValue(forKey: TextKey(parameter)) }
    }

    /// The names of parameters that providers are bound to, sorted.
    public var providedParameters: [String] { bindings.providers.keys.sorted().map(\.text) }

    /// Sets the handler for the stacks that providers make, replacing any previous one.
    ///
    /// Without a stack handler, providers are not called.
    ///
    /// - Parameter handler: The handler, which is called with the objects in the order of the
    ///   pattern, bottom first.
    public func handleStacks(_ handler: @escaping StackHandler) {
        change { bindings in
            let old = bindings.stackHandler
            bindings.stackHandler = handler
            return old
        }
    }

    /// Removes the stack handler, if there is one.
    public func unhandleStacks() {
        change { bindings in
            let old = bindings.stackHandler
            bindings.stackHandler = nil
            return old
        }
    }
}
