import RouteDB
import Testing

@Suite("Tasks and requirements on the command line")
struct TaskTests {
    let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("namespace", "add", "cart")
    }

    private func addPay() async {
        await tool(
            "add", "--name", "pay", "--target", "cart.pay", "--namespace", "cart", "--kind", "task",
            "--require", "sum:int", "--require", "a:b:any")
    }

    @Test("add without a pattern adds a task, which is shown and listed as one")
    func adding() async throws {
        let added = await tool("add", "--name", "go", "--target", "settings")
        #expect(added.output == "added #1 go  (no pattern) -> settings  (revision 3)\n")
        let shown = await tool("show", "go").lines
        for line in ["pattern    (none)", "syntax     (none)", "native     (none)"] {
            #expect(shown.contains(line))
        }
        #expect(await tool("list").lines == ["1\tgo\t\tdefault\t0\tyes\tsettings\t\t"])
        #expect(await tool("list", "--pattern", "").lines.isEmpty)
        #expect(await tool("list", "--by-rank").lines.isEmpty)
        guard case .object(let route)? = try await tool("show", "go", "--json").object["route"]
        else {
            Issue.record("no route")
            return
        }
        #expect(route["pattern"] == .null && route["syntax"] == .null && route["native"] == .null)
        let again = await tool("add", "--name", "go", "--target", "settings")
        #expect(again.output.hasPrefix("unchanged #1"))
    }

    @Test(
        "a task without a name, or with a syntax, is a usage error",
        arguments: [["--target", "t"], ["--target", "t", "--name", "n", "--syntax", "native"]])
    func usage(arguments: [String]) async {
        #expect(await tool.run(["add"] + arguments + ["--db", tool.path]).status == 64)
    }

    @Test("a task with an existing name is an error unless --on-duplicate is given")
    func duplicates() async {
        await tool("add", "--name", "go", "--target", "a")
        let refused = await tool("add", "--name", "go", "--target", "b", "--json")
        #expect(refused.status == 2 && refused.error?["code"] == "routeConflict")
        let replaced = await tool(
            "add", "--name", "go", "--target", "b", "--on-duplicate", "replace")
        #expect(replaced.output.hasPrefix("replaced #1 go"))
    }

    @Test("resolve --name finds a route by name, along the fallbacks")
    func resolving() async throws {
        await addPay()
        let run = await tool(
            "resolve", "--name", "pay", "--namespace", "cart", "--context", "sum=5")
        #expect(run.lines == ["pay\tmatched\tcart.pay\t{\"sum\":5}\t\t"])
        let object = try await tool(
            "resolve", "--name", "pay", "--namespace", "cart", "--context", "sum=1.5", "--json"
        ).object
        #expect(object["name"] == "pay" && object["url"] == nil && object["plan"] == .null)
        #expect(object["unmet"] == ["sum": "int", "a:b": "any"])
        guard case .object(let route)? = object["route"] else {
            Issue.record("no route")
            return
        }
        #expect(route["pattern"] == .null && route["kind"] == "task")
        #expect(await tool("resolve", "--name", "pay").status == 1)
        await tool("namespace", "add", "app", "--fallback", "cart")
        #expect(await tool("resolve", "--name", "pay", "--namespace", "app").status == 0)
    }

    @Test("a route of another kind is reported as such")
    func otherKind() async throws {
        await addPay()
        let run = await tool(
            "resolve", "--name", "pay", "--namespace", "cart", "--kind", "vc", "--table")
        #expect(run.status == 1)
        #expect(run.lines == ["pay", "  unmatched in the namespace cart; the route is a 'task'"])
        let object = try await tool(
            "resolve", "--name", "pay", "--namespace", "cart", "--kind", "vc", "--json"
        ).object
        #expect(object["otherKind"] == "task" && object["outcome"] == "unmatched")
    }

    @Test(
        "URLs and a name exclude each other",
        arguments: [["resolve"], ["resolve", "/a", "--name", "pay"]])
    func eitherOr(arguments: [String]) async {
        #expect(await tool.run(arguments + ["--db", tool.path]).status == 64)
    }

    @Test("requirements are shown, and unmet ones are reported")
    func requirements() async {
        await addPay()
        let shown = await tool("show", "pay").lines
        #expect(shown.contains("requires   sum: int") && shown.contains("requires   a:b: any"))
        let run = await tool("resolve", "--name", "pay", "--namespace", "cart", "--table")
        #expect(run.lines.last == #"  unmet     sum="int" a:b="any""#)
    }

    @Test("set adds, changes and removes requirements and the pattern")
    func replacing() async throws {
        await addPay()
        await tool("set", "pay", "requires.sum=number", "requires.a:b=")
        var route = try #require(try await tool.snapshot().routes.first)
        #expect(route.requirements == [RouteRequirement("sum", .number)])
        await tool("set", "pay", "pattern=/pay")
        route = try #require(try await tool.snapshot().routes.first)
        #expect(route.pattern?.description == "/pay")
        let bare = await tool("set", "pay", "pattern=")
        #expect(bare.output.hasPrefix("set #1 cart:pay  (no pattern) -> cart.pay"))
        #expect(await tool("set", "pay", "pattern=/pay", "pattern=").status == 64)
        let refused = await tool("rename", "pay", "--unname")
        #expect(refused.status == 2 && refused.diagnostics.contains("needs a name"))
    }

    @Test("a converted namespace keeps its tasks, requirements and plans")
    func converting() async throws {
        await tool("namespace", "set", "cart", "--profile", "jlroutes")
        await addPay()
        await tool(
            "add", "/cart/:id", "--target", "c", "--namespace", "cart", "--require", "id:int",
            "--plan", #"{"verb":"present"}"#)
        #expect(await tool("convert", "cart").status == 0)
        let routes = try await tool.snapshot().routes
        #expect(routes.map { $0.pattern?.description } == [nil, "/cart/{id}"])
        #expect(routes.map(\.dialectText) == [nil, nil])
        #expect(routes.map(\.requirements.count) == [2, 1])
        #expect(routes.map { $0.presentation?.verb } == [nil, .present])
        #expect(await tool("check").status == 0)
    }

    @Test(
        "an invalid requirement is a usage error that describes the form",
        arguments: [
            ("id", "is not in the form 'key:type'"), (":int", "is not in the form 'key:type'"),
            ("id:integer", "Unknown type 'integer'"), ("id:strin", "Did you mean 'string'?"),
        ])
    func faultyRequirement(text: String, complaint: String) async {
        let run = await tool("add", "/a", "--target", "t", "--require", text)
        #expect(run.status == 64)
        #expect(run.diagnostics.contains(complaint))
    }
}
