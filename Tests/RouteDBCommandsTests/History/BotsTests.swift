import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Bots, platforms and labels of routes in the history")
struct BotsTests {
    private let tool: Tool

    private static let agents = [
        ("/a/1", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/605.1"),
        ("/a/2", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"),
        ("/b/1", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0"), ("/b/2", "-"),
    ]

    /// A log of two people, a bot and a client that does not say what it is.
    private static let log = agents.enumerated().map { index, hit in
        "10.0.0.1 - - [02/Jan/2026:03:04:0\(index) +0000] \"GET \(hit.0) HTTP/1.1\" 200 5 \"-\""
            + " \"\(hit.1)\"\n"
    }.joined()

    init() async throws {
        tool = try Tool()
        await tool("add", "/a/{id}", "--target", "a", "--name", "x", "--group", "g1")
        await tool("add", "/b/{id}", "--target", "b", "--name", "x", "--group", "g2")
    }

    private func importLog(_ more: String...) async {
        let words = ["hits", "import", "-", "--log-format", "combined", "--db", tool.path]
        let run = await tool.run(words + more, input: Self.log)
        #expect(run.status == 0, "\(run.diagnostics)")
    }

    private func sql(_ query: String) async -> [String] {
        await tool("sql", query, "-f", "tsv").lines
    }

    @Test func `an import keeps the user agent, whether it is a bot, and the platform`() async {
        await importLog()
        let rows = await sql("SELECT url, bot, platform FROM hits ORDER BY url")
        #expect(rows == ["/a/1\t0\tios", "/a/2\t1\tother", "/b/1\t0\twindows", "/b/2\t\t"])
        #expect(await sql("SELECT user_agent FROM hits WHERE bot") == [Self.agents[1].1])
        #expect(await sql("SELECT url FROM hits WHERE platform = 'windows'") == ["/b/1"])
    }

    @Test func `privacy rules keep only what the user agent tells, or nothing`() async throws {
        await importLog("--privacy", "@agent=kind")
        let known = await sql("SELECT count(user_agent), sum(bot), count(platform) FROM hits")
        #expect(known == ["0\t1\t3"])
        let other = try Tool()
        await other("init")
        _ = await other.run(
            [
                "hits", "import", "-", "--log-format", "combined", "--privacy", "@agent=drop",
                "--db",
                other.path,
            ], input: Self.log)
        let rows = await other("sql", "SELECT count(user_agent), count(bot) FROM hits", "-f", "tsv")
        #expect(rows.lines == ["0\t0"])
        #expect(await tool("hits", "import", "-", "--privacy", "@agent=hash").status != 0)
    }

    @Test(
        "reports, exports, replays and recorded tests leave bots out, or take only these",
        arguments: [("include", 4), ("exclude", 3), ("only", 1)])
    func choices(choice: String, count: Int) async throws {
        await importLog()
        await tool("tag", "v1")
        await tool("set", "g1/x", "pattern=/a/{id:int}/more")
        let top = await tool("stats", "top", "--bots", choice, "--json")
        #expect(
            try top.object["total"]
                == .object(["hits": .int(Int64(count)), "weight": .int(Int64(count))]))
        #expect(await tool("hits", "export", "--bots", choice).lines.count == count)
        let replay = await tool("replay", "--base", "v1", "--bots", choice, "--json")
        #expect(try replay.object["hits"] == .int(Int64(count)), "\(replay.output)")
        let log = await tool.run(
            ["replay", "-", "--base", "v1", "--bots", choice, "--json", "--db", tool.path],
            input: Self.log)
        #expect(try log.object["hits"] == .int(Int64(count)), "\(log.diagnostics)")
        let cases = await tool("test", "--record", "--bots", choice)
        #expect(cases.lines.count <= count && !cases.lines.isEmpty)
        #expect(await tool("report", "--bots", choice).output.contains("<html"))
    }

    @Test(arguments: ["ndjson", "csv"])
    func `an export brings the user agents and clients back`(format: String) async throws {
        await importLog("--privacy", "@agent=kind")
        let file = tool.directory.path("hits.\(format)")
        #expect(await tool("hits", "export", "-o", file).status == 0)
        let other = try Tool()
        await other("init")
        #expect(await other("hits", "import", file).status == 0)
        let query = "SELECT url, user_agent, bot, platform FROM hits ORDER BY url"
        #expect(await other("sql", query, "-f", "tsv").lines == sql(query))
    }

    @Test func `routes of two groups with one name are two in SQL, exports and reports`()
        async throws
    {
        await importLog()
        let rows = await sql("SELECT route, count(*) FROM hits GROUP BY 1 ORDER BY 1")
        #expect(rows == ["g1/x\t2", "g2/x\t2"])
        #expect(await sql("SELECT route FROM live_route ORDER BY route_id") == ["g1/x", "g2/x"])
        #expect(await sql("SELECT count(*) FROM hits WHERE route = 'g2/x'") == ["2"])
        #expect(await tool("hits", "export", "--route", "g1/x").lines.count == 2)
        let ambiguous = await tool("hits", "export", "--route", "x", "--json")
        #expect(ambiguous.error?["code"] == "nameAmbiguous")
        let top = await tool("stats", "top", "-f", "tsv").output
        #expect(top.contains("g1/x") && top.contains("g2/x"))
        await tool("namespace", "add", "web")
        await tool("set", "g2/x", "namespace=web")
        #expect(await sql("SELECT DISTINCT route FROM hits ORDER BY 1") == ["g1/x", "web:g2/x"])
        #expect(await tool("hits", "export", "--route", "web:g2/x").lines.count == 2)
    }
}
