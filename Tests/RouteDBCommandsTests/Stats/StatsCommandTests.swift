import RouteDB
import RouteDBCommands
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("stats")
struct StatsCommandTests {
    private let tool: Tool

    /// Two days of hits before the clock's time, which is 2026-01-02T03:04:05Z.
    init() async throws {
        tool = try Tool()
        await tool("init")
        await tool("add", "myapp://user/{id:int}", "--target", "user.profile", "--name", "user")
        await tool("add", "myapp://old/{id}", "--target", "old.page")
        let writer = try HitsWriter(
            path: tool.directory.path("routes.hits.db"), stream: [UInt8](repeating: 1, count: 16),
            time: 0)
        var batch = HitBatch()
        for index in 0..<200 {
            let time = Tool.time - .microseconds(index * 600_000_000)
            let isMatched = index % 4 != 0
            var hit = Hit(
                time: time,
                url: Array(
                    (isMatched ? "myapp://user/\(index % 7)" : "myapp://promo/\(index)").utf8),
                outcome: isMatched ? (index % 5 == 0 ? .denied : .matched) : .unmatched)
            hit.namespace = 1
            hit.route = isMatched ? 1 : nil
            hit.durationMicroseconds = Int64(100 + index)
            hit.principal = index % 2 == 0 ? Array("ada".utf8) : nil
            hit.parameters = isMatched ? Array("{\"id\":\(index % 7)}".utf8) : nil
            batch.append(hit)
        }
        try writer.append(batch)
    }

    @Test("a bucket without durations has no row in the latency report")
    func untimed() async throws {
        let writer = try HitsWriter(
            path: tool.directory.path("untimed.hits.db"),
            stream: [UInt8](repeating: 2, count: 16), time: 0)
        let hits = (0..<HitSegment.smallestSize).map { _ in
            Hit(time: Tool.time, url: Array("/".utf8), outcome: .unmatched)
        }
        try writer.append(HitBatch(hits))
        let run = await tool(
            "stats", "latency", "--bucket", "1d", "--history",
            tool.directory.path("untimed.hits.db"), "--csv")
        #expect(run.lines.dropFirst() == ["all,0,,,,,,,"])
    }

    @Test("every report has JSON, CSV, plain text and a table")
    func forms() async throws {
        let reports = [
            ["top"], ["top", "targets"], ["top", "principals"], ["unmatched"], ["dead"],
            ["timeline"], ["timeline", "--by", "route"], ["params", "user"], ["latency"],
            ["latency", "--by", "route"], ["latency", "--bucket", "6h"], ["denied"],
        ]
        for report in reports {
            let status: Int32 = report[0] == "dead" ? 1 : 0
            for form in ["--json", "--csv", "--ndjson", "--table"] {
                let run = await tool.run(["stats"] + report + [form, "--db", tool.path])
                #expect(run.status == status, "\(report) \(form): \(run.diagnostics)")
                #expect(!run.output.isEmpty, "\(report) \(form)")
                if form == "--json" {
                    #expect(try run.object["schema"] == 1)
                    #expect(try run.object["total"] != nil)
                }
            }
            let plain = await tool.run(["stats"] + report + ["--db", tool.path])
            #expect(plain.status == status && plain.diagnostics.isEmpty)
        }
    }

    @Test("the most frequent routes, with shares")
    func top() async {
        let run = await tool("stats", "top")
        #expect(run.lines == ["user\t1\tuser.profile\t150\t0.75"])
        let csv = await tool("stats", "top", "targets", "--csv")
        #expect(csv.output == "target,hits,share\nuser.profile,150,0.75\n")
    }

    @Test("the preceding window is compared")
    func comparison() async throws {
        let run = await tool("stats", "top", "--since", "10h", "--compare", "previous")
        #expect(run.lines == ["user\t1\tuser.profile\t45\t0.75\t45\t0.0"])
        let table = await tool(
            "stats", "top", "--since", "10h", "--compare", "previous", "--table")
        #expect(table.diagnostics.contains("60 hits, before 60 (+0.0%)"))
        #expect(await tool("stats", "top", "--compare", "previous").status == 64)
    }

    @Test("unmatched URLs are clustered, with suggestions")
    func unmatched() async throws {
        let run = await tool("stats", "unmatched", "--json")
        guard case .array(let clusters)? = try run.object["clusters"],
            case .object(let cluster)? = clusters.first
        else {
            Issue.record("no clusters: \(run.output)")
            return
        }
        #expect(cluster["template"] == "myapp://promo/<int>")
        #expect(cluster["cause"] == "unknown-host")
        #expect(cluster["suggestion"] == "routedb add 'myapp://promo/{id:int}' --target promo")
        #expect(await tool("stats", "unmatched", "--cause", "noise").lines.isEmpty)
        let wrong = await tool("stats", "unmatched", "--cause", "nois")
        #expect(wrong.status == 64 && wrong.diagnostics.contains("Did you mean 'noise'?"))
        await tool("add", "myapp://promo/{id:int}", "--target", "promo")
        #expect(await tool("stats", "unmatched").output.contains("matched-now"))
        #expect(await tool("stats", "unmatched", "--as-of", "now").output.isEmpty)
        #expect(await tool("stats", "top", "--as-of", "now").output.contains("/promo/{id:int}"))
    }

    @Test("a timeline follows the clocks of the time zone")
    func timeline() async throws {
        let run = await tool(
            "stats", "timeline", "--since", "2026-01-01", "--bucket", "1d", "--tz", "+02:00",
            "--csv")
        let lines = run.output.split(whereSeparator: \.isNewline).map {
            $0.split(separator: ",")[0]
        }
        #expect(lines == ["time", "2026-01-01", "2026-01-02"])
        let table = await tool("stats", "timeline", "--table", "--bucket", "6h")
        #expect(table.output.contains("#") && !table.output.contains("█"))
        tool.environment["LANG"] = "en_US.UTF-8"
        let drawn = await tool("stats", "timeline", "--table", "--bucket", "6h")
        #expect(drawn.output.contains("█"))
    }

    @Test("an option that cannot be understood is refused")
    func refusals() async {
        let cases = [
            ["params"], ["params", "user", "--route", "user"],
            ["top", "--tz", "Nowhere/Town"], ["top", "--bucket", "soon"], ["top", "--limit", "-1"],
            ["top", "--since", "1d", "--until", "2d"], ["top", "toast"],
        ]
        for arguments in cases {
            let run = await tool.run(["stats"] + arguments + ["--db", tool.path])
            #expect(run.status == 64, "\(arguments): \(run.diagnostics)")
        }
        #expect(await tool("stats", "top", "--route", "nobody").status == 2)
        #expect(await tool("stats", "params", "nobody").status == 2)
    }

    @Test("parameters, refusals and dead routes")
    func others() async throws {
        let params = await tool("stats", "params", "user", "--limit", "2")
        #expect(params.lines.contains("id\tint\ttype\tint\t150\t1.0"))
        #expect(params.lines.count { $0.hasPrefix("id\tint\tvalue\t") } == 2)
        let denied = await tool("stats", "denied", "--json")
        #expect(denied.output.contains("\"mostRefused\":[{\"id\":\"ada\""))
        let dead = await tool("stats", "dead")
        #expect(dead.lines == ["2\tmyapp://old/{id}\tdefault\told.page\tunhit\t\t"])
    }

    @Test("a missing or damaged history is an error")
    func faults() async throws {
        let missing = await tool("stats", "top", "--history", tool.directory.path("none"), "--json")
        #expect(missing.status == 2 && missing.error?["code"] == "databaseMissing")
        let wrong = await tool("stats", "top", "--history", tool.path, "--json")
        #expect(wrong.status == 2 && wrong.error?["code"] == "notAHistory")
    }

    @Test("no hits in the window do not make a route dead: that is unknown, with status 2")
    func deadUnknown() async throws {
        for options in [["--since", "+1d"], ["--since", "+1d", "--bucket", "1h"]] {
            let run = await tool.run(["stats", "dead", "--db", tool.path] + options)
            #expect(run.status == 2, "\(options)")
            #expect(!run.output.contains("unhit"))
            #expect(run.diagnostics.contains("nothing shows which routes are dead"))
        }
        let json = try await tool("stats", "dead", "--since", "+1d", "--json").object
        #expect("\(json)".contains(#""cause":"unknown""#))
        // Hits of other routes show that hits are recorded.
        #expect(await tool("stats", "dead", "--route", "#2").status == 1)
    }
}
