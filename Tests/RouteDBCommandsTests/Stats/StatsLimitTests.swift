import RouteDB
import RouteDBCommands
import RouteDBHistory
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("The limit of stats")
struct StatsLimitTests {
    private let tool: Tool

    /// A hit of each of 30 routes, 12 more of the first with different values, and 25 URLs that
    /// found nothing.
    init() async throws {
        tool = try Tool()
        await tool("init")
        for number in 0..<30 {
            await tool("add", "/k\(number)/{id}", "--target", "t", "--name", "k\(number)")
        }
        let writer = try HitsWriter(
            path: tool.directory.path("routes.hits.db"), stream: [UInt8](repeating: 1, count: 16),
            time: 0)
        var batch = HitBatch()
        for number in 0..<42 {
            var hit = Hit(time: Tool.time - .seconds(1), url: Array("/k/v".utf8), outcome: .denied)
            hit.namespace = 1
            hit.route = number < 30 ? Int64(number + 1) : 1
            hit.durationMicroseconds = 100
            if number >= 30 { hit.parameters = Array("{\"id\":\"v\(number)\"}".utf8) }
            batch.append(hit)
        }
        for number in 0..<25 {
            batch.append(
                Hit(
                    time: Tool.time - .seconds(1), url: Array("app\(number)://x/y".utf8),
                    outcome: .unmatched))
        }
        try writer.append(batch)
    }

    @Test(
        "files have every row, and tables say how many they leave out",
        arguments: [
            ("top", 30, "67 hits; 10 of them in rows omitted by '--limit'"),
            ("unmatched", 25, "25 hits; 5 of them in rows omitted by '--limit'"),
            ("denied", 30, "67 hits; 10 of them in rows omitted by '--limit'"),
            ("latency --by route", 31, "; 10 rows omitted by '--limit'"),
        ])
    func rows(report: String, count: Int, note: String) async {
        let words = ["stats"] + report.split(separator: " ").map(String.init)
        let last = ["--db", tool.path]
        #expect(await tool.run(words + ["--csv"] + last).lines.count == count + 1)
        #expect(await tool.run(words + ["--ndjson"] + last).lines.count == count)
        #expect(await tool.run(words + ["--format", "tsv"] + last).lines.count == count)
        let table = await tool.run(words + ["--table"] + last)
        #expect(table.diagnostics.contains(note), "\(table.diagnostics)")
        let all = await tool.run(words + ["--table", "--limit", "0"] + last)
        #expect(!all.diagnostics.contains("omitted"), "\(all.diagnostics)")
        let few = await tool.run(words + ["--csv", "--limit", "3"] + last)
        // The rows of latency begin with that of all hits.
        #expect(few.lines.count == (report.hasPrefix("latency") ? 5 : 4))
    }

    @Test("the limit of parameters is that of values")
    func values() async throws {
        let csv = await tool("stats", "params", "k0", "--csv").lines
        #expect(csv.dropFirst().count { $0.contains(",value,") } == 12)
        let table = await tool("stats", "params", "k0", "--table")
        #expect(table.diagnostics.contains("13 hits; 2 rows omitted by '--limit'"))
        let json = try await tool("stats", "params", "k0", "--limit", "5", "--json").object
        #expect(json["omitted"] == 7)
    }

    @Test("JSON has every row, or the number of those beyond the limit")
    func json() async throws {
        let whole = try await tool("stats", "top", "--json").object
        guard case .array(let rows)? = whole["routes"] else {
            Issue.record("no routes: \(whole)")
            return
        }
        #expect(rows.count == 30 && whole["omitted"] == 0)
        #expect(try await tool("stats", "top", "--limit", "3", "--json").object["omitted"] == 27)
    }

    @Test(
        "every help names the default of its limit",
        arguments: [
            ("stats top", "(0: all; default: 20 in a table, otherwise all)"),
            ("stats unmatched", "(0: all; default: 20 in a table, otherwise all)"),
            ("stats denied", "(0: all; default: 20 in a table, otherwise all)"),
            ("stats latency", "(default: 20 in a table, otherwise all)"),
            ("stats params", "(0: all; default: 10 in a table, otherwise all)"),
            ("stats timeline", "(default: 10)"), ("stats dead", "(0: all, the default)"),
            ("log", "(0: all, the default)"), ("hits rejects", "(0: all, the default)"),
        ])
    func help(command: String, text: String) async {
        let words = command.split(separator: " ").map(String.init)
        let help = await tool.run(["help"] + words).output
        #expect(
            help.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(text),
            "\(help)")
    }

    @Test("a bucket, a zone and a window are refused with the rule")
    func rules() async {
        for (words, text) in [
            (["--bucket", "soon"], "'soon' is not the length of a bucket."),
            (["--tz", "Nowhere"], "'Nowhere' is not a time zone."),
            (["--since", "1d", "--until", "2d"], "The window is empty: it starts at 2026-01-01"),
            (["--compare", "previous"], "A comparison needs a window with a start and an end."),
        ] {
            let run = await tool.run(["stats", "top"] + words + ["--db", tool.path])
            #expect(run.status == 64 && run.diagnostics.contains(text), "\(run.diagnostics)")
        }
    }
}
