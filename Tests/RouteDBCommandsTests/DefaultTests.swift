import RouteDB
import RouteDBTestSupport
import Testing

@Suite("default")
struct DefaultTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "/a", "--target", "a", "--name", "first", "--group", "g")
    }

    @Test("set reports what changed, in one revision")
    func set() async {
        await tool("default", "set", "a=1", "--namespace", "default")
        let run = await tool("default", "set", "a=1", "b=x", "--namespace", "default")
        #expect(run.status == 0)
        #expect(run.lines == ["unchanged a = 1", "set b = \"x\"  (revision 4)"])
        let json = await tool("default", "set", "c=[]", "--route", "first", "--json")
        #expect(
            json.output == """
                {"schema":1,"revision":5,"dryRun":false,\
                "defaults":[{"outcome":"set","key":"c","value":[]}]}

                """)
    }

    @Test("unset reports whether there was a value")
    func unset() async {
        await tool("default", "set", "a=1", "--group", "g")
        let run = await tool("default", "unset", "a", "b", "--group", "g", "--namespace", "default")
        #expect(run.lines == ["unset a  (revision 4)", "unchanged b"])
    }

    @Test("list --route shows the values of the route with their origins")
    func list() async {
        await tool("default", "set", "a=1", "b=1", "c=1", "--namespace", "default")
        await tool("default", "set", "b=2", "c=2", "--group", "g")
        await tool("default", "set", "c=3", "--route", "first")
        let route = await tool("default", "list", "--route", "first")
        #expect(
            route.lines == ["a\t1\tnamespace default", "b\t2\tgroup g", "c\t3\troute #1"])
        #expect(await tool("default", "list").lines.count == 6)
        #expect(await tool("default", "list", "--namespace", "default").lines.count == 5)
        #expect(await tool("default", "list", "--group", "g").lines.count == 2)
    }

    @Test("the scope must be given exactly once")
    func place() async {
        #expect(await tool("default", "set", "a=1").status == 64)
        #expect(await tool("default", "set", "a=1", "--route", "x", "--group", "g").status == 64)
        #expect(await tool("default", "set", "a", "--group", "g").status == 64)
        #expect(
            await tool("default", "set", "a=1", "--route", "x", "--json").error?["code"]
                == "routeNotFound")
    }
}
