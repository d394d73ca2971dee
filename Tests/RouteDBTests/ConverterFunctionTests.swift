import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

struct ConverterFunctionTests {
    @Test("functions are bound by name, also after edits that rebuild the table")
    func functions() async throws {
        let directory = try TemporaryDirectory()
        let registry = try await RouteRegistry.open(
            directory.path("routes.db"),
            options: RegistryOptions(
                access: .creating, refreshInterval: nil,
                converters: [
                    "even": { text in Int64(text).flatMap { $0 % 2 == 0 ? .int($0) : nil } }
                ]
            ))
        try await registry.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "n", profile: .urlnavigator))
            try editor.setConverter("even", rule: .code, in: "n")
            try editor.add(RouteDraft(pattern: "app://x/<even:id>", target: "t", namespace: "n"))
        }
        for _ in 0..<2 {
            let request = ResolutionRequest("app://x/4", namespace: "n")
            #expect(registry.resolve(request)["id"] == 4)
            #expect(
                registry.resolve(ResolutionRequest("app://x/5", namespace: "n")).outcome
                    == .unmatched)
            try await registry.edit { editor in
                try editor.add(RouteDraft(pattern: "app://y", target: "y", namespace: "n"))
            }
        }
        await registry.close()
    }

    @Test("a refusal ends the search if the namespace's policy is final, else it continues")
    func declining() async throws {
        let directory = try TemporaryDirectory()
        let registry = try await RouteRegistry.open(
            directory.path("routes.db"),
            options: RegistryOptions(access: .creating, refreshInterval: nil))
        try await registry.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "n", overrides: [.refusal: "final"]))
            for namespace in ["default", "n"] {
                for pattern in ["/a", "/*"] {
                    try editor.add(
                        RouteDraft(pattern: pattern, target: pattern, namespace: namespace))
                }
            }
        }
        for (namespace, next) in [("default", "/*"), ("n", nil)] {
            let request = ResolutionRequest("/a", namespace: namespace)
            let first = registry.resolve(request)
            #expect(first.target == "/a")
            #expect(registry.resolve(request, declining: first).target == next)
            #expect(registry.makeReader().resolve(request, declining: first).target == next)
        }
        await registry.close()
    }
}
