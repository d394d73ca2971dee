import Foundation
import RouteDBTestSupport
import Testing

@testable import RouteDBCommands

/// The question that analysts ask about a campaign: which of its links found nothing, when, and where
/// they should have led.
@Suite("Hits by several properties")
struct CrossStatsTests {
    private static let pages = [
        "/offers/summer", "/offers/sumer", "/ofers/summer", "/x/y/z", "/.env",
    ]
    private static let campaigns = ["", "?utm_campaign=mail", "?utm_campaign=s%C3%BC%C3%9F&a=1"]

    /// A registry with a month of traffic, whose truth is the generator's.
    private func scene(_ tool: Tool) async throws {
        await tool("add", "/offers/summer", "--target", "s", "--name", "summer")
        var random = SeededGenerator(seed: 11)
        let lines = (0..<400).map { index in
            let day = 10 + index / 20
            let url = random.pick(Self.pages) + random.pick(Self.campaigns)
            return
                "192.0.2.1 - - [\(day)/Jan/2026:10:\(10 + index % 20):00 +0000] \"GET \(url) HTTP/1.1\""
                + " 404 1 \"-\" \"-\""
        }
        let path = tool.directory.path("access.log")
        try Data((lines.joined(separator: "\n") + "\n").utf8)
            .write(to: URL(fileURLWithPath: path))
        let run = await tool("hits", "import", path)
        #expect(run.status == 0)
    }

    @Test("the command and one statement of SQL count the same by campaign, day and nearest route")
    func campaigns() async throws {
        let tool = try Tool()
        try await scene(tool)
        let counted = await tool(
            "stats", "top", "--by", "query:utm_campaign,day,nearest", "--where",
            "outcome=unmatched", "-f", "tsv")
        let asked = await tool(
            "sql",
            """
            SELECT ifnull(url_query(url, 'utm_campaign'), '(none)'), substr(at, 1, 10),
                ifnull(nearest_route(url), '(none)'), sum(weight)
            FROM hits WHERE outcome = 'unmatched' GROUP BY 1, 2, 3
            """, "-f", "tsv")
        let rows = counted.lines.map { line in
            line.split(separator: "\t").prefix(4).joined(separator: "\t")
        }
        #expect(rows.count > 100 && rows.contains { $0.hasPrefix("süß\t2026-01-1") })
        #expect(rows.contains { $0.contains("\tsummer\t") })
        #expect(Set(rows) == Set(asked.lines))
        #expect(rows.count == asked.lines.count)
    }

    @Test("exact URLs are counted as SQL counts them")
    func urls() async throws {
        let tool = try Tool()
        try await scene(tool)
        let counted = await tool(
            "stats", "top", "--by", "urls,nearest", "--where", "outcome=unmatched", "-f", "tsv")
        let asked = await tool(
            "sql",
            """
            SELECT url, ifnull(nearest_route(url), '(none)'), sum(weight)
            FROM hits WHERE outcome = 'unmatched' GROUP BY 1, 2
            """, "-f", "tsv")
        let rows = counted.lines.map { line in
            line.split(separator: "\t").prefix(3).joined(separator: "\t")
        }
        #expect(rows.count > 10 && Set(rows) == Set(asked.lines))
        let alone = await tool("stats", "top", "urls", "--where", "url=/ofers/summer", "-f", "tsv")
        #expect(alone.lines.count == 1 && alone.lines[0].hasPrefix("/ofers/summer\t"))
    }

    @Test("hosts are counted as SQL counts them")
    func hosts() async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "a")
        let urls = [
            "https://shop.example/a", "https://SHOP.example:8443/b?c", "app://cart/1", "/a",
            "//x%2Ey/a",
            "https://m%C3%BCnchen.example/", "https:///a", "mailto:ada@example.com",
        ]
        await tool(
            "hits", "import", "-", "--log-format", "urls",
            input: urls.joined(separator: "\n") + "\n")
        let counted = await tool("stats", "top", "--by", "hosts,outcome", "-f", "tsv")
        let asked = await tool(
            "sql",
            """
            SELECT ifnull(url_host(url), '(none)'), outcome, sum(weight) FROM hits GROUP BY 1, 2
            """, "-f", "tsv")
        let rows = counted.lines.map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).prefix(3)
                .joined(separator: "\t")
        }
        #expect(rows.count > 4 && Set(rows) == Set(asked.lines))
        let shop = await tool("stats", "top", "urls", "--where", "host=shop.example", "-f", "tsv")
        #expect(shop.lines.count == 2)
    }

    @Test("hits are selected by what their routes are now, and unmatched ones by the nearest route")
    func routeConditions() async throws {
        let tool = try Tool()
        try await scene(tool)
        await tool("add", "/rare", "--target", "r", "--label", "owner=growth")
        await tool("set", "summer", "labels.owner=growth")
        // Shares are those of the hits that are selected.
        func counts(_ condition: String) async -> [String] {
            let words = condition.isEmpty ? [] : ["--where", condition]
            let run = await tool.run(
                ["stats", "top"] + words + ["-f", "tsv", "--db", tool.path])
            #expect(run.status == 0, "\(run.diagnostics)")
            return run.lines.map { $0.split(separator: "\t").prefix(4).joined(separator: " ") }
        }
        let all = await counts("")
        #expect(all.count == 1)
        for condition in [
            "label:owner=growth", "route=summer", "target=s", "group=", "namespace=default",
        ] {
            #expect(await counts(condition) == all, "\(condition)")
        }
        let mistyped = await tool("stats", "top", "--by", "label:ownr")
        #expect(mistyped.diagnostics.contains("has the label 'ownr'. Did you mean 'owner'?"))
        for condition in ["label:owner=", "route=/rare", "target=r", "group=shop"] {
            #expect(await counts(condition).isEmpty, "\(condition)")
        }
        let near = await tool("stats", "unmatched", "--where", "label:owner=growth", "-f", "tsv")
        let nearRoute = await tool("stats", "unmatched", "--route", "summer", "-f", "tsv")
        #expect(!near.lines.isEmpty && near.lines == nearRoute.lines)
        let dead = await tool("stats", "dead", "--where", "label:owner=growth", "-f", "tsv")
        #expect(dead.lines.count == 1 && dead.lines[0].contains("/rare"))
        let missing = await tool("stats", "top", "--where", "route=sumer")
        #expect(missing.status == 2 && missing.diagnostics.contains("Did you mean 'summer'?"))
    }

    @Test("hits are selected by their outcome, on every report")
    func outcomes() async throws {
        let tool = try Tool()
        try await scene(tool)
        let json = await tool("stats", "top", "--where", "outcome=matched", "--json")
        let all = await tool("stats", "top", "--json")
        #expect(json.status == 0 && all.status == 0 && json.output != all.output)
        let wrong = await tool("stats", "top", "--where", "outcome=machted")
        #expect(wrong.status == 64 && wrong.diagnostics.contains("Did you mean 'matched'?"))
        let twice = await tool("stats", "top", "--by", "day,day")
        #expect(twice.status == 64 && twice.diagnostics.contains("twice"))
    }
}
