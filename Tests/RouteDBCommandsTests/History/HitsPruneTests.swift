import RouteDB
import RouteDBCommands
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("hits prune, hits info")
struct HitsPruneTests {
    private let tool: Tool
    private static let day: Int64 = 86_400_000_000

    init() async throws {
        tool = try Tool()
        let writer = try HitsWriter(
            path: HitHistory.path(besideRegistry: tool.path),
            stream: [UInt8](repeating: 1, count: 16), time: 0)
        // A hit each hour, up to now.
        var batch = HitBatch()
        for hour in (0..<2_400).reversed() {
            batch.append(
                Hit(
                    time: Tool.time - .microseconds(hour) * Self.day / 24,
                    url: Array("/\(hour)".utf8), outcome: .matched))
        }
        try writer.append(batch)
    }

    @Test("a dry run prints exactly what pruning would delete")
    func age() async throws {
        let dry = await tool("hits", "prune", "--older-than", "10d", "--dry-run")
        // The hit of ten days ago to the microsecond stays.
        #expect(dry.output == "would delete 2,159 hits\n")
        #expect(try await tool("hits", "info", "--json").object["hits"] == 2_400)
        let refused = await tool("hits", "prune", "--older-than", "10d")
        #expect(refused.status == 64)
        let run = await tool("hits", "prune", "--older-than", "10d", "--yes")
        #expect(run.output == "deleted 2,159 hits\n")
        let info = try await tool("hits", "info", "--json").object
        #expect(info["hits"] == 241 && info["pruned"] == 2_159)
        #expect(info["first"] == "2025-12-23T03:04:05Z")
        #expect(await tool("hits", "verify").status == 0)
        #expect(
            await tool("hits", "info").output.contains(
                "2,159 hits by older-than=2025-12-23T03:04:05Z"))
    }

    @Test("numbers and sizes can be limits too")
    func limits() async throws {
        let dry = await tool("hits", "prune", "--max-rows", "100", "--dry-run", "--json")
        #expect(try dry.object["pruned"] == 2_300)
        #expect(await tool("hits", "prune", "--max-rows", "100", "-y").status == 0)
        #expect(
            await tool("hits", "prune", "--max-rows", "100", "-y").output == "deleted 0 hits\n")
        #expect(await tool("hits", "prune", "--max-bytes", "0", "-y").status == 0)
        #expect(await tool("hits", "verify").status == 0)
        for wrong in [["--max-bytes", "x"], ["--max-rows", "-1"], ["--max-bytes", "9E"], []] {
            #expect(await tool.run(["hits", "prune"] + wrong).status == 64)
        }
    }

    @Test("a missing history is not created")
    func missing() async {
        let path = tool.directory.path("none.hits.db")
        #expect(await tool("hits", "prune", "--max-rows", "1", "--history", path).status == 2)
        #expect(await tool("hits", "info", "--history", path).status == 2)
    }
}
