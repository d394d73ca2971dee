import RouteDB
import RouteDBTestSupport
import Testing

@Suite("list and show")
struct ListTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "myapp://user/{id:int}", "--target", "user.profile", "--name", "user")
        await tool(
            "add", "/shop/:category", "--target", "shop.list", "--group", "web", "--default", "n=1",
            "--disabled")
        await tool("namespace", "add", "other")
        await tool("add", "/x,\"y\"", "--target", "shop", "--namespace", "other")
    }

    @Test("without a terminal, fields are separated by tabs")
    func plain() async {
        #expect(
            await tool("list").lines == [
                "1\tuser\t\tdefault\t0\tyes\tuser.profile\tmyapp://user/{id:int}\t",
                "2\t\tweb\tdefault\t0\tno\tshop.list\t/shop/{category}\t",
                "3\t\t\tother\t0\tyes\tshop\t/x,\"y\"\t",
            ])
    }

    @Test("a table has a header and aligned columns, with --table and on a terminal")
    func table() async {
        let lines = [
            "ID  NAME  GROUP  NAMESPACE  PRIORITY  ENABLED  TARGET        PATTERN",
            " 1  user         default           0  yes      user.profile  myapp://user/{id:int}",
            " 2        web    default           0  no       shop.list     /shop/{category}",
            " 3               other             0  yes      shop          /x,\"y\"",
        ]
        #expect(await tool("list", "--table").lines == lines)
        #expect(await tool("list", onTerminal: true).lines == lines)
    }

    @Test("--csv has a header, and quotes what must be quoted")
    func csv() async {
        let run = await tool("list", "--csv", "--namespace", "other")
        #expect(
            run.output == "id,name,group,namespace,priority,enabled,target,pattern,kind\n"
                + "3,,,other,0,yes,shop,\"/x,\"\"y\"\"\",\n")
    }

    @Test("--json is one object, --ndjson one object a line")
    func json() async throws {
        let run = await tool("list", "--json", "--name", "user")
        #expect(
            run.output == """
                {"schema":1,"revision":5,"routes":[{"id":1,"name":"user","group":null,\
                "kind":null,"namespace":"default","pattern":"myapp://user/{id:int}","target":"user.profile",\
                "priority":0,"enabled":true,"defaults":{},"requires":{},"plan":null}]}

                """)
        let lines = await tool("list", "--ndjson").lines
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.hasPrefix("{\"schema\":1,\"id\":") })
    }

    @Test(
        "filters keep only what they select",
        arguments: [
            (["--pattern", "user"], ["1"]), (["--target", "shop"], ["2", "3"]),
            (["--target", "sho"], []), (["--group", "web"], ["2"]), (["--disabled"], ["2"]),
            (["--namespace", "default"], ["1", "2"]), (["--as-of", "2"], ["1"]),
            (["--name", "nobody"], []),
        ] as [([String], [String])])
    func filters(arguments: [String], ids: [String]) async {
        let run = await tool.run(["list", "--csv"] + arguments + ["--db", tool.path])
        #expect(run.status == 0)
        #expect(run.lines.dropFirst().map { String($0.prefix { $0 != "," }) } == ids)
    }

    @Test("two formats at once are a usage error")
    func twoForms() async {
        for forms in [["--json", "--csv"], ["--table", "--ndjson"], ["--json", "--table"]] {
            #expect(await tool.run(["list", "--db", tool.path] + forms).status == 64)
        }
    }

    @Test("an unknown namespace is an error with a suggestion, not an empty list")
    func unknownNamespace() async {
        let run = await tool("list", "--namespace", "othr", "--json")
        #expect(run.status == 2)
        #expect(run.error?["code"] == "namespaceNotFound")
        #expect(run.error?["hint"] == "Did you mean 'other'?")
    }

    @Test("show lists defaults with their origin and parameters with their type")
    func show() async {
        await tool("default", "set", "lang=en", "n=7", "--namespace", "default")
        await tool("default", "set", "page=2", "--group", "web")
        #expect(
            await tool("show", "/shop/{category}").output == """
                id         #2
                name       (none)
                group      web
                kind       (none)
                namespace  default
                pattern    /shop/{category}
                syntax     native
                native     /shop/{category}
                target     shop.list
                priority   0
                enabled    no
                parameter  category: string
                default    lang = "en"  (namespace default)
                default    n = 1  (route #2)
                default    page = 2  (group web)

                """)
    }

    @Test("show --json has everything in a fixed order")
    func showJSON() async {
        #expect(
            await tool("show", "user", "--json").output == """
                {"schema":1,"revision":5,"route":{"id":1,"name":"user","group":null,\
                "kind":null,"namespace":"default","pattern":"myapp://user/{id:int}","target":"user.profile",\
                "priority":0,"enabled":true,"defaults":[],"requires":{},"plan":null,"syntax":"native",\
                "native":"myapp://user/{id:int}",\
                "parameters":[{"name":"id","type":"int"}]}}

                """)
    }

    @Test("a missing route is an error with a suggestion")
    func notFound() async {
        let run = await tool("show", "usr")
        #expect(run.status == 2)
        #expect(run.diagnostics == "error: No route matches 'usr'.\nhint: Did you mean 'user'?\n")
        #expect(
            await tool("show", "user", "--as-of", "1", "--json").error?["code"] == "routeNotFound")
        #expect(
            await tool("show", "#1", "--as-of", "99", "--json").error?["code"] == "revisionNotFound"
        )
    }
}
