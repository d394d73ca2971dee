import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Exports that are applied")
struct ApplyRoundTripTests {
    private func filled(_ registry: RandomRegistry) async throws -> Tool {
        let tool = try Tool()
        try await tool.edit { try registry.fill($0) }
        return tool
    }

    /// Checks that an export changes nothing where it comes from.
    private func check(_ tool: Tool, _ seed: UInt64, _ arguments: [String]) async throws {
        let exported = await tool.run(
            ["export", "--db", tool.path] + arguments.map { $0 == "--file-format" ? "-f" : $0 })
        #expect(exported.status == 0)
        let applied = await tool.run(
            ["apply", "-", "--json", "--db", tool.path] + arguments,
            input: exported.output)
        #expect(applied.status == 0, "seed \(seed): \(applied.diagnostics)")
        #expect(try applied.object["revision"] == .null, "seed \(seed): \(applied.output)")
        #expect(try applied.object["changes"] == [], "seed \(seed)")
        let planned = await tool.run(
            ["plan", "-", "--db", tool.path] + arguments, input: exported.output)
        #expect(planned.status == 0 && planned.output.isEmpty, "seed \(seed)")
    }

    @Test("applying a document changes nothing, of the whole registry or of a part")
    func documents() async throws {
        for seed in 0..<UInt64(FuzzBudget.tries(6, byDefault: 2)) {
            let tool = try await filled(RandomRegistry(seed: seed))
            let snapshot = try await tool.snapshot()
            try await check(tool, seed, ["--file-format", "json"])
            let groups = Set(snapshot.routes.compactMap(\.group)).sorted()
            for namespace in snapshot.namespaces.map(\.name) {
                try await check(tool, seed, ["--file-format", "json", "--namespace", namespace])
            }
            for group in groups.prefix(2) {
                try await check(tool, seed, ["--file-format", "json", "--group", group])
            }
            // The document knows its selection.
            let part = await tool(
                "export", "--format", "json", "--namespace", snapshot.namespaces[1].name)
            let applied = await tool("apply", "-", "--json", input: part.output)
            #expect(try applied.object["revision"] == .null, "seed \(seed)")
        }
    }

    @Test("so it does if converters were added later with the names of types in use")
    func laterConverters() async throws {
        for seed in 0..<UInt64(FuzzBudget.tries(3, byDefault: 1)) {
            let tool = try await filled(RandomRegistry(seed: seed))
            let names = try await tool.snapshot().namespaces.map(\.name)
            try await tool.edit { editor in
                for name in names {
                    for type in ["int", "uuid", "number", "path"] {
                        try editor.setConverter(type, rule: .allow(["x"]), in: name)
                    }
                }
            }
            for format in ["json", "ndjson", "csv"] {
                try await check(tool, seed, ["--file-format", format])
            }
        }
    }

    @Test(
        "so does applying formats that contain only routes", arguments: ["ndjson", "csv", "tsv"])
    func routes(format: String) async throws {
        for seed in 0..<UInt64(FuzzBudget.tries(3, byDefault: 1)) {
            let tool = try await filled(RandomRegistry(seed: seed))
            try await check(tool, seed, ["--file-format", format])
            for namespace in try await tool.snapshot().namespaces.map(\.name) {
                try await check(tool, seed, ["--file-format", format, "--namespace", namespace])
            }
        }
    }

    @Test("a document applied to another registry makes its namespaces equal")
    func transfer() async throws {
        for seed in 0..<UInt64(FuzzBudget.tries(4, byDefault: 1)) {
            let tool = try await filled(RandomRegistry(seed: seed))
            let document = await tool("export", "--format", "json").output
            // Its namespaces would be bound to the same schemes.
            let other = try await filled(
                RandomRegistry(seed: seed + 1_000, hasNamespaces: false))
            let applied = await other(
                "apply", "-", "--allow-removals", "--allow-access-changes", input: document)
            #expect(applied.status == 0, "seed \(seed): \(applied.diagnostics)")
            let again = await other("plan", "-", input: document)
            #expect(again.status == 0, "seed \(seed): \(again.output)")
            let empty = try Tool()
            #expect(await empty("apply", "-", input: document).status == 0)
            let copy = RegistryContent(try await empty.snapshot())
            #expect(copy == RegistryContent(try await tool.snapshot()), "seed \(seed)")
        }
    }

    @Test("later changes and additions are reverted to the document")
    func restoring() async throws {
        for seed in 0..<UInt64(FuzzBudget.tries(4, byDefault: 1)) {
            let tool = try await filled(RandomRegistry(seed: seed))
            let document = await tool("export", "--format", "json").output
            let before = try await tool.snapshot()
            try await tool.edit { editor in
                for route in before.routes.prefix(20) where route.id.rawValue % 3 == 0 {
                    var draft = try editor.draft(of: RouteReference(route.id))
                    draft.target = "changed"
                    draft.priority = 7
                    try editor.replace(RouteReference(route.id), with: draft)
                }
                try editor.add(RouteDraft(pattern: "x://new/{a}", target: "new"))
                try editor.setDefault("new", to: 1, in: .namespace("default"))
                try editor.addRule(RuleDraft(.deny, in: .namespace("default"), code: "new"))
                for stored in before.cases.prefix(3) { try editor.removeCase(stored.id) }
            }
            let applied = await tool(
                "apply", "-", "--allow-removals", "--allow-access-changes", input: document)
            #expect(applied.status == 0, "seed \(seed): \(applied.diagnostics)")
            let after = try await tool.snapshot()
            #expect(after.routes == before.routes, "seed \(seed)")
            #expect(after.defaults == before.defaults, "seed \(seed)")
            #expect(after.accessRules == before.accessRules, "seed \(seed)")
            #expect(Set(after.cases.map(\.content)) == Set(before.cases.map(\.content)))
        }
    }
}
