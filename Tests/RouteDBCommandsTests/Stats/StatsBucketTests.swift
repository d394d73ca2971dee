import RouteDB
import RouteDBCommands
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("stats by bucket, route and preceding window")
struct StatsBucketTests {
    private let tool: Tool

    /// A day of hits, each ten minutes, before the clock's time, which is 2026-01-02T03:04:05Z;
    /// 'user' was hit until twelve hours ago, 'shop' since.
    init() async throws {
        tool = try Tool()
        await tool("init")
        await tool("add", "myapp://user/{id:int}", "--target", "user.profile", "--name", "user")
        await tool("add", "myapp://shop/{id:int}", "--target", "shop.page", "--name", "shop")
        let writer = try HitsWriter(
            path: tool.directory.path("routes.hits.db"), stream: [UInt8](repeating: 1, count: 16),
            time: 0)
        var batch = HitBatch()
        for index in 0..<144 {
            let name = index < 72 ? "shop" : "user"
            let isMatched = index % 4 != 0
            var hit = Hit(
                time: Tool.time - .seconds(index * 600),
                url: Array("myapp://\(name)/\(isMatched ? "\(index % 3)" : "x")".utf8),
                outcome: isMatched ? (index % 5 == 0 ? .denied : .matched) : .unmatched)
            hit.namespace = 1
            hit.route = isMatched ? (index < 72 ? 2 : 1) : nil
            hit.durationMicroseconds = Int64(100 + index)
            hit.parameters = isMatched ? Array("{\"id\":\(index % 3)}".utf8) : nil
            batch.append(hit)
        }
        try writer.append(batch)
    }

    @Test("every report is made once for each bucket, in every format")
    func forms() async throws {
        let reports = [
            ["top"], ["top", "targets"], ["unmatched"], ["dead"], ["params", "user"],
            ["latency", "--by", "route"], ["denied"],
        ]
        for report in reports {
            let status: Int32 = report[0] == "dead" ? 1 : 0
            for form in ["--json", "--csv", "--ndjson", "--table"] {
                let run = await tool.run(
                    ["stats"] + report + ["--bucket", "1d", form, "--db", tool.path])
                #expect(run.status == status, "\(report) \(form): \(run.diagnostics)")
                #expect(!run.output.isEmpty, "\(report) \(form)")
                if form == "--json" {
                    guard case .array(let buckets)? = try run.object["buckets"] else {
                        Issue.record("no buckets: \(run.output)")
                        continue
                    }
                    #expect(buckets.count == 2)
                }
            }
        }
    }

    @Test("the counts of the buckets are those of the window, the latest bucket last")
    func sums() async throws {
        let rows = await tool("stats", "top", "--bucket", "1d", "--tz", "+02:00").lines.map {
            $0.split(separator: "\t").map(String.init)
        }
        #expect(Set(rows.map { $0[0] }) == ["2026-01-01", "2026-01-02"])
        #expect(rows.map { $0[0] } == rows.map { $0[0] }.sorted())
        let counts: [Int] = rows.compactMap { $0.count > 4 ? Int($0[4]) : nil }
        #expect(counts.reduce(0, +) == 108)
        let whole = try await tool("stats", "top", "--bucket", "1h", "--json").object
        #expect(whole["bucket"] == "1h")
        #expect(whole["total"] == ["hits": 144, "weight": 144])
    }

    @Test("a bucket ends where the window does")
    func edges() async throws {
        let run = await tool(
            "stats", "top", "--since", "90m", "--until", "30m", "--bucket", "1h", "--json")
        guard case .array(let buckets)? = try run.object["buckets"],
            case .object(let first)? = buckets.first, case .object(let last)? = buckets.last
        else {
            Issue.record("no buckets: \(run.output)")
            return
        }
        #expect(first["bucket"] == "2026-01-02T01:00:00Z")
        #expect(
            first["window"] == [
                "since": "2026-01-02T01:34:05Z", "until": "2026-01-02T02:00:00Z",
            ])
        #expect(
            last["window"] == ["since": "2026-01-02T02:00:00Z", "until": "2026-01-02T02:34:05Z"])
    }

    @Test("more than a thousand buckets are too many")
    func bound() async {
        let run = await tool("stats", "top", "--since", "30d", "--bucket", "15m", "--json")
        #expect(run.status == 2 && run.error?["code"] == "invalidValue")
        #expect(run.diagnostics.contains("more than 1000 buckets"))
        // A thousand quarters of an hour, and a second more.
        for (end, status) in [("10:00:00", [0, 1]), ("10:00:01", [2])] {
            let edge = await tool(
                "stats", "top", "--since", "2025-12-01T00:00:00Z", "--until",
                "2025-12-11T\(end)Z", "--bucket", "15m", "--json")
            #expect(status.contains(Int(edge.status)), "\(end): \(edge.diagnostics)")
        }
    }

    @Test("dead routes and values of parameters show the preceding window")
    func comparison() async throws {
        let window = ["--since", "12h", "--compare", "previous", "--db", tool.path]
        let dead = await tool.run(["stats", "dead"] + window)
        #expect(dead.status == 1)
        #expect(dead.lines.count == 1 && dead.lines[0].hasPrefix("1\tuser\t"))
        #expect(dead.lines[0].hasSuffix("\t54"))
        let params = await tool.run(["stats", "params", "user"] + window)
        #expect(params.lines.contains("id\tint\thits\t\t0\t0.0\t54"))
        #expect(params.lines.contains("id\tint\tvalue\t1\t0\t0.0\t18"))
        let json = await tool.run(["stats", "params", "--route", "shop", "--json"] + window)
        #expect(json.output.contains("\"previousPresent\":{\"hits\":0,\"weight\":0}"))
    }

    @Test("a route filter selects unmatched URLs near it, and dead routes")
    func routes() async throws {
        let near = await tool("stats", "unmatched", "--route", "user").lines
        #expect(near.count == 1 && near[0].contains("type-failed\t18\t0.5"))
        let json = try await tool("stats", "unmatched", "--route", "shop", "--json").object
        guard case .object(let causes)? = json["causes"] else {
            Issue.record("no causes")
            return
        }
        #expect(causes["type-failed"] == ["hits": 18, "weight": 18])
        #expect(await tool("stats", "dead", "--route", "shop", "--since", "11h").lines.isEmpty)
        #expect(await tool("stats", "dead", "--route", "user", "--since", "11h").lines.count == 1)
    }

    @Test("a limit keeps the latest buckets")
    func limits() async {
        let all = await tool("stats", "timeline", "--bucket", "1h").lines
        let some = await tool("stats", "timeline", "--bucket", "1h", "--limit", "3").lines
        #expect(some == Array(all.suffix(3)))
        let slow = await tool("stats", "latency", "--bucket", "1h").lines
        let few = await tool("stats", "latency", "--bucket", "1h", "--limit", "2").lines
        #expect(few == [slow[0]] + slow.suffix(2))
    }
}
