import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite struct RegistryBuildingTests {
    @Test("a registry builds URLs by the route's name, and reports what it could not build")
    func building() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.edit { editor in
                try editor.add(
                    RouteDraft(pattern: "myapp://user/{id:int}", target: "u", name: "user"))
            }
            #expect(try registry.url(for: "user", values: ["id": 42]) == "myapp://user/42")
            let error = #expect(throws: RouteDBError.self) { try registry.url(for: "user") }
            #expect(error?.code == .urlNotBuilt)
            #expect((error?.underlying as? URLBuildError)?.code == .missingValue)
            #expect(throws: RouteDBError.self) { try registry.url(for: "usr") }
        }
    }
}
