import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("--limit")
struct LimitTests {
    /// 25 routes whose names are alike, with hits of each and lines that were rejected.
    private func tool() async throws -> Tool {
        let tool = try Tool()
        for number in 0..<25 {
            await tool("add", "/r\(number)/{id}", "--target", "t", "--name", "r\(number)")
            await tool("add", "/r\(number)/{other}", "--target", "u")
        }
        let lines = (0..<25).map {
            "{\"url\":\"/r\($0)/\($0)\",\"time\":\"2026-01-01T00:00:00Z\"}\nno\n"
        }
        await tool(
            "hits", "import", "-", "--log-format", "ndjson",
            input: lines.joined() + (0..<25).map { "{\"url\":\"/r1/x\($0)\"}\n" }.joined())
        return tool
    }

    @Test("0 and large numbers show everything, and 1 shows less")
    func zero() async throws {
        let tool = try await tool()
        let commands = [
            ["log"], ["hits", "rejects"], ["lint", "--fail-on", "never"], ["explain", "/zzz"],
            ["stats", "top"], ["stats", "top", "targets"], ["stats", "dead"],
            ["stats", "unmatched"], ["stats", "denied"], ["stats", "params", "r1"],
            ["stats", "latency"], ["stats", "timeline", "--bucket", "1d"],
            ["stats", "timeline", "--bucket", "1d", "--by", "route"],
            ["replay", "--base", "@1", "--table"],
        ]
        for command in commands {
            func run(_ limit: Int) async -> ToolRun {
                await tool.run(command + ["--limit", "\(limit)", "--db", tool.path])
            }
            let (all, many) = (await run(0), await run(1_000_000))
            #expect(all.output == many.output && all.status == many.status, "\(command)")
            #expect(all.diagnostics == many.diagnostics, "\(command)")
        }
        for command in [
            ["log"], ["stats", "params", "r1"], ["hits", "rejects"], ["explain", "/zzz"],
        ] {
            let one = await tool.run(command + ["--limit", "1", "--db", tool.path])
            let all = await tool.run(command + ["--limit", "0", "--db", tool.path])
            #expect(one.lines.count < all.lines.count, "\(command)")
            let none = await tool.run(command + ["--limit", "-1", "--db", tool.path])
            #expect(none.status == 64, "\(command)")
        }
    }
}
