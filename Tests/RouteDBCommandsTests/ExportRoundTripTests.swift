import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Exports that are imported")
struct ExportRoundTripTests {
    @Test("an export imports as equal content, and changes nothing in its own registry")
    func documents() async throws {
        for seed in 0..<UInt64(FuzzBudget.tries(4, byDefault: 1)) {
            try await check(RandomRegistry(seed: seed), format: "json")
        }
    }

    @Test("so do the formats that contain only routes", arguments: ["ndjson", "csv", "tsv"])
    func routes(format: String) async throws {
        for seed in 0..<UInt64(FuzzBudget.tries(2, byDefault: 1)) {
            try await check(RandomRegistry(seed: seed, hasNamespaces: false), format: format)
        }
    }

    private func check(_ registry: RandomRegistry, format: String) async throws {
        let tool = try Tool()
        try await tool.edit { try registry.fill($0) }
        let before = try await tool.snapshot()
        let exported = await tool("export", "--format", format)
        #expect(exported.status == 0)
        let bytes = Array(exported.output.utf8)

        let again = await tool.importing(bytes, "--file-format", format, "--json")
        #expect(again.status == 0, "seed \(registry.seed): \(again.diagnostics)")
        #expect(try again.object["revision"] == .null, "seed \(registry.seed)")

        let copy = tool.directory.path("copy.db")
        let copied = await tool.importing(bytes, to: copy, pieceBytes: 13)
        #expect(copied.status == 0, "seed \(registry.seed): \(copied.diagnostics)")
        let after = try await tool.snapshot(at: copy)
        #expect(RegistryContent(after) == RegistryContent(before), "seed \(registry.seed)")

        let exportedAgain = await tool.run(["export", "--format", format, "--db", copy])
        #expect(exportedAgain.output == exported.output, "seed \(registry.seed)")
    }
}
