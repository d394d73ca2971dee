import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Revisions of a registry")
struct RevisionTests {
    @Test("Resolving answers from the restored revision when a rollback returns")
    func rollback() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.add("/a", target: "a")
            try await registry.edit { editor in
                _ = try editor.remove("/a")
                try editor.addNamespace(NamespaceDraft(name: "n", schemes: ["s"]))
            }
            #expect(registry.resolve("/a").outcome == .unmatched)
            let result = try await registry.rollBack(to: .number(2))
            #expect(result.value && result.revision == 4)
            #expect(registry.resolve("/a").target == "a")
            #expect(registry.table.namespaces.map(\.name) == ["default"])
            let revision = try await registry.revision(.number(4))
            #expect(revision.message == "Roll back to @2" && revision.source == "library")
            #expect(try await registry.rollBack(to: .number(2)).revision == nil)
        }
    }

    @Test("A registry without a table answers about its revisions")
    func withoutTable() async throws {
        try await RouteRegistry.withTemporary { registry, directory in
            try await registry.add("/a", target: "a")
            var options = RegistryOptions.testing(.writing)
            options.hasTable = false
            let other = try await RouteRegistry.open(
                directory.path("routes.db"), options: options)
            #expect(other.table.revision == 2 && other.table.namespaces.isEmpty)
            try await other.add("/b", target: "b")
            #expect(other.table.revision == 3 && other.table.namespaces.isEmpty)
            try await registry.add("/c", target: "c")
            try await other.refresh()
            #expect(other.table.revision == 4 && other.table.namespaces.isEmpty)
            #expect(try await other.diff(from: .number(2)).changes.map(\.id) == [2, 3])
            #expect(try await other.rollBack(to: .number(2)).revision == 5)
            #expect(other.table.revision == 5)
            await other.close()
        }
    }

    @Test("Another connection sees a rollback like any other change")
    func othersRollback() async throws {
        try await RouteRegistry.withTemporary { registry, directory in
            let other = try await RouteRegistry.open(
                directory.path("routes.db"), options: .testing(.writing))
            try await registry.add("/a", target: "a")
            try await registry.add("/b", target: "b")
            try await other.refresh()
            try await registry.rollBack(to: .number(2))
            try await other.refresh()
            #expect(other.resolve("/b").outcome == .unmatched)
            #expect(other.table.revision == 4)
        }
    }

    @Test("Tags belong to the registry and make no revision")
    func tags() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.setTag("start", to: .number(1), message: "empty")
            try await registry.add("/a", target: "a")
            #expect(try await registry.tags.map(\.name) == ["start"])
            #expect(try await registry.tags[0].author == "tester")
            #expect(try await registry.snapshot(at: .tag("start")).routes.isEmpty)
            #expect(try await registry.removeTag("start") == 1)
            #expect(try await registry.tags.isEmpty)
            #expect(registry.table.revision == 2)
        }
    }

    @Test("Of many writers that saw one revision, one wins and the others get an error")
    func staleWriters() async throws {
        try await RouteRegistry.withTemporary { registry, directory in
            let path = directory.path("routes.db")
            let conflicts = try await withThrowingTaskGroup(of: String?.self) { group in
                for writer in 0..<8 {
                    group.addTask {
                        let own = try await RouteRegistry.open(
                            path, options: .testing(.writing))
                        do {
                            try await own.edit("By \(writer)", expecting: 1) { editor in
                                _ = try editor.add(
                                    RouteDraft(pattern: "/\(writer)", target: "\(writer)"))
                            }
                            return nil
                        } catch let error as RouteDBError where error.code == .revisionConflict {
                            return error.message
                        }
                    }
                }
                return try await group.reduce(into: [String]()) { $0 += $1.map { [$0] } ?? [] }
            }
            try await registry.refresh()
            #expect(conflicts.count == 7 && registry.table.revision == 2)
            let winner = try await registry.revision(.number(2))
            #expect(
                conflicts.allSatisfy {
                    $0.contains("tester made revision 2") && $0.contains("'\(winner.message)'")
                })
        }
    }
}
