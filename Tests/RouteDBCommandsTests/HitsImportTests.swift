import Foundation
import RouteDB
import RouteDBCommands
import RouteDBTerminal
import RouteDBTestSupport
import Testing

@Suite("Importing hits by command")
struct HitsImportTests {
    let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/user/{id:int}", "--target", "user", "--name", "user")
    }

    private func write(_ text: String, to name: String) throws -> String {
        let path = tool.directory.path(name)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// The hits of the tool's history.
    private func hits() async throws -> [RecordedHit] {
        let history = try await HitHistory.open(HitHistory.path(besideRegistry: tool.path))
        var hits: [RecordedHit] = []
        for try await hit in history.hits() { hits.append(hit) }
        await history.close()
        return hits
    }

    private static let line =
        "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /user/42 HTTP/1.1\" 200 5"

    /// A log of each format, with one request of one moment and in many ways of writing that.
    private static let logs: [(format: String, text: String)] = [
        ("common", line),
        ("combined", "\(line) \"https://a.example/\" \"curl/8\""),
        ("vhost-common", "shop.example.com:443 \(line)"),
        ("vhost-combined", "shop.example.com:80 \(line) \"-\" \"curl/8\""),
        (
            "nginx",
            """
            {"time_iso8601":"2000-10-10T22:55:36+02:00","remote_addr":"10.0.0.1",\
            "request_method":"GET","request_uri":"/user/42","status":200,"request_time":0.5}
            """
        ),
        (
            "caddy",
            """
            {"ts":971211336.0,"request":{"method":"GET","host":"shop.example.com",\
            "uri":"/user/42"},"duration":0.5,"status":200}
            """
        ),
        (
            "traefik",
            """
            {"StartUTC":"2000-10-10T20:55:36Z","RequestMethod":"GET",\
            "RequestHost":"shop.example.com","RequestPath":"/user/42","Duration":500000000,\
            "DownstreamStatus":200}
            """
        ),
        ("ndjson", "{\"url\":\"/user/42\",\"time\":971211336000,\"status\":200}"),
        ("csv", "time;url;status\n2000-10-11 02:25:36+05:30;/user/42;200"),
        ("urls", "/user/42"),
    ]

    @Test("works with every format, given or detected, and with time zones")
    func formats() async throws {
        for (index, log) in Self.logs.enumerated() {
            let path = try write(log.text + "\n", to: "\(log.format).log")
            let run = await tool("hits", "import", path, "--json")
            #expect(run.status == 0, "\(log.format): \(run.diagnostics)")
            #expect(run.diagnostics.contains("format \(log.format) ("))
            #expect(try run.object["imported"] == 1)
            let told = await tool(
                "hits", "import", path, "--log-format", log.format, "--source", "told")
            #expect(told.status == 0, "\(log.format): \(told.diagnostics)")
            let hit = try await hits()[index * 2]
            let isTimed = log.format != "urls"
            let time: Timestamp = isTimed ? 971_211_336_000_000 : Tool.time
            #expect(hit.time == time, "\(log.format)")
            #expect(hit.outcome == .matched, "\(log.format)")
            #expect(String(decoding: hit.parameters ?? [], as: UTF8.self) == "{\"id\":42}")
            #expect(hit.status == (isTimed ? 200 : nil))
            let hasHost = hit.urlText.hasSuffix("//shop.example.com/user/42")
            let namesHost = ["vhost", "caddy", "traefik"].contains { log.format.hasPrefix($0) }
            #expect(hasHost == namesHost, "\(log.format): \(hit.urlText)")
        }
        #expect(await tool("hits", "verify").status == 0)
    }

    @Test("an exported sample keeps its weight when imported", arguments: ["ndjson", "csv"])
    func weights(format: String) async throws {
        let path = try write(
            "{\"url\":\"/user/42\",\"weight\":40}\n{\"url\":\"/x\"}\n", to: "a.log")
        await tool("hits", "import", path)
        let copy = tool.directory.path("copy.\(format)")
        await tool("hits", "export", "-o", copy)
        await tool("hits", "import", copy, "--source", "copy")
        #expect(try await hits().map(\.weight) == [40, 1, 40, 1])
        #expect(await tool("sql", "SELECT sum(weight) FROM rollup").output == "82\n")
    }

    @Test("counts the outcomes of the lines, in JSON too")
    func json() async throws {
        let good = try write("/user/1\n/x\n\n# comment\n", to: "a.log")
        let bad = try write("/user/2\n/a b\u{1}c\n", to: "b.log")
        let run = await tool("hits", "import", good, bad, good, "--log-format", "urls", "--json")
        #expect(run.status == 3)
        let object = try run.object
        #expect(object["schema"] == 1)
        #expect(object["total"] == 6)
        #expect(object["imported"] == 3)
        #expect(object["duplicate"] == 2)
        #expect(object["rejected"] == 1)
        #expect(object["skipped"] == 4)
        guard case .array(let logs)? = object["logs"], case .object(let first)? = logs.first else {
            Issue.record("there are no logs")
            return
        }
        #expect(first["outcomes"] == ["matched": 1, "unmatched": 1])
        #expect(first["log"] == 1)
    }

    @Test("keeps rejected lines and appends them to a file")
    func rejects() async throws {
        let log = try write("/user/2\n/a\u{1}c\n", to: "b.log")
        for suffix in ["ndjson", "tsv"] {
            let file = tool.directory.path("rejects.\(suffix)")
            let run = await tool(
                "hits", "import", log, "--log-format", "urls", "--rejects", file, "--source", suffix
            )
            #expect(run.status == 3)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.contains("the URL contains control characters"))
            #expect(text.split(separator: "\n").count == 1)
        }
        let listing = await tool("hits", "rejects", "--log", "1", "--json")
        guard case .array(let rejects)? = try listing.object["rejects"] else {
            Issue.record("there are no rejects")
            return
        }
        #expect(rejects.count == 1)
        let lines = await tool("hits", "rejects").lines
        #expect(lines.count == 2)
        #expect(lines.first == "1\t\(log)\t2\t8\tthe URL contains control characters\t2\t/a\\x01c")
    }

    @Test("reads standard input")
    func standardInput() async throws {
        let text = "/user/1\n/user/2"
        let run = await tool("hits", "import", "-", input: text)
        #expect(run.status == 0)
        #expect(run.diagnostics.contains("standard input: total 2, imported 2"))
        let path = try write(text + "\n", to: "a.log")
        #expect(await tool("hits", "import", path).diagnostics.contains("duplicate 2"))
    }

    @Test("continues with the other files if one cannot be read")
    func unreadable() async throws {
        let log = try write("/user/1\n", to: "a.log")
        let run = await tool("hits", "import", tool.directory.path("none.log"), log, "--json")
        #expect(run.status == 2)
        #expect(run.diagnostics.contains("cannot be read: No such file or directory"))
        #expect(try run.object["imported"] == 1)
        let directory = await tool("hits", "import", tool.directory.path)
        #expect(directory.status == 2)
    }

    @Test("resolves by a past revision, or not at all and without a registry")
    func revisions() async throws {
        let log = try write("/user/1\n/user/2\n", to: "a.log")
        await tool("remove", "user", "--yes")
        let now = await tool("hits", "import", log)
        #expect(now.diagnostics.contains("(unmatched 2)"))
        let then = await tool("hits", "import", log, "--as-of", "2", "--source", "then")
        #expect(then.diagnostics.contains("(matched 2)"))
        let history = tool.directory.path("other.hits.db")
        let raw = await tool.run([
            "hits", "import", log, "--no-resolve", "--history", history, "--db",
            tool.directory.path("none.db"),
        ])
        #expect(raw.status == 0)
        #expect(raw.diagnostics.contains("imported 2, duplicate 0, rejected 0\n"))
    }

    @Test("adds the host and scheme missing in a log, and drops private data")
    func options() async throws {
        let log = try write("\(Self.line) 7\n".replacing("42", with: "42?mail=a%40b"), to: "a.log")
        let run = await tool(
            "hits", "import", log, "--host", "shop.example.com", "--scheme", "http",
            "--duration-unit", "milliseconds", "--privacy", "mail=drop")
        #expect(run.status == 0)
        let hit = try #require(await hits().first)
        #expect(hit.urlText.hasPrefix("http://shop.example.com/user/42"))
        #expect(!hit.urlText.contains("a%40b"))
        #expect(hit.duration == .milliseconds(7))
    }

    @Test("leaves an incomplete last line to the next import")
    func lastLine() async throws {
        let log = try write("/user/1\n/user/2", to: "a.log")
        let run = await tool("hits", "import", log)
        #expect(run.diagnostics.contains("imported 1"))
        #expect(run.diagnostics.contains("note: the last line is incomplete"))
        #expect(await tool("hits", "import", log, "--final").diagnostics.contains("imported 1"))
        #expect(try await hits().count == 2)
    }

    @Test("that follows imports everything when it is interrupted")
    func following() async throws {
        let log = try write("/user/1\n/user/2\n", to: "a.log")
        let interruption = Interruption()
        interruption.interrupt()
        let run = await tool("hits", "import", log, "--follow", interruption: interruption)
        #expect(run.status == 130)
        #expect(run.diagnostics.contains("a.log: total "))
        #expect(await tool("hits", "import", log).status == 0)
        #expect(try await hits().count == 2)
    }

    @Test("that is interrupted reports that")
    func interrupted() async throws {
        let log = try write("/user/1\n", to: "a.log")
        let interruption = Interruption()
        interruption.interrupt()
        let run = await tool("hits", "import", log, interruption: interruption)
        #expect(run.status == 130)
    }

    @Test("refuses contradictory options")
    func usage() async throws {
        for arguments in [
            ["-", "--follow"], ["-", "-"], ["a", "--no-resolve", "--as-of", "1"],
            ["a", "--duration-unit", "hours"], ["a", "--format", "combind"], [],
        ] {
            #expect(await tool.run(["hits", "import"] + arguments).status == 64)
        }
    }
}
