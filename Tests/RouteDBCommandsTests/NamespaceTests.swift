import RouteDB
import RouteDBTestSupport
import Testing

@Suite("namespace")
struct NamespaceTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("init")
    }

    @Test("add creates a namespace with bindings, policies and fallbacks")
    func add() async throws {
        let run = await tool(
            "namespace", "add", "web", "--scheme", "HTTPS", "--host", "example.com", "--host",
            "*.example.com", "--fallback", "default", "--fallback-target", "home",
            "case=insensitive")
        #expect(run.output == "added namespace 'web'  (revision 2)\n")
        let list = await tool("namespace", "list", "--ndjson")
        #expect(
            list.lines.last == """
                {"schema":1,"name":"web","profile":"native","schemes":["https"],\
                "hosts":["example.com","*.example.com"],"fallback":"default",\
                "fallbackTarget":"home","access":"open","routes":0,"policies":{"choice":"specificity",\
                "refusal":"next","registration":"error","groups":"left","scheme":"match",\
                "host":"match","query":"items","fragment":"ignore","decoding":"all",\
                "plus":"literal","repeated-keys":"list","repeated-slashes":"collapse",\
                "trailing-slash":"ignore","case":"insensitive","empty-values":"refuse",\
                "cast-failure":"no-match","marks":"{}","cast-mark":"|"},\
                "overrides":["case"]}
                """)
    }

    @Test("adding the same namespace twice prints 'unchanged'")
    func isIdempotent() async {
        await tool("namespace", "add", "web", "plus=space")
        let run = await tool("namespace", "add", "web", "plus=space")
        #expect(run.status == 0)
        #expect(run.output == "unchanged namespace 'web'\n")
        #expect(
            await tool("namespace", "add", "web", "--json").error?["code"] == "namespaceConflict")
    }

    @Test("set changes only what is given; 'policy=' restores the profile's value")
    func set() async throws {
        await tool("namespace", "add", "web", "plus=space", "--scheme", "https", "--host", "a.b")
        #expect(
            await tool("namespace", "set", "web", "plus=", "case=insensitive").output
                == "changed namespace 'web'  (revision 3)\n")
        #expect(
            await tool("namespace", "set", "web", "plus=").output == "unchanged namespace 'web'\n")
        await tool("namespace", "set", "web", "--unbind", "--scheme", "app", "--rename", "app")
        await tool("namespace", "set", "app", "--access", "closed")
        let object = try ToolRun.object(await tool("namespace", "list", "--ndjson").lines[1])
        #expect(object["access"] == "closed")
        #expect(object["name"] == "app")
        #expect(object["overrides"] == ["case"])
        #expect(object["schemes"] == ["app"])
        #expect(object["hosts"] == [])
        #expect(await tool("namespace", "set", "app").status == 64)
        let misspelt = await tool("namespace", "set", "app", "--access", "close")
        #expect(misspelt.status == 64 && misspelt.diagnostics.contains("Did you mean 'closed'?"))
    }

    @Test("the policies of the default namespace can be set before there is a registry")
    func setMakesRegistry() async throws {
        let tool = try Tool()
        let run = await tool.run([
            "namespace", "set", "default", "case=insensitive", "--db", tool.path,
        ])
        #expect(run.status == 0)
        #expect(run.diagnostics.contains("created registry"))
    }

    @Test("the list marks policies that differ from the profile's")
    func list() async {
        await tool("namespace", "set", "default", "case=insensitive")
        #expect(
            await tool("namespace", "list", "--table").output == """
                default  (profile native, 0 routes)
                  policies  choice=specificity refusal=next registration=error groups=left
                            scheme=match host=match query=items fragment=ignore decoding=all
                            plus=literal repeated-keys=list repeated-slashes=collapse
                            trailing-slash=ignore case=insensitive* empty-values=refuse
                            cast-failure=no-match marks={} cast-mark=|

                """)
    }

    @Test("a namespace with routes is removed only together with them")
    func remove() async {
        await tool("namespace", "add", "web")
        await tool("add", "/a", "--target", "a", "--namespace", "web")
        let refused = await tool("namespace", "remove", "web", "--yes", "--json")
        #expect(refused.status == 2)
        #expect(refused.error?["code"] == "namespaceInUse")
        let asked = await tool("namespace", "remove", "web", "--with-routes")
        #expect(asked.status == 64)
        #expect(asked.diagnostics.contains("remove the namespace 'web', and 1 route"))
        let run = await tool("namespace", "remove", "web", "--with-routes", "--yes")
        #expect(run.output == "removed namespace 'web'  (revision 4)\n")
    }

    @Test(
        "an unknown policy is an error that lists the known ones",
        arguments: [
            ("cas=insensitive", "Did you mean 'case'?", 2),
            ("case=upper", "Its values are 'sensitive', 'insensitive', 'insensitive-literals'.", 2),
            ("case", "The policies are choice, ", 64),
        ])
    func policies(text: String, hint: String, status: Int32) async {
        let run = await tool("namespace", "set", "default", text)
        #expect(run.status == status)
        #expect(run.diagnostics.contains("hint: \(hint)"))
    }
}
