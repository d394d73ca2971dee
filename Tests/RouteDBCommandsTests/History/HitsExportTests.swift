import RouteDB
import RouteDBCommands
import RouteDBHistory
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import RouteDBTraffic
import Testing

@Suite("hits export")
struct HitsExportTests {
    private let tool: Tool
    private let writer: HitsWriter

    init() async throws {
        tool = try Tool()
        await tool("add", "/user/{id}", "--target", "user.profile", "--name", "user")
        writer = try HitsWriter(
            path: HitHistory.path(besideRegistry: tool.path),
            stream: [UInt8](repeating: 1, count: 16), time: 0)
    }

    private func write(_ urls: [[UInt8]]) throws {
        var batch = HitBatch()
        for (index, url) in urls.enumerated() {
            var hit = Hit(
                time: Tool.time + .microseconds(index * 1_000_001), url: url, outcome: .matched)
            (hit.namespace, hit.route, hit.status) = (1, 1, 200)
            hit.durationMicroseconds = 7
            hit.parameters = Array("{\"id\":\(index)}".utf8)
            batch.append(hit)
        }
        try writer.append(batch)
    }

    @Test("NDJSON has a line for each hit, names and parameters resolved")
    func ndjson() async throws {
        try write([Array("/user/0".utf8)])
        #expect(
            await tool("hits", "export").output == """
                {"time":"2026-01-02T03:04:05Z","url":"/user/0","outcome":"matched",\
                "namespace":"default","route":"user","target":"user.profile","namespaceId":1,\
                "routeId":1,"revision":0,"durationUs":7,"status":200,"weight":1,\
                "principal":null,"parameters":{"id":0},"referrer":null,"kind":null,\
                "attributes":{},"userAgent":null,"bot":null,"platform":null,\
                "source":0,"stream":1,"sequence":1}

                """)
    }

    @Test("bytes that are not UTF-8 are kept in both formats", arguments: ["ndjson", "csv"])
    func bytes(format: String) async throws {
        try write([[0x2F, 0xFF, 0x41], Array("/a\nb".utf8), Array("/é".utf8)])
        let output = await tool("hits", "export", "--format", format).output
        for text in ["/%ffA", "2fff41", "/a%0ab", "2f610a62", "/é"] {
            #expect(output.contains(text), "\(text)")
        }
        #expect(!output.contains("2fc3a9"))
    }

    @Test("an export can be imported as a log", arguments: ["ndjson", "csv"])
    func roundTrip(format: String) async throws {
        var random = SeededGenerator(seed: 1)
        var urls = (0..<300).map { _ in
            Array("/".utf8) + (0..<random.below(30)).map { _ in UInt8(random.below(256)) }
        }
        urls += [Array("/a,\"b\"".utf8), Array("/user/1?x=%20".utf8)]
        try write(urls)
        let lines = await tool("hits", "export", "--format", format).lines.map { Array($0.utf8) }
        #expect(LogFormat.detect(lines)?.format.name == format)
        var parser = LogLineParser(try #require(LogFormat(name: format, lines: lines)))
        var (times, kept): ([Int64?], [[UInt8]]) = ([], [])
        for line in lines.suffix(urls.count) {
            guard case .record(let record) = parser.parse(line.span.bytes) else {
                Issue.record("\(String(decoding: line, as: UTF8.self))")
                continue
            }
            times.append(record.time)
            kept.append(parser.bytes(of: record.url, in: line.span.bytes))
            #expect(record.duration == 7 && record.status == 200)
        }
        #expect(
            times
                == urls.indices.map {
                    (Tool.time + .microseconds($0 * 1_000_001)).microseconds
                })
        for (url, kept) in zip(urls, kept) where url.allSatisfy({ 0x20..<0x7F ~= $0 }) {
            #expect(kept == url)
        }
    }

    @Test("options select hits")
    func selection() async throws {
        try write((0..<5).map { Array("/user/\($0)".utf8) })
        func count(_ arguments: String...) async -> Int {
            await tool.run(["hits", "export", "--db", tool.path] + arguments).lines.count
        }
        #expect(await count() == 5)
        #expect(await count("--since", "2026-01-02T03:04:07Z") == 3)
        #expect(await count("--until", "2026-01-02T03:04:07Z") == 2)
        #expect(await count("--route", "user", "--namespace", "default") == 5)
        #expect(await count("--route", "#1", "--outcome", "matched") == 5)
        #expect(await count("--route", "/user/{id}") == 5)
        #expect(await count("--route", "#2") == 0)
        #expect(await count("--outcome", "denied", "--outcome", "unmatched") == 0)
        let unknown = await tool("hits", "export", "--route", "uesr", "--json")
        #expect(unknown.error?["code"] == "routeNotFound")
        #expect(await tool("hits", "export", "--namespace", "x").status == 2)
    }

    @Test("an SQLite export has the columns of 'hits' and overwrites no file unasked")
    func table() async throws {
        try write([[0x2F, 0xFF], Array("/user/1".utf8)])
        let path = tool.directory.path("out.sqlite")
        #expect(await tool("hits", "export", "--sqlite", path).status == 0)
        let row = try OrdinaryTable(path: path).row(
            "SELECT count(*), hex(min(url)), max(route), max(at), sum(duration) FROM hits")
        #expect(
            row == [
                .integer(2), .text(Array("2F757365722F31".utf8)), .text(Array("user".utf8)),
                .text(Array("2026-01-02T03:04:06Z".utf8)), .integer(14),
            ])
        let again = await tool("hits", "export", "--sqlite", path, "--json")
        #expect(again.error?["code"] == "fileExists")
        #expect(await tool("hits", "export", "--sqlite", path, "--force").status == 0)
        #expect(await tool("hits", "export", "-o", path).status == 2)
        #expect(await tool("hits", "export", "--sqlite", "/nowhere/x.db").status == 2)
        #expect(await tool("hits", "export", "--sqlite", path, "-o", "x").status == 64)
    }

    @Test("a SQLite file has the live routes, indexes, and views that agree with the history's")
    func analysis() async throws {
        try write((0..<40).map { Array("https://Example.com:81/user/\($0)?next=http://x".utf8) })
        var batch = HitBatch()
        for url in ["myapp://promo/1", "/user?next=http://x/", "https://u:p@[::1]:8#a@b", ""] {
            batch.append(
                Hit(time: Tool.time + .seconds(90_000), url: Array(url.utf8), outcome: .unmatched))
        }
        try writer.append(batch)
        await tool("add", "/gone", "--target", "gone")
        await tool("remove", "/gone", "--yes")
        await tool("add", "/dead", "--target", "dead")
        let path = tool.directory.path("out.sqlite")
        #expect(await tool("hits", "export", "--sqlite", path).status == 0)
        let file = try HostileFile(path: path)
        try file.execute("PRAGMA trusted_schema = OFF")
        let routes = "SELECT * FROM live_route ORDER BY route_id"
        #expect(try file.rows(routes) == HostileFile(path: tool.path).rows(routes))
        let columns = "SELECT name FROM pragma_table_info('live_route')"
        #expect(try file.rows(columns) == HostileFile(path: tool.path).rows(columns))
        #expect(
            try file.rows(
                """
                SELECT r.route FROM live_route AS r LEFT JOIN hits AS h USING (route_id)
                GROUP BY r.route_id HAVING count(h.time) = 0
                """) == [["/dead"]])
        let history = try HostileFile(path: HitHistory.path(besideRegistry: tool.path))
        for name in ["hits_by_hour", "hits_by_day"] {
            let names = try history.rows("SELECT name FROM pragma_table_info('\(name)')").joined()
            let sums = "SELECT \(names.joined(separator: ", ")) FROM \(name) ORDER BY 1, 2, 3, 4"
            #expect(try file.rows(sums) == history.rows(sums))
            #expect(try file.rows(sums).count == 2)
            #expect(
                try file.rows("SELECT DISTINCT route FROM \(name) WHERE route_id = 1")
                    == [["user"]])
        }
        let hosts = "SELECT host, sum(hits) FROM hits_by_host GROUP BY 1 ORDER BY 1"
        #expect(
            try file.rows(hosts) == [
                ["", "2"], ["[::1]", "1"], ["example.com", "40"], ["promo", "1"],
            ])
        #expect(
            try file.rows("SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY 1")
                == [["hits_at"], ["hits_route"]])
        #expect(
            try file.rows("SELECT name FROM sqlite_master WHERE name LIKE '%rule%'").isEmpty)
    }

    @Test("a history without a registry is exported without routes")
    func withoutRegistry() async throws {
        try write([Array("/user/1".utf8)])
        let other = try Tool()
        let path = other.directory.path("out.sqlite")
        let history = HitHistory.path(besideRegistry: tool.path)
        let run = await other.run(["hits", "export", "--sqlite", path, "--history", history])
        #expect(run.status == 0)
        let file = try HostileFile(path: path)
        #expect(try file.rows("SELECT * FROM live_route").isEmpty)
        #expect(
            try file.rows("SELECT day, route_id, hits FROM hits_by_day") == [
                ["2026-01-02", "1", "1"]
            ])
    }

    @Test("a damaged history leaves no partial file")
    func damage() async throws {
        try write((0..<2_000).map { Array("/user/\($0)".utf8) })
        let out = tool.directory.path("out.csv")
        try HistoryDamage.cutFirstSegment(HitHistory.path(besideRegistry: tool.path))
        #expect(await tool("hits", "export", "-o", out).status == 2)
        #expect(await tool("hits", "export", "--sqlite", out).status == 2)
        #expect(throws: (any Error).self) { try OrdinaryTable(path: out) }
    }
}
