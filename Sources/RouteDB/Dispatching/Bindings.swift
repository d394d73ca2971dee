import RouteDBRouting

/// Values bound to targets and to prefixes of targets.
///
/// A prefix matches the target that is equal to it, and each longer target in which it ends next to
/// a `.` or `/`: `user` and `user.` both match `user.profile`. The empty prefix matches every
/// target.
struct TargetBindings<Value: Sendable>: Sendable {
    private var exact: [TextKey: Value] = [:]
    private var prefixes: [TextKey: Value] = [:]

    var isEmpty: Bool { exact.isEmpty && prefixes.isEmpty }

    /// Binds a value to a target, or removes the bound one if the value is `nil`.
    mutating func set(_ value: Value?, target: String) -> Value? {
        Self.set(value, TextKey(target), in: &exact)
    }

    /// Binds a value to a prefix, or removes the bound one if the value is `nil`.
    mutating func set(_ value: Value?, prefix: String) -> Value? {
        Self.set(value, TextKey(prefix), in: &prefixes)
    }

    /// Returns the value of a target, or else that of its longest prefix.
    ///
    /// - Complexity: One dictionary look-up; if prefixes are bound, also a few for each `.` and `/`
    ///   of the target.
    func nearest(to target: String) -> Value? {
        if let value = exact[TextKey(target)] { return value }
        return prefixValues(of: target).next()
    }

    /// Returns all values of a target, that of the shortest prefix first and its own last.
    func all(of target: String) -> [Value] {
        let iterator = prefixValues(of: target)
        var values: [Value] = []
        while let value = iterator.next() { values.append(value) }
        values.reverse()
        if let value = exact[TextKey(target)] { values.append(value) }
        return values
    }

    var targets: [String] { exact.keys.sorted().map(\.text) }

    var prefixTexts: [String] { prefixes.keys.sorted().map(\.text) }

    private static func set(
        _ value: Value?, _ key: TextKey, in values: inout [TextKey: Value]
    ) -> Value? {
        guard let value else { return values.removeValue(forKey: key) }
        return values.updateValue(value, forKey: key)
    }

    /// Iterates over the values of a target's prefixes, longest first.
    private func prefixValues(of target: String) -> AnyIterator<Value> {
        let bytes = target.utf8
        var end: String.Index? = prefixes.isEmpty ? nil : bytes.endIndex
        return AnyIterator {
            while let cut = end {
                end = cut == bytes.startIndex ? nil : bytes.index(before: cut)
                guard Self.isBound(cut, in: bytes) else { continue }
                if let value = prefixes[TextKey(String(target[..<cut]))] { return value }
            }
            return nil
        }
    }

    /// Returns whether a prefix may end at an index: at either end of the text, or next to a `.` or `/`.
    private static func isBound(_ cut: String.Index, in bytes: String.UTF8View) -> Bool {
        if cut == bytes.startIndex || cut == bytes.endIndex { return true }
        return isMark(bytes[cut]) || isMark(bytes[bytes.index(before: cut)])
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/")
    }
}

/// All code that is bound to a dispatcher.
///
/// It is a value, so that a dispatch can keep the bindings that were in place when it began. It
/// keeps them by one reference: counting one for each dictionary took longer than finding a handler.
struct Bindings: Sendable {
    /// Bindings that never change.
    final class Shared: Sendable {
        let values: Bindings
        init(_ values: Bindings) { self.values = values }
    }

    /// The name of a route together with that of its namespace.
    struct RouteName: Hashable, Sendable {
        let namespace: TextKey
        let name: TextKey
    }

    var handlers = TargetBindings<Dispatcher.Handler>()
    var routeHandlers: [RouteName: Dispatcher.Handler] = [:]
    /// The handlers by namespace; the key `nil` is for the dispatcher's own.
    var unmatchedHandlers: [TextKey?: Dispatcher.Handler] = [:]
    var guards = TargetBindings<Dispatcher.Guard>()
    /// The guards by namespace; the key `nil` is for the guard of everything.
    var wideGuards: [TextKey?: Dispatcher.Guard] = [:]
    var providers: [TextKey: Dispatcher.ParameterProvider] = [:]
    var stackHandler: Dispatcher.StackHandler?

    /// Returns the code to call for a match, or `nil` if there is none.
    func handler(for resolution: Resolution) -> Dispatcher.Handler? {
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

    private func ownHandler(for resolution: Resolution) -> Dispatcher.Handler? {
        guard resolution.outcome == .matched, let target = resolution.target else { return nil }
        if !routeHandlers.isEmpty, let name = resolution.route?.name,
            let namespace = resolution.namespace
        {
            let key = RouteName(namespace: TextKey(namespace.name), name: TextKey(name))
            if let handler = routeHandlers[key] { return handler }
        }
        return handlers.nearest(to: target)
    }

    /// True if any guard is set.
    var hasGuards: Bool { !guards.isEmpty || !wideGuards.isEmpty }

    /// Returns each parameter's value and provider, in the order of the pattern, or `nil` if the
    /// match has no parameters or one of them has no provider.
    private func providers(
        for resolution: Resolution
    ) -> [(value: JSONValue, provider: Dispatcher.ParameterProvider)]? {
        guard !providers.isEmpty, let pattern = resolution.matchedPattern else { return nil }
        let (values, texts) = (resolution.parameters, resolution.rawParameters)
        var found: [(JSONValue, Dispatcher.ParameterProvider)] = []
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
    func guards(for target: String, in namespace: RouteNamespace?) -> [Dispatcher.Guard] {
        [wideGuards[nil], namespace.flatMap { wideGuards[TextKey($0.name)] }].compactMap(\.self)
            + guards.all(of: target)
    }

    /// Returns the unmatched handler that is nearest to a request.
    ///
    /// That is the handler of the namespace that was searched first, or of the first namespace
    /// along its fallbacks that has one, or the dispatcher's own.
    func unmatchedHandler(
        for resolution: Resolution, in table: RoutingTable
    ) -> (namespace: String?, handler: Dispatcher.Handler)? {
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
