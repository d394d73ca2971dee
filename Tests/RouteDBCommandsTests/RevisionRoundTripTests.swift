import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Rolling back random registries")
struct RevisionRoundTripTests {
    @Test("a rollback restores every revision, compared by digest and by text")
    func rollback() async throws {
        for seed in 0..<UInt64(FuzzBudget.tries(3, byDefault: 1)) {
            let tool = try Tool()
            let content = RandomRegistry(seed: seed)
            try await tool.edit { try content.fill($0) }
            let registry = try await RouteRegistry.open(tool.path, options: .testing(.writing))
            for step in 0..<4 {
                let snapshot = try await registry.snapshot()
                try await registry.edit { editor in
                    try Self.change(editor, snapshot, seed: seed &* 31 &+ UInt64(step))
                }
            }
            var random = SeededGenerator(seed: seed)
            for _ in 0..<4 {
                let target = Int64(1 + random.below(Int(registry.table.revision)))
                try await registry.rollBack(to: .number(target))
                var (now, then) = (
                    try await registry.snapshot(), try await registry.snapshot(at: target)
                )
                #expect(now.contentDigest == then.contentDigest, "seed \(seed), @\(target)")
                #expect(try await registry.diff(from: .number(target)).isEmpty)
                #expect(
                    try await registry.syntaxes() == registry.syntaxes(at: target), "seed \(seed)")
                (now.revision, then.revision) = (0, 0)
                for index in now.namespaces.indices { now.namespaces[index].schemes.sort() }
                for index in then.namespaces.indices { then.namespaces[index].schemes.sort() }
                #expect(now == then, "seed \(seed), @\(target)")
            }
            #expect(try await registry.check().isEmpty, "seed \(seed)")
            await registry.close()
        }
    }

    @Test("answers about revisions equal those from everything that the revisions have")
    func questions() async throws {
        for seed in 200..<200 + UInt64(FuzzBudget.tries(3, byDefault: 1)) {
            let tool = try Tool()
            let content = RandomRegistry(seed: seed)
            try await tool.edit { try content.fill($0) }
            let registry = try await RouteRegistry.open(tool.path, options: .testing(.writing))
            for step in 0..<4 {
                let snapshot = try await registry.snapshot()
                try await registry.edit { editor in
                    try Self.change(editor, snapshot, seed: seed &* 31 &+ UInt64(step))
                }
            }
            try await registry.rollBack(to: .number(4))
            var snapshots: [RegistrySnapshot] = []
            for number in 0...registry.table.revision {
                snapshots.append(try await registry.snapshot(at: number))
            }
            for old in snapshots {
                for new in snapshots {
                    let diff = try await registry.diff(
                        from: .number(old.revision), to: .number(new.revision))
                    #expect(
                        diff == RegistryDiff(from: old, to: new),
                        "seed \(seed), @\(old.revision) to @\(new.revision)")
                }
                try await checkRoutes(of: old, in: registry, seed: seed)
            }
            await registry.close()
        }
    }

    /// Expects that references find the routes that they find among all of a revision.
    private func checkRoutes(
        of snapshot: RegistrySnapshot, in registry: RouteRegistry, seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        for route in snapshot.routes where random.oneIn(3) {
            let space = snapshot.namespaceNames[route.namespace] ?? ""
            let name = route.name ?? "missing"
            let texts = [
                "#\(route.id.rawValue)", "\(route.id.rawValue)", name, "\(space):\(name)",
                "\(route.group ?? "none")/\(name)", route.patternText,
                "\(space):\(route.patternText)", "other:\(name)",
            ]
            let reference = RouteReference(random.pick(texts))
            let found = try? await registry.route(reference, at: .number(snapshot.revision))
            let expected = try? snapshot.route(reference)
            #expect(
                found?.route == expected, "seed \(seed), @\(snapshot.revision): \(reference)")
            #expect(found == nil || found?.namespace == space || found?.route != route)
        }
    }

    @Test("an export that is imported into an empty registry has the digest of its source")
    func export() async throws {
        for seed in 100..<100 + UInt64(FuzzBudget.tries(3, byDefault: 1)) {
            let tool = try Tool()
            let content = RandomRegistry(seed: seed)
            try await tool.edit { try content.fill($0) }
            let exported = await tool("export", "--format", "json")
            let copy = tool.directory.path("copy.db")
            await tool.importing(Array(exported.output.utf8), to: copy)
            let digest = await tool("digest")
            #expect(digest.status == 0 && digest.output.utf8.count == 65)
            #expect(await tool.run(["digest", "--db", copy]).output == digest.output, "\(seed)")
        }
    }

    /// Removes, changes and adds some of everything.
    private static func change(
        _ editor: RegistryEditor, _ snapshot: RegistrySnapshot, seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        // First: a rule goes with the route or namespace that it is about.
        for rule in snapshot.accessRules where random.oneIn(2) { try editor.removeRule(rule.id) }
        for route in snapshot.routes where random.oneIn(3) {
            let reference = RouteReference(route.id)
            switch random.below(4) {
            case 0: try editor.remove(reference)
            case 1: try editor.rename(reference, to: "r\(random.below(1_000))-\(route.id.rawValue)")
            case 2: try editor.setEnabled(reference, random.oneIn(2))
            default: try editor.setDefault("k", to: .int(Int64(seed)), in: .route(reference))
            }
        }
        for namespace in snapshot.namespaces where namespace.name != RouteNamespace.defaultName {
            switch random.below(4) {
            case 0:
                // The fallback of another stays.
                let isFallback = snapshot.namespaces.contains { $0.fallback == namespace.id }
                if !isFallback {
                    try editor.removeNamespace(namespace.name, removingRoutes: true)
                }
            case 1:
                try editor.updateNamespace(namespace.name) { (draft) throws(RouteDBError) in
                    draft.fallbackTarget = "t\(seed)"
                    draft.hosts = []
                }
            case 2: try editor.setConverter("c", rule: .any, in: namespace.name)
            default: break
            }
        }
        try editor.addRule(RuleDraft(.deny, in: .namespace("default"), for: .role("r\(seed)")))
        try editor.add(
            RouteDraft(pattern: "/new/\(seed)", syntax: .native, target: "new"),
            onDuplicate: .keepBoth)
    }
}
