import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Several logs in one command")
struct SeveralLogsTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/user/{id}", "--name", "user", "--target", "user")
        await tool("tag", "v1")
        await tool("set", "user", "pattern=/user/{id:int}")
        // By their names, the logs are in the opposite order.
        try write(line("b", hour: 2) + line("b", hour: 3), to: "access.log.2")
        try write(line("a", hour: 0) + "broken\n" + line("a", hour: 1), to: "access.log.3")
        try write(line("c", hour: 4), to: "access.log.1")
        try write("", to: "access.log.4")
    }

    private func line(_ name: String, hour: Int) -> String {
        "::1 - - [01/Mar/2026:0\(hour):00:00 +0000] \"GET /user/\(name)\(hour) HTTP/1.1\" 200 5\n"
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: tool.directory.path(name)))
    }

    private var all: String { tool.directory.path("access.log.*") }

    private static let urls = ["/user/a0", "/user/a1", "/user/b2", "/user/b3", "/user/c4"]

    @Test("an import reads the logs of a pattern in the order of their first requests")
    func importing() async throws {
        let run = await tool("hits", "import", tool.directory.path("access.log.1"), all)
        #expect(run.status == 3)
        let order = run.diagnostics.split(separator: "\n").filter { $0.contains("total") }
            .compactMap { $0.split(separator: ":").first?.suffix(1) }
        #expect(order == ["3", "2", "1", "4"], "\(run.diagnostics)")
        let history = try await HitHistory.open(HitHistory.path(besideRegistry: tool.path))
        var urls: [String] = []
        for try await hit in history.hits() { urls.append(hit.urlText) }
        await history.close()
        #expect(urls == Self.urls)
    }

    @Test("a replay reads them in this order too, with standard input behind them")
    func replaying() async throws {
        let run = await tool.run(
            ["replay", "-", all, "--base", "v1", "--ndjson", "--db", tool.path],
            input: line("d", hour: 0))
        #expect(run.status == 1)
        let urls = try run.lines.map { line in
            let value = try JSONValue(parsing: Array(line.utf8))
            guard case .object(let object) = value else { return JSONValue.null }
            return object["url"] ?? .null
        }
        #expect(urls == (Self.urls + ["/user/d0"]).map(JSONValue.string))
        #expect(
            run.diagnostics.contains(
                "note: 1 of 7 lines contains no URL (common)\n  \(tool.directory.path("access.log.3")),"
                    + " line 2: "), "\(run.diagnostics)")
        let object = try await tool("replay", all, "--base", "v1", "--json").object
        #expect(object["hits"] == 5)
    }

    @Test("a review takes them as well")
    func reviewing() async throws {
        let run = await tool(
            "review", "--base", "v1", "--head", "@live", "--traffic", all, "--json")
        #expect(run.status == 1)
        #expect(run.output.contains("\"hits\":5"), "\(run.output.prefix(400)) \(run.diagnostics)")
    }

    @Test("a pattern that no file matches is a path, and a database is no log")
    func mistakes() async throws {
        let none = await tool("hits", "import", tool.directory.path("none*"))
        #expect(none.status == 2)
        #expect(none.diagnostics.contains("none*"))
        let missing = await tool("replay", all, tool.directory.path("none"), "--base", "v1")
        #expect(missing.status == 2)
        let mixed = await tool("replay", all, tool.path, "--base", "v1")
        #expect(mixed.status == 64)
        #expect(mixed.diagnostics.contains("is a database, and no log"))
        try write("/a\n", to: "odd[1].log")
        #expect(await tool("hits", "import", tool.directory.path("odd[1].log")).status == 0)
    }

    @Test(
        "a log that another program than gzip compressed is refused with the name of that program",
        arguments: [
            ("zstd", [0x28, 0xB5, 0x2F, 0xFD, 0]), ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A]),
            ("bzip2", [0x42, 0x5A, 0x68, 0x39]),
        ] as [(String, [UInt8])])
    func compressed(_ program: String, _ bytes: [UInt8]) async throws {
        let path = tool.directory.path("log")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        for arguments in [["hits", "import", path], ["replay", path, "--base", "v1"]] {
            let run = await tool.run(arguments + ["--db", tool.path])
            #expect(run.status == 2)
            #expect(run.diagnostics.contains("decompress it with '\(program) -dc'"))
        }
    }

    @Test("the language that a log has is kept with its hits, and read by rules")
    func language() async throws {
        try write(
            #"{"url":"/user/1","language":"de-AT,en;q=0.5","user":"ann"}"# + "\n"
                + #"{"url":"/user/2","language":"en","user":"ann"}"# + "\n", to: "app.log")
        await tool("acl", "deny", "user", "--when", "context.language = de")
        let log = tool.directory.path("app.log")
        let replay = try await tool("replay", log, "--base", "v1", "--json").object
        #expect(replay["lacks"] == [])
        let run = await tool("hits", "import", log)
        #expect(run.diagnostics.contains("matched 1"), "\(run.diagnostics)")
        #expect(run.diagnostics.contains("denied 1"))
        let kept = await tool("sql", "SELECT attributes FROM hits ORDER BY url").output
        #expect(kept.contains(#"{"context":{"language":"de"}}"#), "\(kept)")
        #expect(kept.contains(#"{"context":{"language":"en"}}"#))
    }
}
