// Providers: the code that makes a stack of objects out of a match, one for each parameter.
extension Dispatcher {
    /// Binds a provider to a parameter, wherever one of the name stands.
    ///
    /// A match that has parameters, each with a provider that gives an object, goes to the stack
    /// handler, before the route's own handler. If a provider gives nothing, the own handler is
    /// called, and the providers behind are not asked. Binding again replaces.
    ///
    /// - Parameters:
    ///   - parameter: The name of the parameter.
    ///   - provider: The provider; it gets the parameter's value.
    public func provide(_ parameter: String, _ provider: @escaping ParameterProvider) {
        change { $0.providers.updateValue(provider, forKey: TextKey(parameter)) }
    }

    /// Removes the provider of a parameter, if there is one.
    ///
    /// - Parameter parameter: The name of the parameter.
    public func unprovide(_ parameter: String) {
        change { $0.providers.removeValue(forKey: TextKey(parameter)) }
    }

    /// The parameters that have a provider, in order.
    public var providedParameters: [String] { bindings.providers.keys.sorted().map(\.text) }

    /// Sets what takes the stacks that providers make; without it, providers are not asked.
    ///
    /// - Parameter handler: It gets the objects in the order of the pattern: bottom first.
    public func handleStacks(_ handler: @escaping StackHandler) {
        change { bindings in
            let old = bindings.stackHandler
            bindings.stackHandler = handler
            return old
        }
    }

    /// Removes what takes stacks.
    public func unhandleStacks() {
        change { bindings in
            let old = bindings.stackHandler
            bindings.stackHandler = nil
            return old
        }
    }
}
