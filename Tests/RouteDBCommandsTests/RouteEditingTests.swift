import RouteDB
import RouteDBTestSupport
import Testing

@Suite("replace, rename, enable, disable, remove")
struct RouteEditingTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool(
            "add", "/a/{x}", "--target", "a", "--name", "first", "--group", "g", "--default", "k=1",
            "--default", "l=2", "--priority", "3")
        await tool("add", "/b", "--target", "b", "--name", "second")
    }

    @Test("replace changes only what is given")
    func replace() async {
        let run = await tool(
            "replace", "first", "--target", "c", "--default", "k=9", "--unset-default", "l",
            "--json")
        #expect(run.status == 0)
        #expect(
            run.output == """
                {"schema":1,"revision":4,"dryRun":false,"routes":[{"outcome":"replaced","id":1,\
                "name":"first","group":"g","kind":null,"namespace":"default","pattern":"/a/{x}","target":"c",\
                "priority":3,"enabled":true,"defaults":{"k":9},"requires":{},"plan":null}],\
                "reachability":{"all":0,"some":0,"new":0,"bounded":false,"routes":[]}}

                """)
    }

    @Test("replace finds a route by its pattern, and removes its name and group")
    func replacePattern() async {
        let run = await tool("replace", "#1", "/c", "--unname", "--ungroup")
        #expect(run.output == "replaced #1  /c -> a  (revision 4)\n")
    }

    @Test("replace with nothing to change is a usage error")
    func replaceNothing() async {
        #expect(await tool("replace", "first").status == 64)
        #expect(await tool("replace", "first", "--target", "a").output.hasPrefix("unchanged #1"))
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
        #expect(run.diagnostics.contains("'routedb rollback @3' would undo it"))
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
            ["replace", "a", "--target", "b"], ["rename", "a", "b"], ["enable", "a"],
            ["disable", "a"], ["remove", "a", "--yes"], ["namespace", "remove", "a", "--yes"],
            ["default", "unset", "a", "--route", "b"],
        ] {
            let run = await tool.run(arguments + ["--db", tool.path, "--json"])
            #expect(run.status == 2)
            #expect(run.error?["code"] == "databaseMissing", "\(arguments)")
        }
    }
}
