import Foundation
import RouteDB
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Replaying what was exported")
struct ExportReplayTests {
    private let tool: Tool
    private let writer: HitsWriter

    init() async throws {
        tool = try Tool()
        await tool("add", "/user/{id}", "--target", "user", "--name", "user")
        await tool("add", "/**", "--target", "rest", "--name", "rest")
        await tool("tag", "v1")
        await tool("set", "user", "pattern=/user/{id:int}")
        await tool("acl", "deny", "rest", "--anonymous")
        await tool("acl", "deny", "user", "--principal=-")
        writer = try HitsWriter(
            path: HitHistory.path(besideRegistry: tool.path),
            stream: [UInt8](repeating: 1, count: 16), time: 0)
    }

    private static func hit(_ random: inout SeededGenerator) -> Hit {
        var url = Array(
            ["/user/1", "/user/ada", "/x,\"y\"", "", "-", "/%0a", "?q"][random.below(7)].utf8)
        for _ in 0..<(random.oneIn(3) ? random.below(4) : 0) {
            url.insert(UInt8(random.below(256)), at: random.below(url.count + 1))
        }
        let years: [Timestamp] = [253_402_300_800_000_000, -62_167_219_200_000_001, 0, -1]
        let time = random.oneIn(4) ? years[random.below(4)] : Tool.time
        var hit = Hit(
            time: time + .microseconds(random.below(3_000_000)), url: url, outcome: .matched)
        hit.weight = [1, 2, 1_000, 1 << 32][random.below(4)]
        let principals: [[UInt8]?] = [
            nil, [], Array("-".utf8), Array("ada, \"b\"".utf8), [0xFF, 0x41], Array("a\nb".utf8),
            Array("%0a".utf8), Array("é".utf8),
        ]
        hit.principal = principals[random.below(8)]
        hit.referrer = principals[random.below(8)]
        return hit
    }

    private func replay(_ arguments: String...) async -> ToolRun {
        await tool.run(["replay", "--base", "v1", "--db", tool.path] + arguments)
    }

    @Test(
        "gives the same bytes as replaying the history",
        arguments: ["ndjson", "csv"], 1...2 as ClosedRange<UInt64>)
    func identity(format: String, seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<FuzzBudget.rounds {
            for _ in 0..<2 {
                try writer.append(HitBatch((0..<700).map { _ in Self.hit(&random) }))
            }
            let file = tool.directory.path("export-\(seed)-\(round).\(format)")
            #expect(await tool("hits", "export", "-o", file).status == 0)
            let forms = [
                ["--json"], ["--ndjson"], ["--csv"], ["--table"], ["--json", "--sample", "50%"],
                ["--json", "--since", "1970-01-01", "--until", "2100-01-01"],
                ["--table", "--max-changed", "40%"],
            ]
            for form in forms {
                let kept = await tool.run(["replay", "--base", "v1", "--db", tool.path] + form)
                let exported = await tool.run(
                    ["replay", "--base", "v1", "--db", tool.path, file] + form)
                #expect(kept.status == exported.status)
                #expect(kept.output == exported.output, "\(form)")
                #expect(kept.diagnostics == exported.diagnostics, "\(form)")
                #expect(kept.status < 2)
            }
        }
    }

    @Test("a log line counts with its weight, in gates too")
    func weights() async throws {
        let file = tool.directory.path("log.ndjson")
        try """
        {"url":"/user/1","weight":99}
        {"url":"/user/ada","weight":901}

        """.write(toFile: file, atomically: true, encoding: .utf8)
        let run = await replay(file, "--json", "--fail-on", "now-unmatched,other-route")
        #expect(try run.object["hits"] == 1_000 && run.object["recorded"] == 2)
        #expect(await replay(file, "--max-changed", "901").status == 1)
    }

    @Test("digits that do not match the text beside them are ignored")
    func digits() async throws {
        let file = tool.directory.path("log.ndjson")
        try """
        {"url":"/user/7","url_bytes":24,"time":"2026-01-01T00:00:00Z","time_us":1200}
        {"url":"/user/8","url_bytes":"2f61"}

        """.write(toFile: file, atomically: true, encoding: .utf8)
        let run = await replay(file, "--ndjson")
        let objects = try run.lines.map { try ToolRun.object($0) }
        #expect(objects.map { $0["url"] } == ["/user/7", "/user/8"])
        #expect(objects.first?["time"] == "2026-01-01T00:00:00Z")
    }
}
