import RouteDB
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Stored route tests")
struct StoredCaseTests {
    let tool: Tool

    init() async throws {
        tool = try Tool()
        try await tool.edit { editor in
            try editor.add(RouteDraft(pattern: "app://user/{id:int}", target: "u", name: "user"))
        }
    }

    @Test("without an expectation, a case expects the current answer")
    func added() async throws {
        let run = await tool("test", "add", "app://user/42?q=1", "--case", "a user", "--as", "ada")
        #expect(run.lines == ["added case #1  a user  app://user/42?q=1  (revision 3)"])
        #expect(
            await tool("test", "export").lines == [
                #"{"case":"a user","url":"app://user/42?q=1","principal":"ada","expect":"#
                    + #"{"outcome":"matched","route":"user","target":"u","values":{"q":"1","id":42},"#
                    + #""redirect":null}}"#
            ])
        let again = await tool(
            "test", "add", "app://user/42?q=1", "--case", "a user", "--as", "ada")
        #expect(again.lines == ["unchanged case #1  a user  app://user/42?q=1"])
        try await tool.edit { try $0.rename("user", to: "person") }
        let failed = await tool("test", "--all")
        #expect(failed.status == 1)
        #expect(failed.lines[1].hasPrefix(#"    route  expected "user", got "person""#))
    }

    @Test("an expectation can be given, and names of cases are unique")
    func expectations() async throws {
        let add = await tool(
            "test", "add", "app://user/x", "--case", "c", "--outcome", "unmatched", "--json")
        #expect(add.status == 0)
        let other = await tool("test", "add", "app://user/1", "--case", "c", "--value", "id=1")
        #expect(other.status == 2 && other.diagnostics.contains("--replace"))
        let replaced = await tool(
            "test", "add", "app://user/1", "--case", "c", "--value", "id=1", "--replace")
        #expect(replaced.lines == ["replaced case #1  c  app://user/1  (revision 4)"])
        #expect(await tool("test", "--all").status == 0)
        let wrong = await tool("test", "add", "app://user/1", "--outcome", "match", "--json")
        #expect(wrong.status == 64 && wrong.diagnostics.contains("Use matched, unmatched"))
    }

    @Test("a recorded case sees that a redirect leads elsewhere, or is gone, at once or in the end")
    func redirects() async throws {
        await tool("add", "/a", "--redirect", "/b", "--name", "a")
        await tool("add", "/b", "--redirect", "/c", "--name", "b")
        await tool("add", "/c", "--target", "c", "--name", "c")
        for url in ["/a", "/b", "/c"] { await tool("test", "add", url) }
        #expect(await tool("test", "--all").lines == ["3 of 3 passed"])
        await tool("set", "b", "redirect=/nowhere")
        let failed = await tool("test", "--all")
        let ends = ["url", "outcome", "target", "route"].map { "destination.\($0)" }
        let fields = failed.lines.filter { $0.contains("  expected ") }.map { line in
            line.split(separator: " ").first.map(String.init) ?? ""
        }
        #expect(fields == ends + ["redirect.to"] + ends)
        #expect(
            failed.lines.contains(
                #"    redirect.to          expected "/c", got "/nowhere""#), "\(failed.output)")
        await tool("set", "b", "redirect=/c")
        #expect(await tool("test", "--all").status == 0)
        await tool("set", "c", "status=410")
        let gone = await tool("test", "--all", "--only", "/c")
        #expect(
            gone.lines.contains(#"    redirect  expected nothing, got {"status":410}"#),
            "\(gone.output)")
        #expect(await tool("test", "--all").lines.last == "0 of 3 passed")
    }

    @Test("a redirect, its status and its end can be expected by options")
    func redirectOptions() async throws {
        await tool("add", "/a", "--redirect", "/b", "--status", "302")
        await tool("add", "/b", "--target", "b")
        for options in [["--redirect", "/b"], ["--status", "302"], ["--destination", "/b"]] {
            let run = await tool.run(["test", "add", "/a", "--db", tool.path] + options)
            #expect(run.status == 0, "\(run.diagnostics)")
        }
        #expect(await tool("test", "--all").lines == ["3 of 3 passed"])
        #expect(
            await tool("test", "list").lines.map { $0.split(separator: "\t").last ?? "" } == [
                #"redirect={"to":"/b"}"#, #"redirect={"status":302}"#,
                #"destination={"url":"/b"}"#,
            ])
    }

    @Test("cases are listed, removed with consent, and diffed")
    func removal() async throws {
        await tool("test", "add", "app://user/1", "--case", "one")
        await tool("test", "add", "app://user/2")
        #expect(
            await tool("test", "list").lines == [
                "1\tone\tapp://user/1\t\toutcome=matched route=user target=u values={\"id\":1}"
                    + " redirect=null",
                "2\t\tapp://user/2\t\toutcome=matched route=user target=u values={\"id\":2}"
                    + " redirect=null",
            ])
        #expect(await tool("test", "remove", "one").status == 64)
        let unknown = await tool("test", "remove", "oen", "--yes")
        #expect(unknown.status == 2 && unknown.diagnostics.contains("Did you mean 'one'?"))
        #expect(await tool("test", "remove", "#2", "one", "--yes").status == 0)
        #expect(await tool("test", "list", "--as-of", "4").lines.count == 2)
        let diff = await tool("diff", "@4", "--table")
        #expect(
            diff.lines.filter { !$0.hasPrefix(" ") } == ["- case #1 one", "- case #2"])
        await tool("rollback", "@4", "--yes")
        #expect(await tool("test", "--all").lines == ["2 of 2 passed"])
        #expect(await tool("check").status == 0)
    }

    @Test("a file of cases is stored whole or not at all, and exports can be imported")
    func files() async throws {
        let lines = """
            {"case":"a","url":"x://a","expect":{"outcome":"unmatched"}}
            {"url":"app://user/1","context":{"k":1},"expect":{"values":{"id":1}}}

            """
        #expect(await tool("test", "import", "-", input: lines).lines.count == 2)
        #expect(await tool("test", "export").output == lines)
        let listed = await tool("test", "list", "--ndjson").output
        let again = await tool("test", "import", "-", input: listed)
        #expect(again.lines.allSatisfy { $0.hasPrefix("unchanged") })
        let clash = """
            {"url":"x://new","expect":{"outcome":"unmatched"}}
            {"case":"a","url":"x://b","expect":{"outcome":"unmatched"}}
            """
        let refused = await tool("test", "import", "-", input: clash)
        #expect(refused.status == 2 && refused.diagnostics.contains("line 2"))
        #expect(await tool("test", "export").output == lines)
        #expect(await tool("test", "import", "-", "--replace", input: clash).status == 0)
    }

    @Test("documents contain cases, and importing them twice changes nothing")
    func documents() async throws {
        await tool("test", "add", "app://user/1", "--case", "one")
        let document = await tool("export", "--format", "json").output
        let plan = await tool(
            "plan", "-", "--file-format", "json", "--table", input: #"{"schema":1,"cases":[]}"#)
        #expect(plan.lines.first == "- case #1 one")
        let lines = await tool("export")
        #expect(lines.diagnostics == "note: route tests are only written with '--format json'\n")
        let copy = tool.directory.path("copy.db")
        let imported = await tool.run(["import", "-", "--db", copy, "--json"], input: document)
        guard case .object(let counts)? = try imported.object["cases"] else {
            Issue.record("no counts")
            return
        }
        #expect(counts["imported"] == 1)
        #expect(await tool.run(["test", "--all", "--db", copy]).lines == ["1 of 1 passed"])
        let again = await tool.run(["import", "-", "--db", copy, "--json"], input: document)
        #expect(try again.object["revision"] == .null)
        let other = document.replacing("app://user/1", with: "app://user/2")
        let skipped = await tool.run(["import", "-", "--db", copy], input: other)
        #expect(skipped.diagnostics.contains("cases: imported 0, skipped 1"))
    }
}
