import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Opening a registry")
struct RegistryOpeningTests {
    @Test("A missing file is an error unless it may be created")
    func missing() async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let path = directory.path("routes.db")
        for access in [RegistryOptions.Access.reading, .writing] {
            let error = await #expect(throws: RouteDBError.self) {
                try await RouteRegistry.open(path, options: .testing(access))
            }
            #expect(error?.code == .databaseMissing)
        }
        let registry = try await RouteRegistry.open(path, options: .testing(.creating))
        #expect(registry.table.revision == 1)
        #expect(registry.table.namespaces.map(\.name) == ["default"])
    }

    @Test("A registry opened for reading refuses edits and still resolves")
    func reading() async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let path = directory.path("routes.db")
        let writer = try await RouteRegistry.open(path, options: .testing(.creating))
        try await writer.add("/a", target: "a")
        let reader = try await RouteRegistry.open(path, options: .testing(.reading))
        let error = await #expect(throws: RouteDBError.self) {
            try await reader.add("/b", target: "b")
        }
        #expect(error?.code == .readOnly)
        #expect(reader.resolve("/a").target == "a")
    }

    @Test("A closed registry resolves from its last table and refuses everything else")
    func closed() async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let registry = try await RouteRegistry.open(
            directory.path("routes.db"), options: .testing(.creating))
        try await registry.add("/a", target: "a")
        await registry.close()
        #expect(registry.resolve("/a").target == "a")
        let error = await #expect(throws: RouteDBError.self) { try await registry.snapshot() }
        #expect(error?.code == .closed)
    }

    @Test("Revisions carry the author, the message, the source and the injected time")
    func commitFacts() async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let registry = try await RouteRegistry.open(
            directory.path("routes.db"), options: .testing(.creating))
        try await registry.edit("Because", author: "ann", source: "test") { editor in
            _ = try editor.add(RouteDraft(pattern: "/a", target: "a"))
        }
        let revision = try #require(try await registry.revisions(limit: 1).first)
        #expect(revision.number == 2)
        #expect(revision.author == "ann")
        #expect(revision.message == "Because")
        #expect(revision.source == "test")
        #expect(revision.time == RegistryOptions.testTime)
    }
}
