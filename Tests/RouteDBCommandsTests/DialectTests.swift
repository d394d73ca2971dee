import RouteDB
import Testing

@Suite("Dialects, kinds and converters on the command line")
struct DialectTests {
    let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("namespace", "add", "legacy", "--profile", "jlroutes", "--scheme", "app")
        await tool("namespace", "add", "nav", "--profile", "urlnavigator")
    }

    @Test("a namespace's profile is the syntax of its patterns, which are shown as written")
    func written() async throws {
        let added = await tool("add", "/user/:id", "--target", "t", "--namespace", "legacy")
        #expect(added.output == "added #1  /user/:id -> t  (revision 4)\n")
        let shown = await tool("show", "legacy:/user/:id").lines
        #expect(shown.contains("pattern    /user/:id") && shown.contains("syntax     jlroutes"))
        #expect(shown.contains("native     /user/{id}"))
        #expect(await tool("list").lines == ["1\t\t\tlegacy\t0\tyes\tt\t/user/:id\t"])
        let object = try await tool("resolve", "app://user/7", "--json").object
        guard case .object(let route)? = object["route"] else {
            Issue.record("no route")
            return
        }
        #expect(route["pattern"] == "/user/:id" && object["params"] == ["id": "7"])
    }

    @Test("--syntax selects another syntax for a pattern, and set keeps or changes it")
    func syntax() async throws {
        await tool(
            "add", "/user/<int:id>", "--target", "t", "--syntax", "native", "--namespace", "legacy")
        #expect(await tool("show", "#1", "--json").output.contains(#""syntax":"native""#))
        await tool("set", "#1", "target=u")
        #expect(await tool("show", "#1", "--json").output.contains(#""syntax":"native""#))
        await tool("set", "#1", "pattern=/user/:id")
        #expect(await tool("show", "#1", "--json").output.contains(#""syntax":"jlroutes""#))
        await tool("set", "#1", "pattern=/user/:id:", "syntax=aroute : |")
        #expect(await tool("show", "#1", "--json").output.contains(#""syntax":"aroute :: |""#))
    }

    @Test(
        "an unknown profile or syntax is a usage error with a suggestion",
        arguments: [
            ["namespace", "add", "x", "--profile", "jlroute"],
            ["namespace", "set", "legacy", "--profile", "JLRoutes"],
            ["add", "/a", "--target", "t", "--syntax", "jlrouts"],
        ])
    func suggestions(arguments: [String]) async {
        let run = await tool.run(arguments + ["--db", tool.path])
        #expect(run.status == 64)
        #expect(run.diagnostics.contains("Did you mean 'jlroutes'?"))
    }

    @Test("a mistake in a dialect's pattern is shown at its place")
    func mistake() async {
        let run = await tool("add", "app://x/<nope:id>", "--target", "t", "--namespace", "nav")
        #expect(run.status == 2)
        #expect(run.diagnostics.contains("  app://x/<nope:id>\n  "))
        #expect(run.diagnostics.contains("^~~~"))
    }

    @Test("routes of different kinds may share a pattern, and --kind selects one")
    func kinds() async throws {
        for kind in ["view", "handler"] {
            let run = await tool("add", "/a", "--target", kind, "--kind", kind)
            #expect(run.status == 0)
        }
        let run = await tool("resolve", "/a", "--kind", "handler", "--context", "n=1")
        #expect(run.lines == ["/a\tmatched\thandler\t{\"n\":1}\t\t"])
        #expect(await tool("resolve", "/a", "--kind", "other").status == 1)
        #expect(await tool("list", "--kind", "view").lines.count == 1)
        await tool("set", "#1", "kind=")
        #expect(await tool("show", "#1").lines.contains("kind       (none)"))
    }

    @Test("the context overrides every other value")
    func context() async throws {
        await tool("add", "/a/{id}", "--target", "t")
        let object = try await tool(
            "resolve", "/a/1?q=2", "--context", "id=x", "--context", "q=null", "--json"
        ).object
        #expect(object["values"] == ["q": nil, "id": "x"])
        #expect(object["context"] == ["id": "x", "q": nil] && object["params"] == ["id": "1"])
    }

    @Test("a converter is set, listed, used and removed")
    func converters() async throws {
        let set = await tool(
            "converter", "set", "region", "--namespace", "nav", "--allow", "kr,j\\,p")
        #expect(set.output == "added converter 'region'  (revision 4)\n")
        let same = await tool(
            "converter", "set", "region", "--namespace", "nav", "--allow", "kr", "--allow", "j\\,p")
        #expect(same.output == "unchanged converter 'region'\n")
        await tool(
            "add", "app://shop/<region:where>", "--target", "t", "--namespace", "nav", "--yes")
        let line = "nav\tregion\tallow\t[\"kr\",\"j,p\"]\t1"
        #expect(await tool("converter", "list").lines == [line])
        #expect(await tool("resolve", "app://shop/kr", "--namespace", "nav").status == 0)
        #expect(await tool("resolve", "app://shop/us", "--namespace", "nav").status == 1)
        let refused = await tool("converter", "remove", "region", "--namespace", "nav", "--json")
        #expect(refused.status == 2 && refused.error?["code"] == "converterInUse")
        await tool("remove", "#1", "--yes")
        #expect(await tool("converter", "remove", "region", "--namespace", "nav").status == 0)
        #expect(await tool("converter", "list").lines.isEmpty)
    }

    @Test("a missing converter function is reported as a failure")
    func failures() async throws {
        await tool("converter", "set", "c", "--namespace", "nav", "--in-code")
        await tool("add", "app://x/<c:id>", "--target", "t", "--namespace", "nav", "--yes")
        let run = await tool("resolve", "app://x/1", "--namespace", "nav", "--json")
        #expect(run.status == 1)
        guard case .array(let failures)? = try run.object["failures"],
            case .object(let failure)? = failures.first
        else {
            Issue.record("\(run.output)")
            return
        }
        #expect(failure["parameter"] == "id" && failure["converter"] == "c")
    }

    @Test(
        "a converter has exactly one rule",
        arguments: [[], ["--any", "--in-code"], ["--prefix", "a", "--any"]])
    func oneRule(rules: [String]) async {
        let run = await tool.run(["converter", "set", "c"] + rules + ["--db", tool.path])
        #expect(run.status == 64)
    }

    @Test("--by-rank lists every variant in the order of matching")
    func byRank() async {
        await tool("add", "/*", "--target", "any")
        await tool("add", "/a(/b)", "--target", "a")
        let lines = await tool("list", "--by-rank", "--namespace", "default").lines
        #expect(
            lines == [
                "1\t2\t\tdefault\ta\t\t/a\t/a(/b)", "2\t2\t\tdefault\ta\t\t/a/b\t/a(/b)",
                "3\t1\t\tdefault\tany\t\t/*\t/*",
            ])
        #expect(await tool("list", "--by-rank", "--disabled").status == 64)
    }

    @Test(
        "an invalid converter in a document is reported at its place",
        arguments: [
            (#"{"name":"c","rule":"alow"}"#, "Did you mean 'allow'?"),
            (#"{"name":"c","rule":"allow","argument":[1]}"#, "Invalid value of the rule 'allow'"),
            (#"{"rule":"any"}"#, "has no 'name'"),
            (#"{"name":"a b","rule":"any"}"#, "not a valid name"),
            (#"{"name":"c"}"#, "has no 'rule'"),
            (#"{"name":"c","rule":"any","namespace":"x"}"#, "'x'"),
        ])
    func damagedDocument(converter: String, text: String) async throws {
        let document = Array(#"{"converters":[\#(converter)]}"#.utf8)
        let run = await tool.importing(document, "--file-format", "json")
        #expect(run.status == 2)
        #expect(run.diagnostics.contains(text))
    }
}
