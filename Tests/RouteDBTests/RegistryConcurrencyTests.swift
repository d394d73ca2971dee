import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Many threads")
struct RegistryConcurrencyTests {
    @Test("Readers see complete revisions while an editor runs")
    func readersAndEditor() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.edit { editor in
                _ = try editor.add(RouteDraft(pattern: "/a", target: "0"))
                _ = try editor.add(RouteDraft(pattern: "/b", target: "0"))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        var newest: Int64 = 0
                        while newest < 52 {
                            // One table answers both: an edit changes both or neither.
                            let table = registry.table
                            #expect(table.resolve("/a").target == table.resolve("/b").target)
                            #expect(table.revision >= newest)
                            newest = table.revision
                            await Task.yield()
                        }
                    }
                    group.addTask {
                        var reader = registry.makeReader()
                        var match = RouteMatch()
                        var revision: Int64 = 0
                        while revision < 52 {
                            guard case .matched = reader.match("/a", into: &match) else {
                                Issue.record("a route that is always there was not found")
                                return
                            }
                            revision = reader.table.revision
                            await Task.yield()
                        }
                    }
                }
                group.addTask {
                    for step in 1...50 {
                        try await registry.edit { editor in
                            for pattern in ["/a", "/b"] {
                                _ = try editor.add(
                                    RouteDraft(pattern: pattern, target: "\(step)"),
                                    onDuplicate: .replace)
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(registry.resolve("/a").target == "50")
        }
    }

    @Test("Two registries on one file lose no edits")
    func twoWriters() async throws {
        try await RouteRegistry.withTemporary { first, directory in
            let second = try await RouteRegistry.open(
                directory.path("routes.db"), options: .testing(.writing))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (name, registry) in [("x", first), ("y", second)] {
                    group.addTask {
                        for number in 0..<40 {
                            try await registry.add("/\(name)/\(number)", target: "\(name)\(number)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await first.refresh()
            #expect(first.table.revision == 81)
            #expect(try await first.snapshot().routes.count == 80)
            for number in 0..<40 { #expect(first.resolve("/y/\(number)").target == "y\(number)") }
        }
    }
}
