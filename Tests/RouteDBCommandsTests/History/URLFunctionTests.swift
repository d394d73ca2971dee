import RouteDB
import RouteDBCommands
import RouteDBHistory
import RouteDBTestSupport
import Testing

@Suite("SQL functions of URLs")
struct URLFunctionTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool(
            "add", "https://shop.example/items/{id:int}", "--target", "item", "--name", "item",
            "--group", "shop")
        await tool(
            "add", "https://shop.example/offers/summer", "--target", "summer", "--name", "summer")
        await tool(
            "add", "https://shop.example/gone", "--target", "gone", "--name", "gone", "--disabled")
    }

    private func write(_ urls: [(String, Int64?)]) throws {
        var batch = HitBatch()
        for (index, (url, route)) in urls.enumerated() {
            var hit = Hit(
                time: Tool.time + .microseconds(index), url: Array(url.utf8),
                outcome: route == nil ? .unmatched : .matched)
            (hit.namespace, hit.route) = (1, route)
            batch.append(hit)
        }
        let writer = try HitsWriter(
            path: HitHistory.path(besideRegistry: tool.path),
            stream: [UInt8](repeating: 1, count: 16), time: 0)
        try writer.append(batch)
    }

    @Test("they read the parts of URLs, and NULL has none")
    func parts() async {
        let run = await tool(
            "sql",
            """
            SELECT url_host('https://Shop.Example/a%20b?c=d+e'), url_path('https://x/a%20b?c'),
                url_query('/?c=d+e&c=f', 'c'), url_query('/?c=d%26&e'), url_query('/', 'c') IS NULL,
                url_host('/a') IS NULL, url_path(NULL) IS NULL
            """)
        #expect(run.lines == ["shop.example\t/a b\td e\t{\"c\":\"d&\",\"e\":\"\"}\t1\t1\t1"])
    }

    @Test(
        "the nearest route is that which would match, or the most similar one",
        arguments: [
            ("https://shop.example/items/7", "shop/item"),
            ("https://shop.example/items/x", "shop/item"),
            ("https://shop.example/gone", "gone"), ("https://shop.example/offers/sumer", "summer"),
            ("https://shop.example/OFFERS/7/8/9", ""), ("https://shop.example/.git/config", ""),
            ("https://shop.example/it%ems", ""), ("", ""),
        ])
    func nearest(url: String, route: String) async {
        let run = await tool(
            "sql", "SELECT ifnull(nearest_route('\(url)'), ''), nearest_route('\(url)') IS NULL")
        #expect(run.lines == ["\(route)\t\(route.isEmpty ? 1 : 0)"])
    }

    @Test("a host and path of 1,024 bytes are compared, and longer ones are not")
    func length() async {
        let text = String(repeating: "a", count: 1_022)
        await tool("add", "/\(text)a", "--target", "long", "--name", "long")
        for (url, answer) in [("/\(text)b", "long"), ("/\(text)ab", "-")] {
            let run = await tool("sql", "SELECT ifnull(nearest_route('\(url)?c=d'), '-')")
            #expect(run.lines == [answer])
        }
    }

    @Test("a route that is nearest agrees with the report on what was not found")
    func report() async throws {
        try write([("https://shop.example/offers/sumer?utm_campaign=mail", nil)])
        let report = await tool("stats", "unmatched", "--csv")
        let query = await tool("sql", "SELECT nearest_route(url) FROM hits")
        #expect(query.lines == ["summer"])
        #expect(report.output.contains(",summer,"))
    }

    @Test("a statement may call them on rows that a condition on a group selects")
    func group() async throws {
        try write([
            ("https://shop.example/items/1", 1), ("https://shop.example/items/2?a=b", 1),
            ("https://shop.example/offers/summer", 2), ("/lost", nil),
        ])
        let groups = await tool(
            "sql", "SELECT ifnull(route_group, '-'), count(*) FROM hits GROUP BY 1 ORDER BY 1")
        #expect(groups.lines == ["-\t2", "shop\t2"])
        let paths = await tool(
            "sql", "SELECT url_path(url) FROM hits WHERE route_group = 'shop' ORDER BY time")
        #expect(paths.lines == ["/items/1", "/items/2"])
        let wrong = await tool("sql", "SELECT group FROM hits")
        #expect(wrong.diagnostics.contains("`route_group`"))
    }

    @Test("an exported file has as columns what the functions give")
    func export() async throws {
        let pieces = ["https://", "shop.example", "/", "offers", "sumer", "?a=%41", "&b", "%", "#"]
        var random = SeededGenerator(seed: 3)
        try write(
            (0..<200).map { index in
                let url = (0..<random.below(9)).map { _ in random.pick(pieces) }.joined()
                return (url, index % 4 == 0 ? 1 : nil)
            })
        let path = tool.directory.path("out.sqlite")
        let run = await tool("hits", "export", "--sqlite", path)
        #expect(run.status == 0)
        let functions = await tool(
            "sql",
            """
            SELECT json_array(url_host(url), url_path(url), url_query(url), url_query(url, 'a'),
                route_group, iif(route_id IS NULL, nearest_route(url), NULL)) AS parts
            FROM hits ORDER BY time
            """, "--csv")
        let columns = try HostileFile(path: path).rows(
            """
            SELECT json_array(url_host, url_path, url_query, url_query ->> 'a', route_group,
                nearest_route)
            FROM hits ORDER BY time
            """)
        #expect(columns.count == 200)
        #expect(columns.contains { $0[0].hasSuffix("\"summer\"]") })
        let lines = functions.lines.dropFirst().map { line in
            String(line.dropFirst().dropLast()).replacing("\"\"", with: "\"")
        }
        #expect(lines == columns.map { $0[0] })
    }
}
