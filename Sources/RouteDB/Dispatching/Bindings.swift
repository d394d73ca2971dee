import RouteDBRouting

/// All code that is bound to a dispatcher.
///
/// It is a value, so that a dispatch can keep the bindings that were in place when it began.
struct Bindings: Sendable {
    /// The name of a route together with that of its namespace.
    struct RouteName: Hashable, Sendable {
        let namespace: TextKey
        let name: TextKey
    }

    var handlers = TargetBindings<Handler>()
    var routeHandlers: [RouteName: Handler] = [:]
    /// The handlers by namespace; the key `nil` is for the dispatcher's own.
    var unmatchedHandlers: [TextKey?: Handler] = [:]
    var guards = TargetBindings<Guard>()
    /// The guards by namespace; the key `nil` is for the guard of everything.
    var wideGuards: [TextKey?: Guard] = [:]
    var providers: [TextKey: ParameterProvider] = [:]
    var stackHandler: StackHandler?

    /// Returns the code to call for a match, or `nil` if there is none.
    func handler(for resolution: Resolution) -> Handler? {
        let own = ownHandler(for: resolution)
        guard let stackHandler, let providers = providers(for: resolution) else { return own }
        return { invocation in
            var stack: [any Sendable] = []
            for (value, provider) in providers {
                guard let object = try await provider(invocation, value) else {
                    return try await own?(invocation) ?? .declined
                }
                stack.append(object)
            }
            return try await stackHandler(stack, invocation)
        }
    }

    private func ownHandler(for resolution: Resolution) -> Handler? {
        guard let route = resolution.route else { return nil }
        if !routeHandlers.isEmpty, let name = route.name, let namespace = resolution.namespace {
            let key = RouteName(namespace: TextKey(namespace.name), name: TextKey(name))
            if let handler = routeHandlers[key] { return handler }
        }
        return handlers.nearest(to: route.target)
    }

    /// Returns each parameter's value and provider, in the order of the pattern, or `nil` if the
    /// match has no parameters or one of them has no provider.
    private func providers(
        for resolution: Resolution
    ) -> [(value: JSONValue, provider: ParameterProvider)]? {
        guard !providers.isEmpty, let pattern = resolution.matchedPattern else { return nil }
        let (values, texts) = (resolution.parameters, resolution.rawParameters)
        var found: [(JSONValue, ParameterProvider)] = []
        // Some dialects allow a name twice. It has one value, so its provider is called once.
        var names: Set<TextKey> = []
        for parameter in pattern.parameters where names.insert(TextKey(parameter.name)).inserted {
            let name = parameter.name
            guard let provider = providers[TextKey(name)],
                let value = values[name] ?? texts[name].map(JSONValue.string)
            else { return nil }
            found.append((value, provider))
        }
        return found.isEmpty ? nil : found
    }

    /// Returns the guards of a target, from the most general to its own.
    func guards(for target: String, in namespace: Namespace?) -> [Guard] {
        [wideGuards[nil], namespace.flatMap { wideGuards[TextKey($0.name)] }].compactMap(\.self)
            + guards.all(of: target)
    }

    /// Returns the unmatched handler that is nearest to a request.
    ///
    /// That is the handler of the namespace that was searched first, or of the first namespace
    /// along its fallbacks that has one, or the dispatcher's own.
    func unmatchedHandler(
        for resolution: Resolution, in table: RoutingTable
    ) -> (namespace: String?, handler: Handler)? {
        if unmatchedHandlers.isEmpty { return nil }
        let namespaces = table.namespaces
        var namespace = resolution.namespace
        for _ in namespaces {
            guard let current = namespace else { break }
            if let handler = unmatchedHandlers[TextKey(current.name)] {
                return (current.name, handler)
            }
            namespace = namespaces.first { $0.id == current.fallback }
        }
        return unmatchedHandlers[nil].map { (nil, $0) }
    }
}
