import Foundation
import RouteDB
import RouteDBTestSupport
import Synchronization
import Testing

/// The code of `Docs/routes-in-code.md` stands between the marks; a test compares the two.
@Suite("Keeping routes in code")
struct RoutesInCodeTests {
    private final class Log: Sendable {
        private let storage = Mutex<[String]>([])
        var lines: [String] { storage.withLock { $0 } }
        func add(_ line: String) { storage.withLock { $0.append(line) } }
    }

    private struct TooManyRemovals: Error {}

    private func write(_ text: String, to path: String) throws {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    private func start(at path: String) async throws -> RouteRegistry {
        // routes-in-code begins
        let builtin = RegistryDocument(
            named: "the built-in routes",
            routes: [
                RouteDraft(
                    pattern: "myapp://user/{id:int}", target: "user.profile", name: "user",
                    group: "builtin"),
                RouteDraft(
                    pattern: "myapp://shop/{category}", target: "shop.list", name: "shop",
                    group: "builtin", defaults: ["sort": "price"]),
            ])
        // routes-in-code ends
        // routes-in-code begins
        let options = RegistryOptions(access: .creating, author: "MyApp 2.1")
        let registry = try await RouteRegistry.open(path, options: options)
        try await registry.apply(builtin, to: .init(group: "builtin"))
        // routes-in-code ends
        return registry
    }

    @Test("an app makes its registry match whenever it starts")
    func starting() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("routes.db")
        let first = try await start(at: path)
        let resolution = first.resolve("myapp://shop/shoes")
        #expect(resolution.target == "shop.list" && resolution["sort"] == "price")
        let revision = first.table.revision
        await first.close()
        let second = try await start(at: path)
        #expect(second.table.revision == revision)
        await second.close()
    }

    @Test("a mistake in a bundled file is reported with its place")
    func bundled() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("routes.csv")
        try write("name,pattern,target\na,/a,t\nb,/b\n", to: path)
        let log = Log()
        read(path) { log.add($0) }
        #expect(
            log.lines == [
                "\(path), line 3, column 1: The record has 2 fields; the header has 3. Enclose"
                    + " fields that contain the delimiter in double quotes.",
                "3:1: The record has 2 fields; the header has 3.",
            ])
    }

    private func read(_ path: String, log: (String) -> Void) {
        // routes-in-code begins
        do {
            _ = try RegistryDocument(contentsOf: path)
        } catch {
            log("\(error)")  // routes.csv, line 3, column 1: The record has 2 fields; …
            for problem in (error.underlying as? RegistryDocument.Failure)?.problems ?? [] {
                log("\(problem.line ?? 0):\(problem.column ?? 0): \(problem.message)")
            }
        }
        // routes-in-code ends
    }

    @Test("routes in code, and a bundled file, need no file to be written")
    func inMemory() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("routes.db")
        await (try start(at: path)).close()
        let builtin = RegistryDocument(
            routes: [RouteDraft(pattern: "myapp://user/{id:int}", target: "user.profile")])
        // routes-in-code begins
        let registry = try RouteRegistry(inMemory: builtin)
        // routes-in-code ends
        // routes-in-code begins
        let bundled = try RouteRegistry(path: path, options: RegistryOptions(access: .copying))
        // routes-in-code ends
        #expect(registry.resolve("myapp://user/7").target == "user.profile")
        #expect(bundled.resolve("myapp://shop/shoes").target == "shop.list")
    }

    @Test("a plan is shown first, and can be refused")
    func looking() async throws {
        try await RouteRegistry.withTemporary { registry, directory in
            let rows = (0..<11).map { "/\($0),t\n" }.joined()
            let path = directory.path("routes.csv")
            try write("pattern,target\n\(rows)", to: path)
            try await apply(path, to: registry) { _ in }
            try write("pattern,target\n/new,t\n", to: path)
            let log = Log()
            await #expect(throws: TooManyRemovals.self) {
                try await apply(path, to: registry) { log.add($0) }
            }
            #expect(log.lines.count == 12 && log.lines.last == "added route #12 /new")
            #expect(registry.table.content.routes.count == 11)
            // routes-in-code begins
            let file = try await registry.export(as: .json)
            // routes-in-code ends
            try await registry.edit { _ = try $0.remove(RouteReference("/0")) }
            let document = try RegistryDocument(parsing: file, named: "routes.json")
            #expect(try await registry.plan(document).diff.changes.count == 1)
        }
    }

    private func apply(
        _ path: String, to registry: RouteRegistry, log: (String) -> Void
    ) async throws {
        // routes-in-code begins
        let document = try RegistryDocument(contentsOf: path)
        // routes-in-code ends
        // routes-in-code begins
        let plan = try await registry.plan(document)
        for change in plan.diff.changes { log("\(change.outcome.rawValue) \(change.label)") }

        try await registry.apply(document) { plan in
            if plan.removed.count > 10 { throw TooManyRemovals() }
        }
        // routes-in-code ends
    }
}
