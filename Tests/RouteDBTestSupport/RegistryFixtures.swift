package import RouteDB
package import RouteDBStorage
// Tests need one import only for what apps' tests have and what ours have besides.
@_exported public import RouteDBTesting

extension RegistryOptions {
    /// The time of every edit in tests: 2026-01-01T00:00:00Z.
    package static let testTime = TestClock().time
}

extension RouteRegistry {
    /// Calls a closure with a new registry and functions for its converters, and removes its
    /// directory afterwards.
    package static func withTemporary(
        converters: [String: ParameterConverter.Function] = [:],
        _ body: (RouteRegistry, TemporaryDirectory) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        var options = RegistryOptions.testing(.creating)
        options.converters = converters
        let registry = try await RouteRegistry.open(
            directory.path("routes.db"), options: options)
        try await body(registry, directory)
        await registry.close()
        withExtendedLifetime(directory) {}
    }

    /// Adds one route in its own revision.
    @discardableResult
    package func add(
        _ pattern: String, target: String
    ) async throws -> EditResult<EditOutcome<RouteID>> {
        try await edit { editor in
            try editor.add(RouteDraft(pattern: pattern, target: target))
        }
    }
}

extension RegistrySnapshot {
    /// Returns a registry of one namespace with routes whose targets are their patterns.
    package static func of(_ patterns: [String]) -> RegistrySnapshot {
        let namespace = NamespaceID(rawValue: 1)
        let routes = patterns.enumerated().compactMap { index, text in
            (try? RoutePattern(text)).map {
                Route(
                    id: RouteID(rawValue: Int64(index) + 1), namespace: namespace, pattern: $0,
                    target: text)
            }
        }
        return RegistrySnapshot(
            revision: 1,
            namespaces: [RouteNamespace(id: namespace, name: RouteNamespace.defaultName)],
            routes: routes)
    }
}
