import RouteDB
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("hits verify")
struct HitsVerifyCommandTests {
    private let fixture: HistoryFixture
    private let tool: Tool

    init() throws {
        fixture = try HistoryFixture()
        tool = try Tool()
        var generator = HitGenerator(seed: 1)
        try fixture.writer().append(HitBatch(generator.hits(HitSegment.smallestSize)))
    }

    @Test("a sound history has no findings and needs no registry")
    func whole() async {
        let run = await tool("hits", "verify", "--history", fixture.path)
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(run.diagnostics == "no damage found\n")
    }

    @Test("hits lost by a recorder are reported")
    func lost() async throws {
        let loss = HitLoss(time: Tool.time, hits: 7)
        try fixture.writer().append(HitBatch([]), losses: [loss])
        tool.environment["ROUTEDB_HISTORY"] = fixture.path
        #expect(await tool("hits", "info").lines.contains("lost      7"))
        #expect(try await tool("hits", "info", "--json").object["lost"] == 7)
        #expect(await tool("hits", "verify").status == 0)
    }

    @Test("damage is listed, with status 1")
    func damaged() async throws {
        try fixture.damage("UPDATE segment SET columns = x'00'")
        tool.environment["ROUTEDB_HISTORY"] = fixture.path
        let run = await tool("hits", "verify", "--json")
        #expect(run.status == 1)
        #expect(run.output.contains("\"part\":\"segment\",\"message\":\"segment 1, byte 0: "))
    }

    @Test("a missing history is an error with its expected path")
    func missing() async {
        let run = await tool("hits", "verify", "--json")
        #expect(run.status == 2)
        #expect(run.error?["code"] == "databaseMissing")
        #expect(run.diagnostics.contains("routes.hits.db"))
        #expect(await tool("hits", "verify", "--history", "").status == 64)
    }
}
