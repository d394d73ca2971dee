public import RouteDBRouting

// Services are namespaces, and their tasks are routes that are asked for by name.
extension Dispatcher {
    /// Has a task of a service done.
    ///
    /// It is a dispatch of a request by name. An unknown service or task is unmatched; a task of
    /// another kind than the wanted one fails with `wrongKind`, and no fallback is called.
    ///
    /// - Parameters:
    ///   - task: The name of the task.
    ///   - service: The name of the namespace.
    ///   - kind: The kind that the task must have; `nil`: any.
    ///   - principal: Who asks; `nil`: nobody that is known.
    ///   - context: The values for the task.
    ///   - attachments: Values of any sort, which pass untouched.
    /// - Returns: The report; what the task leaves for later ends with its completion.
    public func perform(
        _ task: String, of service: String, kind: String? = nil, as principal: Principal? = nil,
        context: JSONObject = [:], attachments: [String: any Sendable] = [:]
    ) async -> DispatchReport {
        var request = ResolutionRequest(
            named: task, namespace: service, kind: kind, context: context)
        request.principal = principal
        return await dispatch(DispatchRequest(request, attachments: attachments))
    }

    /// The services: the namespaces that have tasks, by age.
    ///
    /// - Complexity: Linear in the namespaces.
    public func services() -> [String] {
        let table = table
        return table.namespaces.map(\.name).filter { !table.tasks(of: $0).isEmpty }
    }

    /// The tasks of a service: its routes without a pattern, in the order of registration.
    ///
    /// - Parameter service: The name of the namespace.
    /// - Returns: The names; none if there is no such service.
    public func tasks(of service: String) -> [String] {
        table.tasks(of: service).compactMap(\.name)
    }
}
