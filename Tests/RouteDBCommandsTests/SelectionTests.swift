import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Changing selected routes")
struct SelectionTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("namespace", "add", "web")
        await tool(
            "add", "/a", "--target", "shop.list", "--name", "a", "--group", "g", "--label",
            "owner=growth", "--label", "tier=1")
        await tool("add", "/b", "--target", "shop.list", "--name", "b")
        await tool("add", "/c", "--target", "shop", "--name", "c", "--namespace", "web")
    }

    private func routes() async throws -> [String?: Route] {
        let routes = try await tool.snapshot().routes
        return Dictionary(routes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    @Test func `set gives all selected routes another target, in one revision`() async throws {
        let run = await tool("set", "target=shop.items", "--target", "shop.list", "--yes")
        #expect(
            run.lines == [
                "set #1 g/a  /a -> shop.items  (revision 6)",
                "set #2 b  /b -> shop.items  (revision 6)",
            ])
        #expect(try await routes().values.filter { $0.target == "shop.items" }.count == 2)
        let again = await tool("set", "target=shop.items", "--target", "shop.items")
        #expect(again.status == 0 && again.lines.count == 2)
        #expect(again.lines.allSatisfy { $0.hasPrefix("unchanged #") })
    }

    @Test func `a selection is shown and confirmed, and a dry run changes nothing`() async throws {
        let refused = await tool("set", "priority=5", "--namespace", "default")
        #expect(refused.status == 64)
        #expect(refused.diagnostics.contains("  set #1 g/a  /a -> shop.list\n"))
        #expect(refused.diagnostics.contains("  set #2 b  /b -> shop.list\n"))
        #expect(refused.diagnostics.contains("'routedb revert @6' would take it back"))
        let dry = await tool("set", "priority=5", "--namespace", "default", "--dry-run")
        #expect(dry.status == 0 && dry.lines.allSatisfy { $0.hasPrefix("dry run: set #") })
        #expect(try await routes().values.allSatisfy { $0.priority == 0 })
        let agreed = await tool(
            "set", "priority=5", "--namespace", "default", input: "y\n", onTerminal: true)
        #expect(agreed.status == 0)
        #expect(try await routes()["a"]?.priority == 5)
        #expect(try await routes()["c"]?.priority == 0)
    }

    @Test func `set changes one route without a question, and members one by one`() async throws {
        let run = await tool(
            "set", "a", "labels.owner=core", "labels.tier=", "defaults.page=1", "group=", "note=x",
            "priority=-2", "--json")
        #expect(run.status == 0, "\(run.diagnostics)")
        let object = try run.object
        #expect(object["revision"] == 6 && object["reachability"] != nil)
        let route = try #require(try await routes()["a"])
        #expect(route.labels == ["owner": "core"] && route.group == nil && route.note == "x")
        #expect(route.priority == -2)
        #expect(await tool("default", "list", "--route", "a").output.contains("page\t1"))
        await tool("set", "a", "labels=", "priority=", "defaults.page=")
        let cleared = try #require(try await routes()["a"])
        #expect(cleared.labels.isEmpty && cleared.priority == 0 && cleared.note == "x")
        #expect(!(await tool("default", "list", "--route", "a").output.contains("page")))
    }

    @Test func `set moves routes to another namespace and group`() async throws {
        let run = await tool("set", "namespace=web", "group=old", "--group", "g", "--yes")
        #expect(run.output == "set #1 web:old/a  /a -> shop.list  (revision 6)\n")
        #expect(await tool("list", "--namespace", "web").lines.count == 2)
    }

    @Test func `if one of the routes cannot be changed, none is`() async throws {
        let run = await tool("set", "name=x", "group=g", "--namespace", "default", "--yes")
        #expect(run.status != 0)
        #expect(try await Set(routes().keys) == ["a", "b", "c"])
    }

    @Test func `enable, disable and remove take a selection`() async throws {
        #expect(await tool("disable", "--label", "owner").status == 64)
        let disabled = await tool("disable", "--label", "owner=growth", "--yes")
        #expect(disabled.lines == ["disabled #1 g/a  /a -> shop.list  (disabled)  (revision 6)"])
        let enabled = await tool("enable", "--disabled", "--yes")
        #expect(enabled.lines == ["enabled #1 g/a  /a -> shop.list  (revision 7)"])
        #expect(await tool("remove", "--target", "shop.list").status == 64)
        let removed = await tool("remove", "--target", "shop.list", "--yes")
        #expect(removed.lines.count == 2 && removed.status == 0)
        #expect(try await routes().keys.map { $0 } == ["c"])
    }

    @Test func `routes are named or selected, and not both`() async {
        for command in ["remove", "enable", "disable"] {
            #expect(await tool(command, "a", "--group", "g").status == 64)
            let none = await tool(command)
            #expect(none.status == 64 && none.diagnostics.contains("'--group'"))
        }
        #expect(await tool("set", "a", "priority=1", "--group", "g").status == 64)
        #expect(await tool("set", "priority=1").status == 64)
    }

    @Test func `what belongs to a group goes with it when all of its routes move`() async throws {
        await tool("add", "/d", "--target", "d", "--name", "d", "--group", "g")
        await tool("acl", "deny", "--group", "g", "--anonymous")
        await tool("default", "set", "k=1", "--group", "g")
        let part = await tool("set", "d", "group=h", "--yes")
        #expect(part.status == 0 && !part.diagnostics.contains("moved with the group"))
        let ids = try await routes().mapValues(\.id)
        let all = await tool("set", "namespace=web", "--group", "g", "--yes")
        #expect(
            all.diagnostics.contains(
                "note: 1 access rule and 1 default value moved with the group 'g'"))
        let snapshot = try await tool.snapshot()
        let web = try snapshot.namespace(named: "web").id
        #expect(snapshot.accessRules.map(\.scope) == [.group(web, "g")])
        #expect(snapshot.accessRules.map(\.id.rawValue) == [1])
        #expect(Array(snapshot.defaults.keys) == [.group(web, "g")])
        #expect(try await routes().mapValues(\.id) == ids)
        await tool("default", "set", "k=2", "--group", "h")
        let clash = await tool("set", "a", "namespace=default", "group=h", "--yes")
        #expect(clash.status == 2 && clash.diagnostics.contains("another default value 'k'"))
    }

    @Test func `an empty selection is an error that says what was asked`() async {
        for command in [["remove"], ["enable"], ["disable"], ["set", "priority=1"]] {
            let run = await tool.run(
                command + ["--group", "h", "--label", "owner", "--yes", "--db", tool.path])
            #expect(run.status == 2)
            #expect(run.diagnostics.contains("No route matches group 'h', label 'owner'."))
        }
        let missing = await tool("remove", "--namespace", "wep", "--yes", "--json")
        #expect(missing.error?["code"] == "namespaceNotFound")
    }

    @Test(
        arguments: [
            ("targt=x", "Did you mean 'target'?"), ("target", "Give a field with its new value"),
            ("onDuplicate=skip", "field that can be set"), ("target.x=y", "has no member 'x'"),
            ("labels.=y", "has no member ''"),
        ])
    func `what cannot be assigned is a usage error`(text: String, message: String) async {
        let run = await tool("set", "a", text)
        #expect(run.status == 64 && run.diagnostics.contains(message), "\(run.diagnostics)")
    }

    @Test(arguments: ["priority=high", "enabled=5", "namespace=", "target=", "plan=7"])
    func `a value that the field does not take is refused with the field`(text: String) async {
        let run = await tool("set", "a", text)
        #expect(run.status == 2, "\(run.diagnostics)")
        #expect(run.diagnostics.contains("The new value of '\(text.prefix { $0 != "=" })'"))
    }
}
