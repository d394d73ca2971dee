import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Registries in memory, and opening without waiting tasks")
struct RegistryMemoryTests {
    private static let routes = RegistryDocument(
        routes: [RouteDraft(pattern: "/user/{id:int}", target: "user", name: "user")])

    @Test("a registry in memory resolves at once, can be edited, and keeps revisions")
    func memory() async throws {
        let registry = try RouteRegistry(inMemory: Self.routes, options: .testing(.creating))
        #expect(registry.resolve("/user/42")["id"] == 42)
        #expect(registry.path == ":memory:")
        try await registry.add("/shop", target: "shop")
        #expect(registry.resolve("/shop").target == "shop")
        #expect(try await registry.revisions().map(\.number) == [3, 2, 1])
        #expect(try await registry.check().isEmpty)
        let plan = try await registry.plan(Self.routes)
        #expect(plan.removed.map(\.target) == ["shop"])
        await registry.close()
        #expect(registry.resolve("/shop").target == "shop")
    }

    @Test("a registry in memory begins with the namespace 'default', and can be saved to a file")
    func saving() async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let registry = try RouteRegistry(inMemory: nil)
        #expect(registry.table.namespaces.map(\.name) == ["default"])
        try await registry.add("/a", target: "a")
        let path = directory.path("saved.db")
        try await registry.backUp(to: path)
        #expect(try RouteRegistry(path: path).resolve("/a").target == "a")
    }

    @Test("a document with a mistake makes no registry in memory, and its error says where")
    func mistake() throws {
        let document = try RegistryDocument(
            parsing: Array(#"{"pattern":"/a/{id:integer}","target":"a"}"#.utf8), named: "r.ndjson")
        let error = #expect(throws: RouteDBError.self) { try RouteRegistry(inMemory: document) }
        #expect(error?.message.contains("r.ndjson, line 1") == true)
        #expect(error?.underlying is RegistryDocument.Failure)
        let elsewhere = RegistryDocument(
            routes: [RouteDraft(pattern: "/a", target: "a", namespace: "web")])
        #expect(throws: RouteDBError.self) { try RouteRegistry(inMemory: elsewhere) }
        let made = try RouteRegistry(inMemory: elsewhere, createsNamespaces: true)
        #expect(made.table.namespaces.map(\.name) == ["default", "web"])
    }

    @Test("a file can be opened while the thread waits, and fails as it does otherwise")
    func waiting() async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let path = directory.path("routes.db")
        let error = #expect(throws: RouteDBError.self) {
            try RouteRegistry(path: path, options: .testing(.writing))
        }
        #expect(error?.code == .databaseMissing)
        let registry = try RouteRegistry(path: path, options: .testing(.creating))
        try await registry.add("/a", target: "a")
        let other = try RouteRegistry(path: path, options: .testing(.reading))
        #expect(other.resolve("/a").target == "a")
    }

    @Test("a copy of a file can be edited, and neither writes the file nor sees its later commits")
    func copying() async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let path = directory.path("routes.db")
        let original = try RouteRegistry(path: path, options: .testing(.creating))
        try await original.add("/a", target: "a")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let copy = try RouteRegistry(path: path, options: .testing(.copying))
        try await copy.add("/b", target: "b")
        #expect(copy.resolve("/b").target == "b" && copy.resolve("/a").target == "a")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(files == ["routes.db"])
        try await original.add("/c", target: "c")
        try await copy.refresh()
        #expect(copy.resolve("/c").outcome == .unmatched)
        #expect(original.resolve("/b").outcome == .unmatched)
    }

    @Test("a registry in memory records hits only where its options say")
    func recording() async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        var options = RegistryOptions(recording: HitRecorder.Options())
        #expect(try RouteRegistry(inMemory: Self.routes, options: options).recorder == nil)
        options.recording?.history = directory.path("hits.db")
        let registry = try RouteRegistry(inMemory: Self.routes, options: options)
        _ = registry.resolve("/user/7")
        await registry.close()
        let history = try await HitHistory.open(directory.path("hits.db"))
        var urls: [String] = []
        for try await hit in history.hits() { urls.append(hit.urlText) }
        #expect(urls == ["/user/7"])
    }
}
