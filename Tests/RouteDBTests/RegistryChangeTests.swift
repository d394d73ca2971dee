import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Following changes")
struct RegistryChangeTests {
    @Test("An edit is visible to this process when it returns")
    func ownEdit() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            #expect(registry.resolve("/user/1").outcome == .unmatched)
            let edit = try await registry.add("/user/{id:int}", target: "user")
            #expect(edit.revision == 2)
            let resolution = registry.resolve("/user/1")
            #expect(resolution.revision == 2)
            #expect(resolution["id"] == 1)
        }
    }

    @Test("Another connection's commit is visible after a refresh")
    func othersEdit() async throws {
        try await RouteRegistry.withTemporary { registry, directory in
            let other = try await RouteRegistry.open(
                directory.path("routes.db"), options: .testing(.writing))
            try await other.add("/a", target: "first")
            #expect(registry.resolve("/a").outcome == .unmatched)
            try await registry.refresh()
            #expect(registry.resolve("/a").target == "first")
            try await other.edit { editor in _ = try editor.remove("/a") }
            try await registry.refresh()
            #expect(registry.resolve("/a").outcome == .unmatched)
        }
    }

    @Test("Another connection's commit is seen by polling, without being asked for")
    func polling() async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let path = directory.path("routes.db")
        let writer = try await RouteRegistry.open(path, options: .testing(.creating))
        var options = RegistryOptions.testing(.reading)
        options.refreshInterval = .milliseconds(1)
        let follower = try await RouteRegistry.open(path, options: options)
        try await writer.add("/a", target: "a")
        // Waits for the event, however long it takes; only its absence would hang.
        while follower.resolve("/a").outcome != .matched { await Task.yield() }
        #expect(follower.table.revision == 2)
    }

    @Test("An unreadable change leaves the last good table, and the health has the reason")
    func lastGoodTable() async throws {
        try await RouteRegistry.withTemporary { registry, directory in
            try await registry.add("/a", target: "a")
            // A commit of somebody who has broken the rules: a pattern that is none.
            try SQLiteFile.execute(
                "INSERT INTO revision SELECT number + 1, created_at, author, message, source, digest"
                    + " FROM revision ORDER BY number DESC LIMIT 1;"
                    + " UPDATE route SET pattern = '/{', made_by = 3",
                path: directory.path("routes.db"))
            await #expect(throws: RouteDBError.self) { try await registry.refresh() }
            #expect(registry.resolve("/a").target == "a")
            #expect(registry.health.refreshError?.code == .corrupt)
            try SQLiteFile.execute(
                "UPDATE route SET pattern = '/b'", path: directory.path("routes.db"))
            try await registry.refresh()
            #expect(registry.resolve("/b").target == "a")
            #expect(registry.health.refreshError == nil)
        }
    }

    @Test("An edit that throws changes nothing, and neither does a dry run")
    func rollback() async throws {
        struct Refused: Error {}
        try await RouteRegistry.withTemporary { registry, _ in
            await #expect(throws: Refused.self) {
                try await registry.edit { editor in
                    _ = try editor.add(RouteDraft(pattern: "/a", target: "a"))
                    throw Refused()
                }
            }
            let dry = try await registry.edit(dryRun: true) { editor in
                try editor.add(RouteDraft(pattern: "/a", target: "a"))
            }
            #expect(dry.revision == 2)
            #expect(registry.resolve("/a").outcome == .unmatched)
            #expect(try await registry.revisions().count == 1)
        }
    }

    @Test("An edit from an outdated revision is refused")
    func expectedRevision() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.add("/a", target: "a")
            let error = await #expect(throws: RouteDBError.self) {
                try await registry.edit(expecting: 1) { editor in
                    _ = try editor.add(RouteDraft(pattern: "/b", target: "b"))
                }
            }
            #expect(error?.code == .revisionConflict)
            #expect(registry.table.revision == 2)
        }
    }

    @Test("A past revision can be read and resolved against")
    func pastRevision() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.add("/a", target: "old")
            try await registry.edit { editor in
                _ = try editor.replace("/a", with: RouteDraft(pattern: "/a", target: "new"))
            }
            let past = RoutingTable(try await registry.snapshot(at: 2))
            #expect(past.resolve("/a").target == "old")
            #expect(registry.resolve("/a").target == "new")
        }
    }

    @Test("A table updated by random edits equals one compiled from scratch")
    func incrementalEqualsFresh() async throws {
        try await RouteRegistry.withTemporary { registry, _ in
            var random = SeededGenerator(seed: 7)
            let urls = ["/a/1", "/a/b", "/b/2", "x://h/a", "x://h/b/3", "/c"]
            let patterns = ["/a/{n:int}", "/a/{s}", "/b/**", "x://h/{s}", "x://h/b/{n:int}", "/c"]
            for step in 0..<200 {
                let pattern = patterns[Int.random(in: 0..<patterns.count, using: &random)]
                let choice = Int.random(in: 0..<4, using: &random)
                let priority = Int32.random(in: -1...1, using: &random)
                _ = try await registry.edit { editor in
                    let draft = RouteDraft(
                        pattern: pattern, target: "t\(step)", priority: priority,
                        defaults: choice == 0 ? ["step": .int(Int64(step))] : [:])
                    switch choice {
                    case 0, 1:
                        _ = try editor.add(draft, onDuplicate: .replace)
                        _ = try editor.add(Self.task(like: draft), onDuplicate: .replace)
                    case 2: _ = try? editor.remove(RouteReference(pattern))
                    default: _ = try? editor.setEnabled(RouteReference(pattern), step % 2 == 0)
                    }
                }
                let fresh = RoutingTable(try await registry.snapshot())
                for url in urls {
                    let expected = fresh.resolve(url)
                    let answer = registry.resolve(url)
                    #expect(answer.route == expected.route, "step \(step), \(url)")
                    #expect(answer.values == expected.values, "step \(step), \(url)")
                }
                let request = ResolutionRequest(named: "task")
                #expect(
                    registry.resolve(request).route == fresh.resolve(request).route,
                    "step \(step)")
            }
        }
    }

    /// A task with the facts of a route.
    private static func task(like draft: RouteDraft) -> RouteDraft {
        var task = draft
        task.pattern = nil
        task.name = "task"
        task.requirements = [RouteRequirement(draft.target, .int)]
        return task
    }
}
