import RouteDB
import RouteDBTestSupport
import Testing

@Suite("show, diff, blame, rollback, tag and digest")
struct RevisionTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/a", "--target", "a", "--name", "first", "--message", "The first")
        await tool("set", "first", "target=b", "defaults.k=1", "--author", "bob")
    }

    @Test("show describes a revision and its changes")
    func show() async throws {
        await tool("tag", "v1", "@2")
        let run = await tool("show", "@2")
        #expect(run.status == 0)
        #expect(run.lines.contains("message   The first") && run.lines.contains("tags      v1"))
        #expect(run.lines.contains("+ route #1 first"))
        let object = try await tool("show", "@3", "--json").object
        #expect(object["revision"] == 3 && object["author"] == "bob" && object["tags"] == [])
        #expect(
            object["changes"]?.description == """
                [{"kind":"route","outcome":"changed","id":1,"label":"route #1 first",\
                "fields":[{"name":"target","old":"a","new":"b"}]},\
                {"kind":"default","outcome":"added","id":null,\
                "label":"default k of route #1 first",\
                "fields":[{"name":"value","old":null,"new":1}]}]
                """)
        #expect(await tool("show", "@v1", "--json").output.contains("\"revision\":2"))
        #expect(await tool("show", "@1").status == 0)
    }

    @Test("a damaged route does no harm to questions about others")
    func damage() async throws {
        await tool("add", "/b", "--target", "b", "--name", "other")
        await tool("set", "other", "target=c")
        try HostileFile.execute("UPDATE route SET pattern = '{' WHERE id = 1", path: tool.path)
        for question in [["log"], ["show", "@4"], ["blame", "other"], ["blame", "#2"]] {
            #expect(await tool.run(question + ["--db", tool.path]).status == 0, "\(question)")
        }
        #expect(await tool("diff", "@4", "@5").status == 1)
        #expect(await tool("diff", "@1", "@2").status == 2)
        #expect(await tool("blame", "first").status == 2)
        #expect(await tool("rollback", "@4", "--yes").status == 0)
    }

    @Test("show rejects a missing or invalid revision")
    func badShow() async {
        let missing = await tool("show", "@9", "--json")
        #expect(missing.status == 2 && missing.error?["code"] == "revisionNotFound")
        #expect(await tool("show", "@@").status == 64)
        #expect(await tool("show", "@2", "--as-of", "1").status == 64)
        await tool("add", "/at", "--target", "t", "--name", "@9")
        #expect(await tool("show", "@9").status == 2)
        #expect(await tool("show", "default:@9").lines[0] == "id         #2")
    }

    @Test("diff lists fields, with status 1 if there are any")
    func diff() async throws {
        let run = await tool("diff", "@2")
        #expect(run.status == 1)
        #expect(
            run.lines == [
                "changed\troute\troute #1 first\ttarget\t\"a\"\t\"b\"",
                "added\tdefault\tdefault k of route #1 first\tvalue\t\t1",
            ])
        #expect(try await tool("diff", "2", "@3", "--json").object["to"] == 3)
        #expect(await tool("diff", "@3", "@2", "--csv").lines[1].hasPrefix("changed,route,"))
        #expect(
            await tool("diff", "@2", "--table").lines == [
                "~ route #1 first", "    target: \"a\" -> \"b\"",
                "+ default k of route #1 first", "    value: 1",
            ])
        let same = await tool("diff", "@3", "--json")
        #expect(same.status == 0)
        #expect(same.output == "{\"schema\":1,\"from\":3,\"to\":3,\"changes\":[]}\n")
        #expect(await tool("diff", "@9").status == 2)
        #expect(await tool("diff", "no such").status == 64)
    }

    @Test("blame shows the revision of each field")
    func blame() async throws {
        let run = await tool("blame", "first")
        #expect(run.status == 0)
        #expect(run.lines.contains("target\tb\t3\t2026-01-02T03:04:05Z\tbob\t"))
        #expect(run.lines.contains("name\tfirst\t2\t2026-01-02T03:04:05Z\tada\tThe first"))
        #expect(run.lines.contains("default k\t1\t3\t2026-01-02T03:04:05Z\tbob\t"))
        let past = try await tool("blame", "first", "--as-of", "@2", "--json").object
        #expect(past["revision"] == 2 && past["route"] == 1)
        #expect(await tool("blame", "second").status == 2)
    }

    @Test("rollback needs consent, makes a new revision and can be undone")
    func rollback() async throws {
        let refused = await tool("rollback", "@2", "--json")
        #expect(refused.status == 64 && refused.error?["code"] == "confirmationRequired")
        #expect(await tool("rollback", "@2", input: "n\n", onTerminal: true).status == 1)
        let tried = await tool("rollback", "@2", "--dry-run")
        #expect(
            tried.lines == [
                "Undoes 1 revision:",
                "@3  2026-01-02T03:04:05Z  bob  set: (no message)",
                "changed route #1 first", "removed default k of route #1 first",
                "dry run: rolled back to revision 2  (revision 4)",
            ])
        let done = await tool("rollback", "@2", "--yes")
        #expect(done.status == 0)
        #expect(done.output == "rolled back to revision 2  (revision 4)\n")
        #expect(await tool("diff", "@2", "@4").status == 0)
        #expect(await tool("log", "--limit", "1").output.contains("rollback\tRoll back to @2"))
        let again = await tool("rollback", "2")
        #expect(again.status == 0 && again.output.hasPrefix("unchanged"))
        let back = try await tool("rollback", "@3", "--yes", "--json", "--message", "No").object
        #expect(back["outcome"] == "rolledBack" && back["to"] == 3 && back["revision"] == 5)
        #expect(await tool("check").status == 0)
    }

    @Test("rollback to a missing revision is refused")
    func badRollback() async {
        #expect(await tool("rollback", "@4", "--yes").status == 2)
        #expect(await tool("rollback", "@0", "--yes").status == 2)
        #expect(await tool("rollback", "none", "--yes").status == 2)
        #expect(await tool("rollback", "@2", "--yes", "--if-revision", "2").status == 1)
    }

    @Test("tag names revisions, lists the names, moves and removes them")
    func tag() async throws {
        #expect(await tool("tag", "v1").output == "added tag v1 of revision 3\n")
        #expect(await tool("tag", "v1").output == "unchanged tag v1 of revision 3\n")
        let taken = await tool("tag", "v1", "@2", "--json")
        #expect(taken.status == 2 && taken.error?["code"] == "tagConflict")
        let moved = try await tool("tag", "v1", "@2", "--move", "--json").object
        #expect(moved["outcome"] == "moved" && moved["revision"] == 2)
        await tool("tag", "before", "@2", "--message", "m", "--author", "bob")
        #expect(
            await tool("tag").lines == [
                "before\t2\t2026-01-02T03:04:05Z\tbob\tm", "v1\t2\t2026-01-02T03:04:05Z\tada\t",
            ])
        #expect(await tool("log", "--ndjson").lines[1].contains("\"tags\":[\"before\",\"v1\"]"))
        #expect(await tool("tag", "--remove", "v1").output == "removed tag v1 of revision 2\n")
        #expect(await tool("tag", "--remove", "v1").status == 2)
        #expect(await tool("tag", "--remove").status == 64)
        #expect(await tool("tag", "12").status == 2)
        #expect(await tool("tag", "x", "--dry-run").output.hasPrefix("dry run: added"))
        #expect(try await tool("tag", "--json").object["tags"] != [])
    }

    @Test("digest depends on the content, at any revision")
    func digest() async throws {
        let now = await tool("digest").output
        let then = await tool("digest", "--as-of", "@2", "--json")
        #expect(try then.object["revision"] == 2)
        await tool("rollback", "@2", "--yes")
        let after = await tool("digest").output
        #expect(now != after && then.output.contains(after.prefix(64)))
    }
}

@Suite("The log")
struct LogTests {
    @Test("a revision without a message is listed with what it changed")
    func words() async throws {
        let tool = try Tool()
        await tool("init")
        await tool("add", "/a", "--target", "a", "--name", "a")
        await tool("set", "a", "target=b", "-m", "why")
        let messages = await tool("log").lines.map { $0.split(separator: "\t")[4] }
        #expect(messages[0] == "why" && messages[1] == "route a added")
        let json = await tool("log", "--json").output
        #expect(json.contains("\"message\":\"\",\"summary\":\"route a added\""))
        #expect(json.contains("\"message\":\"why\",\"summary\":\"route a changed\""))
    }

    @Test("the log of a route has the revisions that changed it, also after its end")
    func route() async throws {
        let tool = try Tool()
        await tool("init")
        await tool("add", "/a", "--target", "a", "--name", "a")
        await tool("add", "/b", "--target", "b", "--name", "b")
        await tool("default", "set", "k=1", "--route", "a")
        await tool("remove", "a", "--yes")
        func numbers(_ log: ToolRun) -> [String] {
            log.lines.map { $0.split(separator: "\t").first.map(String.init) ?? "" }
        }
        #expect(await numbers(tool("log", "#1")) == ["5", "4", "2"])
        #expect(await numbers(tool("log", "#1", "--limit", "1")) == ["5"])
        #expect(await numbers(tool("log", "a", "--as-of", "4")) == ["4", "2"])
        #expect(await numbers(tool("log", "b")) == ["3"])
        let missing = await tool("log", "a")
        #expect(missing.status == 2 && missing.diagnostics.contains("No route matches 'a'"))
        #expect(await tool("log", "#9").diagnostics.contains("It has never existed."))
    }

    @Test("a patch shows what each revision changed, of a route only what is about it")
    func patch() async throws {
        let tool = try Tool()
        await tool("init")
        await tool("add", "/a", "--target", "a", "--name", "a")
        await tool("acl", "deny", "a", "--anonymous")
        await tool("set", "a", "target=b", "-m", "why")
        let text = await tool("log", "--patch", "--limit", "1").output
        #expect(text.contains("@4  ") && text.contains("  why\n"))
        #expect(text.contains("target: \"a\" -> \"b\""))
        let json = await tool("log", "a", "-p", "--json").output
        #expect(json.contains("\"changes\":[{\"kind\":\"route\",\"outcome\":\"changed\""))
        #expect(!json.contains("\"kind\":\"namespace\""))
        #expect(await tool("log", "-p", "--csv").status == 64)
    }
}
