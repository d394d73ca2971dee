import Foundation
import RouteDB
import RouteDBCommands
import RouteDBTerminal
import RouteDBTestSupport
import Testing

@Suite("replay")
struct ReplayTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/user/{id}", "--target", "user", "--name", "user")
        await tool("add", "/shop/**", "--target", "shop", "--name", "shop")
        await tool("tag", "v1")
        await tool("set", "user", "pattern=/user/{id:int}")
        await tool("add", "/new", "--target", "new")
    }

    private static let log = """
        {"url":"/user/1","time":"2026-01-01T00:00:00Z"}
        {"url":"/user/ada","time":"2026-01-01T06:00:00Z","user":"ada"}
        {"url":"/shop/a/b","time":"2026-01-01T12:00:00Z"}
        {"url":"/new","time":"2026-01-01T18:00:00Z"}
        {"url":"/user/ada","time":"2026-01-02T00:00:00Z"}
        {"url":"/none","time":"2026-01-02T01:00:00Z"}

        """

    private func replay(
        _ arguments: String..., log: String = Self.log, interruption: Interruption = Interruption()
    ) async -> ToolRun {
        await tool.run(
            ["replay", "--base", "v1", "-", "--db", tool.path] + arguments, input: log,
            interruption: interruption)
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let path = tool.directory.path(name)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test("a line has classes, hits, outcomes, routes, times and a URL for each group")
    func lines() async throws {
        let run = await replay()
        #expect(run.status == 1)
        #expect(
            run.lines == [
                "now-unmatched\t2\t33.33%\tmatched\tunmatched\tuser\t\t2026-01-01T06:00:00Z"
                    + "\t2026-01-02T00:00:00Z\tno\t/user/ada",
                "newly-matched\t1\t16.67%\tunmatched\tmatched\t\t/new\t2026-01-01T18:00:00Z"
                    + "\t2026-01-01T18:00:00Z\tno\t/new",
                "other-values\t1\t16.67%\tmatched\tmatched\tuser\tuser\t2026-01-01T00:00:00Z"
                    + "\t2026-01-01T00:00:00Z\tno\t/user/1",
            ])
        #expect(
            run.diagnostics == """
                4 of 6 hits (66.67%) resolve differently: now-unmatched 2, newly-matched 1, \
                other-values 1
                failed: hits that resolve differently: 4

                """)
    }

    @Test("JSON has the totals, the classes and the groups")
    func json() async throws {
        let object = try await replay("--json").object
        #expect(object["schema"] == 1 && object["hits"] == 6 && object["changed"] == 4)
        #expect(object["base"] == ["name": "v1", "revision": 3])
        #expect(object["complete"] == true && object["firstSeen"] == "2026-01-01T00:00:00Z")
        guard case .array(let groups)? = object["groups"], case .object(let group)? = groups.first
        else { return #expect(Bool(false)) }
        #expect(group["classes"] == ["now-unmatched"] && group["hits"] == 2)
        #expect(group["new"] == .null && group["accepted"] == false)
        guard case .array(let examples)? = group["examples"] else { return #expect(Bool(false)) }
        #expect(examples.count == 1)
    }

    @Test("NDJSON has a line for each hit that differs, in the order of the hits")
    func ndjson() async throws {
        for jobs in ["1", "3"] {
            let run = await replay("--ndjson", "--jobs", jobs)
            let objects = try run.lines.map { try ToolRun.object($0) }
            #expect(objects.map { $0["place"] } == [0, 1, 3, 4])
            #expect(objects[1]["principal"] == "ada" && objects[1]["schema"] == 1)
            #expect(run.status == 1)
        }
    }

    @Test("tables and Markdown show the totals and the groups")
    func forPeople() async throws {
        let table = await replay("--table")
        #expect(
            table.lines.prefix(2) == [
                "v1 (revision 3) -> @live (revision 5)",
                "hits from 2026-01-01T00:00:00Z to 2026-01-02T01:00:00Z",
            ])
        #expect(table.diagnostics.hasPrefix("4 of 6 hits (66.67%) resolve differently: "))
        #expect(table.output.contains("now-unmatched  2 hits, 33.33%\n    user -> (unmatched)\n"))
        #expect(table.output.contains("        values.id: \"1\" -> 1\n"))
        let short = await replay("--table", "--limit", "1")
        #expect(short.lines.last == "and 2 more groups")
        let markdown = await replay("-f", "markdown", "--fail-on", "now-unmatched")
        #expect(
            markdown.lines.prefix(3) == [
                "### Replay: 4 of 6 hits (66.67%) resolve differently: now-unmatched 2,"
                    + " newly-matched 1, other-values 1", "",
                "From `v1` to `@live`. Hits from 2026-01-01T00:00:00Z to 2026-01-02T01:00:00Z.",
            ])
        #expect(markdown.output.contains("**Failed:** hits that are now-unmatched: 2."))
        #expect(markdown.output.contains("| now-unmatched | 2 | 33.33% | 0 |"))
        #expect(
            markdown.output.contains(
                "| 2 | now-unmatched | `user` | `(unmatched)` | `/user/ada` |"))
    }

    @Test(
        "gates decide the exit status",
        arguments: [
            (["--fail-on", "now-unmatched"], 1), (["--fail-on", "other-target,other-plan"], 0),
            (["--max-changed", "70%"], 0), (["--max-changed", "66.6%"], 1),
            (["--max-changed", "4"], 0), (["--max-changed", "3"], 1),
            (["--max-changed", "4", "--fail-on", "other-values"], 1),
            (["--until", "2026-01-01T00:00:00Z"], 2), (["--since", "2h"], 2),
            (["--since", "2h", "--min-hits", "0"], 0),
            (["--fail-on", "other"], 64), (["--max-changed", "x"], 64), (["--sample", "2"], 64),
            (["--sample", "0"], 64), (["--jobs", "0"], 64), (["--namespace", "none"], 2),
            (["--resolve-in", "none"], 2),
            (["--until", "2026-01-01T00:00:00Z", "--fail-on", "now-unmatched"], 2),
            (["--until", "2026-01-01T00:00:00Z", "--max-changed", "100%"], 2),
            (["--until", "2026-01-01T00:00:00Z", "--max-changed", "9", "--min-hits", "0"], 0),
            (["--max-changed", "4", "--min-hits", "5"], 0), (["--min-hits", "6"], 2),
            (["--max-changed", "4", "--min-hits", "6"], 2), (["--min-hits", "-1"], 64),
            (["--head", "v1"], 64), (["--log-format", "apache"], 64), (["--format", "apache"], 64),
            (["--csv", "--json"], 64),
            (["-f", "markdown", "--json"], 64), (["--head", "none"], 2),
            (["--head", "none.db"], 2),
            (["--head", "/none.json"], 2), (["--accept", "-"], 64),
        ] as [([String], Int32)])
    func gates(arguments: [String], status: Int32) async throws {
        let run = await tool.run(
            ["replay", "--base", "v1", "-", "--db", tool.path] + arguments,
            input: Self.log)
        #expect(run.status == status, "\(run.diagnostics)")
    }

    @Test("accepted changes are listed separately and do not fail")
    func accepting() async throws {
        let path = tool.directory.path("accepted.json")
        #expect(await replay("--write-accept", path).status == 1)
        let run = await replay("--accept", path, "--json")
        #expect(run.status == 0)
        #expect(try run.object["open"] == 0 && run.object["changed"] == 4)
        await tool("remove", "shop", "--yes")
        let more = await replay("--accept", path, "--json")
        #expect(more.status == 1)
        #expect(try more.object["open"] == 1)
        #expect(more.diagnostics.contains("failed: hits that resolve differently: 1"))
        // A report is a list of changes too.
        let report = try file("report.json", more.output)
        #expect(await replay("--accept", report).status == 0)
        let fewer = await tool.run(
            ["replay", "--base", "v1", "-", "--db", tool.path, "--accept", path],
            input: "/user/1\n")
        #expect(fewer.status == 0)
        #expect(fewer.diagnostics.contains("note: 2 accepted changes did not occur"))
        let broken = try file("broken.json", "[]")
        #expect(await replay("--accept", broken).status == 2)
        #expect(await replay("--accept", "/none").status == 2)
    }

    @Test("another registry and a route file are compared by name and pattern")
    func files() async throws {
        let copy = tool.directory.path("copy.db")
        await tool("backup", copy)
        let document = try file("routes.json", await tool("export", "--format", "json").output)
        let rows = try file("routes.csv", "pattern,target,name\n/user/{key},user,user\n")
        for head in [copy, document] {
            let run = await tool.run(
                ["replay", "--head", head, "-", "--db", tool.path], input: Self.log)
            #expect(run.status == 0 && run.output.isEmpty, "\(run.diagnostics)")
        }
        let run = await tool.run(
            ["replay", "--head", rows, "-", "--db", tool.path, "--csv"],
            input: Self.log)
        #expect(run.output.contains("other-values,1,16.67%,matched,matched,user,user"))
        let broken = try file("broken.csv", "pattern,target\n/{,x\n")
        let failing = await tool.run(
            ["replay", "--head", broken, "-", "--db", tool.path], input: Self.log)
        #expect(failing.status == 2 && failing.diagnostics.contains("line 2"))
    }

    @Test("lines without a URL are counted and do not change the status")
    func rejects() async throws {
        let run = await replay(
            "--max-changed", "100%", log: Self.log + "{\"url\":\n{\"time\":\"2026-01-01\"}\n")
        #expect(run.status == 0)
        #expect(run.diagnostics.contains("note: 2 of 8 lines contain no URL (ndjson)\n  line 7: "))
        let none = await replay(log: "")
        #expect(none.status == 2)
    }

    @Test("an interrupted replay reports what it has seen")
    func interruption() async throws {
        let interruption = Interruption()
        interruption.interrupt()
        let run = await replay("--json", interruption: interruption)
        #expect(run.status == 130)
        #expect(try run.object["complete"] == false)
    }

    @Test("a note says what hits do not record")
    func notes() async throws {
        await tool("acl", "allow", "shop", "--role", "buyer")
        let run = await replay("--json")
        #expect(
            run.diagnostics.contains(
                "note: 1 hit has no recorded roles, and was decided as having none\n"))
        #expect(
            try run.object["lacks"] == [
                ["attribute": "principal", "hits": 1, "recorded": 1],
                ["attribute": "roles", "hits": 1, "recorded": 1],
            ])
        let gate = ["--require-attributes", "--fail-on", "other-plan"]
        #expect(await replay(gate[0], gate[1], gate[2]).status == 1)
        #expect(await replay(gate[1], gate[2]).status == 0)
    }

    @Test("the registry's history is replayed by default")
    func history() async throws {
        let none = await tool("replay", "--base", "v1")
        #expect(none.status == 2 && none.diagnostics.contains("routes.hits.db"))
        let wrong = await tool("replay", "--base", "v1", tool.path)
        #expect(wrong.status == 2)
    }

    @Test("numbers of hits are grouped in text and Markdown")
    func grouping() async throws {
        let log = String(
            repeating: #"{"url":"/user/ada","time":"2026-01-01T06:00:00Z"}"# + "\n", count: 1_200)
        let run = await replay("--table", log: log)
        let text = run.output + run.diagnostics
        #expect(text.contains("1,200 of 1,200 hits") && text.contains("now-unmatched 1,200"))
        #expect(text.contains("now-unmatched  1,200 hits, 100.00%"))
        #expect(await replay("-f", "markdown", log: log).output.contains("| 1,200 |"))
        let failed = await replay("--max-changed", "1000", log: log)
        #expect(failed.diagnostics.contains("1,200, more than 1,000"))
    }

    @Test(
        "of very many routes, those that decide a few hits are read, and the answer is that of all")
    func few() async throws {
        let links = (0...10_000).map { "/go/w\($0)q\tlink\($0)" }
        await tool(
            "import", "-", "--header", "pattern,target", input: links.joined(separator: "\n"))
        await tool("set", "/go/w77q", "pattern=/go/{code}", "target=codes")
        let urls = ["/go/w7q", "/go/w77q", "/go/none", "/user/ada", "/new"]
        let lines = urls.map { "{\"url\":\"\($0)\"}\n" }.joined()
        let log = try file("few.ndjson", lines)
        let other = tool.directory.path("other.db")
        await tool("backup", other)
        await tool("remove", "/go/w7q", "--yes")
        for states in [["--base", "v1"], ["--base", "@5"], ["--base", other]] {
            let whole = await tool.run(
                ["replay", "-", "--json", "--db", tool.path] + states, input: lines)
            let some = await tool.run(["replay", log, "--json", "--db", tool.path] + states)
            #expect(some.output == whole.output && some.status == 1 && whole.status == 1)
        }
    }
}
