public import RouteDBRouting

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
    ///   ``DispatchReport/completion`` says when it ends.
    public func perform(
        _ task: String, of service: String, kind: String? = nil, as principal: Principal? = nil,
        context: JSONObject = [:], attachments: [String: any Sendable] = [:]
    ) async -> DispatchReport {
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
