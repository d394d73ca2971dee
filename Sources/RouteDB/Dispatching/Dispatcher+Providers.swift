public import RouteDBRouting

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
    public func provide(_ parameter: String, _ provider: @escaping Dispatcher.ParameterProvider) {
        change { $0.providers.updateValue(provider, forKey: TextKey(parameter)) }
    }

    /// Removes the provider of a parameter, if there is one.
    ///
    /// - Parameter parameter: The name of the parameter.
    public func removeProvider(_ parameter: String) {
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
    public func handleStacks(
        _ handler:
            @escaping @Sendable (
                _ stack: [any Sendable], _ invocation: DispatchInvocation
            ) async throws -> HandlerAnswer
    ) {
        change { bindings in
            let old = bindings.stackHandler
            bindings.stackHandler = handler
            return old
        }
    }

    /// Removes the stack handler, if there is one.
    public func removeStackHandler() {
        change { bindings in
            let old = bindings.stackHandler
            bindings.stackHandler = nil
            return old
        }
    }
}

// A service is a namespace, and its tasks are routes that are requested by name.
extension Dispatcher {
    /// Calls the handler of a service's task.
    ///
    /// This is a dispatch of a request by name. The outcome is `unmatched` if the service or the
    /// task does not exist. If the task does not have the required kind, the dispatch fails with
    /// `wrongKind` and no fallback is called.
    ///
    /// - Parameters:
    ///   - task: The name of the task's route.
    ///   - service: The name of the service's namespace.
    ///   - kind: The kind that the task must have, or `nil` for any.
    ///   - principal: The principal, or `nil` for an anonymous caller.
    ///   - context: The values for the task.
    ///   - attachments: Values of any type for handlers and guards, passed on unchanged.
    /// - Returns: The report. If the task continues in the background, its
    ///   ``Dispatcher/Report/completion`` says when it ends.
    public func perform(
        _ task: String, of service: String, kind: String? = nil,
        as principal: RequestPrincipal? = nil,
        context: JSONObject = [:], attachments: [String: any Sendable] = [:]
    ) async -> Dispatcher.Report {
        var request = ResolutionRequest(
            named: task, namespace: service, kind: kind, context: context)
        request.principal = principal
        return await dispatch(DispatchRequest(request, attachments: attachments))
    }

    /// Lists the services: the namespaces that have tasks, oldest first.
    ///
    /// - Complexity: Linear in the namespaces.
    public func services() -> [String] {
        let table = table
        return table.namespaces.map(\.name).filter { !table.tasks(of: $0).isEmpty }
    }

    /// Lists the tasks of a service: its routes without a pattern, in the order of registration.
    ///
    /// - Parameter service: The name of the service's namespace.
    /// - Returns: The names of the tasks; empty if the service does not exist.
    public func tasks(of service: String) -> [String] {
        table.tasks(of: service).compactMap(\.name)
    }
}
