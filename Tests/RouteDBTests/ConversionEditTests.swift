import RouteDB
import RouteDBInsight
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Applying a conversion")
struct ConversionEditTests {
    @Test("The compared conversion is stored, and routes that cannot be native are unchanged")
    func applies() async throws {
        let directory = try TemporaryDirectory()
        let registry = try await registry(in: directory)
        let snapshot = try await registry.snapshot()
        let conversion = try conversion(in: snapshot)
        #expect(conversion.obstacles.map(\.route.target) == ["/:x/:x"])
        let result = try await registry.edit(expecting: snapshot.revision) {
            try $0.apply(conversion)
        }
        #expect(result.revision == snapshot.revision + 1)
        var expected = snapshot.applying(conversion)
        expected.revision += 1
        #expect(try await registry.snapshot() == expected)
        #expect(registry.resolve(ResolutionRequest("/7/edit", namespace: "n"))["a"] == "7")
        await registry.close()
    }

    @Test("A conversion of an outdated snapshot is refused")
    func conflict() async throws {
        let directory = try TemporaryDirectory()
        let registry = try await registry(in: directory)
        let snapshot = try await registry.snapshot()
        let conversion = try conversion(in: snapshot)
        try await registry.edit {
            try $0.add(RouteDraft(pattern: "/new/:a", target: "new", namespace: "n"))
        }
        let error = await #expect(throws: RouteDBError.self) {
            try await registry.edit(expecting: snapshot.revision) { try $0.apply(conversion) }
        }
        #expect(error?.code == .revisionConflict)
        #expect(try await registry.snapshot().namespaces.last?.profile == .jlroutes)
        await registry.close()
    }

    /// A registry with a namespace `n` of the profile `jlroutes`.
    private func registry(in directory: TemporaryDirectory) async throws -> RouteRegistry {
        let registry = try await RouteRegistry.open(
            directory.path("routes.db"),
            options: RegistryOptions(access: .creating, refreshInterval: nil))
        try await registry.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "n", profile: .jlroutes))
            for pattern in ["/:a/edit", "/user/:a(/edit)", "/user/:a", "/:x/:x", "/a%20b", "/a*"] {
                try editor.add(
                    RouteDraft(
                        pattern: pattern, target: pattern, namespace: "n",
                        isEnabled: pattern != "/user/:a", defaults: ["k": 1]))
            }
        }
        return registry
    }

    private func conversion(in snapshot: RegistrySnapshot) throws -> NamespaceConversion {
        let namespace = try #require(snapshot.namespaces.first { $0.name == "n" })
        return NamespaceConversion(
            of: namespace, in: snapshot, options: ConversionOptions(urlsPerRoute: 200))
    }
}
