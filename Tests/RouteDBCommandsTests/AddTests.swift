import RouteDB
import RouteDBTestSupport
import Testing

@Suite("add")
struct AddTests {
    @Test("add prints the outcome, the id and the revision")
    func added() async throws {
        let tool = try Tool()
        await tool("init")
        let run = await tool(
            "add", "myapp://user/{id:int}", "--target", "user.profile", "--name", "user")
        #expect(run.status == 0)
        #expect(
            run.output == "added #1 user  myapp://user/{id:int} -> user.profile  (revision 2)\n")
        #expect(run.diagnostics.isEmpty)
    }

    @Test("add --json describes the route completely, in a fixed order")
    func json() async throws {
        let tool = try Tool()
        await tool("init")
        let run = await tool(
            "add", "/shop/:category(/page/{n:int})", "--target", "shop.list", "--default", "n=1",
            "--priority", "-5", "--group", "web", "--disabled", "--json")
        #expect(
            run.output == """
                {"schema":1,"revision":2,"dryRun":false,"routes":[{"outcome":"added","id":1,\
                "name":null,"group":"web","kind":null,"namespace":"default",\
                "pattern":"/shop/{category}(/page/{n:int})","target":"shop.list","priority":-5,\
                "enabled":false,"defaults":{"n":1},"requires":{},"plan":null}],\
                "reachability":{"all":0,"some":0,"new":0,"bounded":false,"routes":[]}}

                """)
    }

    @Test("adding the same route twice prints 'unchanged', makes no revision and succeeds")
    func isIdempotent() async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "a")
        let run = await tool("add", "/a", "--target", "a")
        #expect(run.status == 0)
        #expect(run.output == "unchanged #1  /a -> a\n")
        let json = await tool("add", "/a", "--target", "a", "--json")
        #expect(try json.object["revision"] == .null)
    }

    @Test("a missing registry is created, with a message on standard error")
    func creates() async throws {
        let tool = try Tool()
        let run = await tool("add", "/a", "--target", "a")
        #expect(run.status == 0)
        #expect(run.diagnostics == "created registry '\(tool.path)'\n")
        #expect(await tool("list").status == 0)
    }

    @Test("a dry run changes nothing and creates no registry")
    func dryRun() async throws {
        let tool = try Tool()
        let run = await tool("add", "/a", "--target", "a", "--dry-run")
        #expect(run.output == "dry run: added #1  /a -> a  (revision 2)\n")
        #expect(await tool("list").error == nil)
        #expect(await tool("list").status == 2)
        await tool("init")
        await tool("add", "/a", "--target", "a", "--dry-run")
        #expect(await tool("list").output.isEmpty)
    }

    @Test(
        "--on-duplicate decides how an existing pattern is treated",
        arguments: [
            ("skip", 0, "skipped #1  /a -> a\n"), ("error", 2, ""),
            ("replace", 0, "replaced #1  /a -> b  (revision 3)\n"),
            ("keep-both", 0, "added #2  /a -> b  (revision 3)\n"),
        ])
    func duplicates(rule: String, status: Int32, output: String) async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "a")
        let run = await tool("add", "/a", "--target", "b", "--on-duplicate", rule)
        #expect(run.status == status)
        #expect(run.output == output)
    }

    @Test(
        "a default value that is valid JSON is JSON, any other is text",
        arguments: [
            ("1", .int(1)), ("1.5", .double(1.5)), ("true", true), ("null", .null), ("007", "007"),
            ("\"1\"", "1"), ("a b", "a b"), ("", ""), ("[1]", [1]), ("{\"a\":{}}", ["a": [:]]),
            ("a=b", "a=b"),
        ] as [(String, JSONValue)])
    func defaults(written: String, value: JSONValue) async throws {
        let tool = try Tool()
        let run = await tool("add", "/a", "--target", "a", "--default", "k=\(written)", "--json")
        guard case .array(let routes)? = try run.object["routes"],
            case .object(let route)? = routes.first
        else {
            Issue.record("no route: \(run.output)")
            return
        }
        #expect(route["defaults"] == ["k": value])
    }

    @Test("author, message, source and time are in the log")
    func log() async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "a", "--message", "why not", "--author", "grace")
        await tool("add", "/b", "--target", "b")
        let fields = await tool("log").lines.map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).prefix(5)
        }
        #expect(
            fields.map { $0.joined(separator: "\t") } == [
                "3\t2026-01-02T03:04:05Z\tada\tadd\troute /b added",
                "2\t2026-01-02T03:04:05Z\tgrace\tadd\twhy not",
                "1\t2026-01-02T03:04:05Z\tgrace\tinit\tCreate the registry",
            ])
    }

    @Test("--if-revision refuses a different revision with status 1")
    func expectedRevision() async throws {
        let tool = try Tool()
        await tool("init")
        let run = await tool("add", "/a", "--target", "a", "--if-revision", "7", "--json")
        #expect(run.status == 1)
        #expect(run.error?["code"] == "revisionConflict")
        #expect(await tool("add", "/a", "--target", "a", "--if-revision", "1").status == 0)
    }

    @Test(
        "an empty or blank pattern is refused, wherever it comes from",
        arguments: ["", " ", " \u{A0}"])
    func emptyPattern(text: String) async throws {
        let tool = try Tool()
        await tool("add", "/", "--target", "root", "--name", "root")
        var runs = [
            await tool("add", text, "--target", "a", "--json"),
            await tool("add", text, "--target", "a", "--name", "n", "--json"),
            await tool.importing(Array("pattern,target\n\"\(text)\",a\n".utf8), "--json"),
            await tool.importing(Array(#"{"pattern":"\#(text)","target":"a"}"#.utf8), "--json"),
            await tool.importing(
                Array(#"{"routes":[{"pattern":"\#(text)","target":"a"}]}"#.utf8), "--json"),
        ]
        // 'pattern=' makes the route a task.
        if !text.isEmpty { runs.append(await tool("set", "root", "pattern=\(text)", "--json")) }
        for run in runs {
            #expect(run.status == 2 || run.status == 64, "\(run.diagnostics)")
            #expect(run.diagnostics.contains("pattern"), "\(run.diagnostics)")
        }
        #expect(try await tool.snapshot().routes.map { $0.patternText } == ["/"])
    }
}
