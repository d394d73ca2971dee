import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("set, rename, enable, disable, remove")
struct RouteEditingTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool(
            "add", "/a/{x}", "--target", "a", "--name", "first", "--group", "g", "--default", "k=1",
            "--default", "l=2", "--priority", "3")
        await tool("add", "/b", "--target", "b", "--name", "second")
    }

    @Test("set changes only what is given")
    func replace() async {
        let run = await tool(
            "set", "first", "target=c", "defaults.k=9", "defaults.l=", "--json")
        #expect(run.status == 0)
        #expect(
            run.output == """
                {"schema":1,"revision":4,"dryRun":false,"routes":[{"outcome":"set","id":1,\
                "name":"first","group":"g","kind":null,"namespace":"default","pattern":"/a/{x}","target":"c",\
                "priority":3,"enabled":true,"defaults":{"k":9},"requires":{},"plan":null}],\
                "reachability":{"all":0,"some":0,"new":0,"bounded":false,"routes":[]}}

                """)
    }

    @Test("set finds a route by its id, and removes its name and group")
    func replacePattern() async {
        let run = await tool("set", "#1", "pattern=/c", "name=", "group=")
        #expect(run.output == "set #1  /c -> a  (revision 4)\n")
    }

    @Test("set with nothing to change is a usage error")
    func replaceNothing() async {
        #expect(await tool("set", "first").status == 64)
        #expect(await tool("set", "first", "target=a").output.hasPrefix("unchanged #1"))
    }

    @Test(
        "set changes all routes that it names in one revision",
        arguments: ["second", "#2", "2", "default:second", "/b"])
    func several(second: String) async throws {
        let run = await tool("set", "g/first", "priority=7", second, "target=new")
        #expect(run.lines.count == 2 && run.output.contains("(revision 4)"), "\(run.diagnostics)")
        let routes = try await tool.snapshot().routes
        #expect(routes.allSatisfy { $0.target == "new" && $0.priority == 7 })
    }

    @Test(
        "a route without a field, a field without a route, and the dashes of other tools are explained"
    )
    func setUsage() async {
        for (words, hint) in [
            (["first", "/c"], "'pattern=/new'"), (["target=x"], "Name routes"),
            (["first", "priority=1", "--target", "x"], "'target=shop'"),
            (["first", "taget=x"], "'target'"),
        ] {
            let run = await tool.run(["set"] + words + ["--db", tool.path])
            #expect(run.status == 64 && run.diagnostics.contains(hint), "\(run.diagnostics)")
        }
        for verb in ["replace", "update", "edit"] {
            let run = await tool(verb, "first", "target=x")
            #expect(run.diagnostics.contains("Did you mean 'routedb set'?"), "\(run.diagnostics)")
        }
    }

    @Test("a new pattern is in the usual syntax, and keeps another only if it is named")
    func setSyntax() async throws {
        await tool("set", "second", "syntax=urlnavigator", "pattern=/user/<id>")
        #expect(try await tool.snapshot().routes[1].pattern?.description == "/user/{id}")
        #expect(await tool("show", "second", "--json").output.contains("\"urlnavigator\""))
        await tool("set", "second", "pattern=/{id}")
        #expect(await tool("show", "second", "--json").output.contains("\"native\""))
        let run = await tool("set", "second", "syntax=urlnavigater")
        #expect(run.status == 2 && run.diagnostics.contains("'urlnavigator'"))
    }

    @Test("a redirect keeps its status, and gets another in any order of the words")
    func setRedirect() async throws {
        await tool("set", "second", "status=308", "redirect=/c")
        await tool("set", "second", "redirect=/d")
        #expect(
            try await tool.snapshot().routes[1].redirect == RouteRedirect(to: "/d", status: 308))
        await tool("set", "second", "status=")
        #expect(try await tool.snapshot().routes[1].redirect == RouteRedirect(to: "/d"))
        for (field, problem) in [("status=soon", "is not a number"), ("status=200", "status")] {
            let run = await tool("set", "second", field)
            #expect(run.status == 2 && run.diagnostics.contains(problem), "\(run.diagnostics)")
        }
    }

    @Test("a plan is read from a file")
    func setPlan() async throws {
        let file = tool.directory.path("plan.json")
        try #"{"verb":"present"}"#.write(toFile: file, atomically: true, encoding: .utf8)
        await tool("set", "second", "plan=\(file)")
        #expect(try await tool.snapshot().routes[1].presentation?.verb == .present)
        let missing = await tool("set", "second", "plan=none.json")
        #expect(missing.status == 2 && missing.diagnostics.contains("none.json"))
    }

    @Test("rename sets or removes a name")
    func rename() async {
        #expect(await tool("rename", "second", "last").output.hasPrefix("renamed #2 last"))
        #expect(await tool("rename", "last", "last").output.hasPrefix("unchanged #2 last"))
        #expect(await tool("rename", "last", "--unname").output.hasPrefix("renamed #2  /b"))
        #expect(await tool("rename", "#2").status == 64)
    }

    @Test("disable and enable take several routes, in one revision")
    func enable() async {
        let run = await tool("disable", "first", "#2")
        #expect(
            run.lines == [
                "disabled #1 g/first  /a/{x} -> a  (disabled)  (revision 4)",
                "disabled #2 second  /b -> b  (disabled)  (revision 4)",
            ])
        #expect(await tool("resolve", "/b").status == 1)
        #expect(await tool("enable", "second").output.hasPrefix("enabled #2"))
        #expect(await tool("enable", "second").output.hasPrefix("unchanged #2"))
        #expect(await tool("resolve", "/b").status == 0)
    }

    @Test("remove needs --yes without a terminal")
    func removeWithoutTerminal() async {
        let run = await tool("remove", "first", "second")
        #expect(run.status == 64)
        #expect(run.diagnostics.contains("remove #1 g/first"))
        #expect(run.diagnostics.contains("'routedb revert @4' would take it back"))
        #expect(run.diagnostics.contains("hint: Add '--yes'"))
        #expect(await tool("list").lines.count == 2)
        #expect(await tool("remove", "first", "--json").error?["code"] == "confirmationRequired")
    }

    @Test("remove --yes removes all of the routes or none")
    func remove() async {
        let none = await tool("remove", "first", "third", "--yes")
        #expect(none.status == 2)
        #expect(none.diagnostics.contains("No route matches 'third'"))
        #expect(await tool("list").lines.count == 2)
        let run = await tool("remove", "first", "/b", "--yes")
        #expect(run.lines.count == 2)
        #expect(run.output.hasPrefix("removed #1 g/first  /a/{x} -> a  (revision 4)\n"))
        #expect(await tool("list").output.isEmpty)
    }

    @Test("remove --dry-run asks nothing and removes nothing")
    func removeDryRun() async {
        let run = await tool("remove", "first", "--dry-run")
        #expect(run.output.hasPrefix("dry run: removed #1"))
        #expect(await tool("list").lines.count == 2)
    }

    @Test(
        "on a terminal remove asks",
        arguments: [("y\n", 0, 1), ("yes\n", 0, 1), ("n\n", 1, 2), ("", 1, 2)])
    func removeOnTerminal(answer: String, status: Int32, left: Int) async {
        let run = await tool("remove", "first", input: answer, onTerminal: true)
        #expect(run.status == status)
        #expect(run.diagnostics.contains("Do this? [y/N] "))
        #expect(await tool("list").lines.count == left)
    }

    @Test("commands that change existing items create no registry")
    func missing() async throws {
        let tool = try Tool()
        for arguments in [
            ["set", "a", "target=b"], ["rename", "a", "b"], ["enable", "a"],
            ["disable", "a"], ["remove", "a", "--yes"], ["namespace", "remove", "a", "--yes"],
            ["default", "unset", "a", "--route", "b"],
        ] {
            let run = await tool.run(arguments + ["--db", tool.path, "--json"])
            #expect(run.status == 2)
            #expect(run.error?["code"] == "databaseMissing", "\(arguments)")
        }
    }
}
