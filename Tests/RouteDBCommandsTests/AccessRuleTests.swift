import RouteDB
import RouteDBTestSupport
import Testing

@Suite("acl")
struct AccessRuleTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "myapp://admin", "--target", "admin", "--name", "admin", "--group", "ops")
        await tool("add", "myapp://user/{id:int}", "--target", "user", "--name", "user")
    }

    @Test("a rule is added once and reported with what it covers")
    func adding() async throws {
        let add = [
            "acl", "allow", "admin", "--role", "admin", "--when", "context.ip network 10.0.0.0/8",
            "--until", "2027-01-01", "--code", "c", "--reason-message", "m", "--db", tool.path,
        ]
        let run = await tool.run(add)
        #expect(run.status == 0 && run.diagnostics.isEmpty)
        #expect(
            run.output == """
                added rule 1: allow, for role admin, on route #1 ops/admin, when context.ip \
                network 10.0.0.0/8, until 2027-01-01T00:00:00Z  (revision 4)

                """)
        #expect(await tool.run(add).output.hasPrefix("unchanged rule 1: allow"))
        let json = await tool.run(add + ["--shadow", "--dry-run", "--json"])
        #expect(
            json.output == """
                {"schema":1,"revision":5,"dryRun":true,"rules":[{"outcome":"added","id":2,\
                "namespace":"default","group":null,"route":"#1","effect":"allow","target":null,\
                "subject":{"role":"admin"},"conditions":["context.ip network 10.0.0.0/8"],\
                "shadow":true,"until":"2027-01-01T00:00:00Z","code":"c","message":"m"}]}

                """)
        #expect(try await tool.snapshot().revision == 4)
    }

    @Test(
        "every scope and subject is described",
        arguments: [
            ("deny user", "1\tdeny\tanyone\troute #2 user\t\t\t\t\t"),
            ("deny --group ops --anonymous", "1\tdeny\tanonymous\tgroup ops\t\t\t\t\t"),
            ("allow --group default:ops --anyone", "1\tallow\tanyone\tgroup ops\t\t\t\t\t"),
            (
                "allow --namespace default --authenticated --shadow",
                "1\tallow\tauthenticated\tnamespace default\t\t\tshadow\t\t"
            ),
            ("deny #1 --principal p", "1\tdeny\tprincipal p\troute #1 ops/admin\t\t\t\t\t"),
            ("deny #1 --claim c", "1\tdeny\tclaim c\troute #1 ops/admin\t\t\t\t\t"),
            ("deny #1 --claim c=1=2", "1\tdeny\tclaim c=\"1=2\"\troute #1 ops/admin\t\t\t\t\t"),
            ("deny #1 --claim c=true", "1\tdeny\tclaim c=true\troute #1 ops/admin\t\t\t\t\t"),
            ("challenge user --target t", "1\tchallenge by t\tanyone\troute #2 user\t\t\t\t\t"),
        ])
    func words(arguments: String, line: String) async {
        let words = arguments.split(separator: " ").map(String.init)
        _ = await tool.run(["acl"] + words + ["--db", tool.path])
        #expect(await tool("acl", "list").lines == [line])
    }

    @Test(
        "mistakes are reported with a hint",
        arguments: [
            (["deny", "user", "--when", "param.idd = 1"], "invalidRule", "Did you mean 'id'?"),
            (["deny", "user", "--when", "para.id = 1"], "invalidRule", "param.NAME"),
            (
                ["deny", "user", "--when", "context.a = 1", "--when", "b"], "invalidRule",
                "'b' is not a valid condition: "
            ),
            (["deny", "user", "--when", "param.id rang 1..2"], "invalidRule", "'range'"),
            (["deny", "user", "--when", "param.id range 2..1"], "invalidRule", "smaller end"),
            (["deny", "user", "--when", "context.ip network 10.0.0.1/8"], "invalidRule", "CIDR"),
            (["deny", "user", "--when", "context.v version 1.x"], "invalidRule", "numbers"),
            (
                ["deny", "user", "--when", "time window 01:00-02:00 No/Where"], "invalidRule",
                "IANA"
            ),
            (["deny", "usr"], "routeNotFound", "Did you mean 'user'?"),
            (["deny", "#9"], "routeNotFound", "It has never existed."),
            (["deny", "--namespace", "web"], "namespaceNotFound", ""),
            (["deny", "user", "--role", ""], "invalidValue", "bytes"),
            (["deny", "--group", "b/c"], "invalidValue", "'b/c' is not a valid group"),
            (["remove", "7", "--yes"], "ruleNotFound", "It has never existed."),
            (["show", "7"], "ruleNotFound", ""),
        ])
    func broken(arguments: [String], code: String, hint: String) async {
        let run = await tool.run(["acl"] + arguments + ["--json", "--db", tool.path])
        #expect(run.status == 2)
        #expect(run.error?["code"] == .string(code))
        #expect(hint.isEmpty || run.diagnostics.contains(hint), "\(run.diagnostics)")
    }

    @Test(
        "an invalid command line has status 64",
        arguments: [
            ["deny"], ["deny", "user", "--namespace", "default"], ["permit", "user"],
            ["deny", "user", "--role", "a", "--anyone"], ["challenge", "user"],
            ["deny", "--namespace", "a", "--group", "b:c"], ["deny", "user", "--until", "soon"],
            ["remove", "1"], ["check"], ["check", "/a", "--role", "x"],
            ["check", "/a", "--at", "x"],
            ["what-if", "-", "--requests", "-"], ["what-if", "r.json"],
        ])
    func usage(arguments: [String]) async {
        await tool("acl", "deny", "user")
        #expect(await tool.run(["acl"] + arguments + ["--db", tool.path]).status == 64)
    }

    @Test("list shows the rules of a scope, or all that cover a route")
    func listing() async {
        await tool("namespace", "add", "web")
        for scope in [
            ["--namespace", "default"], ["--namespace", "web"], ["--group", "ops"], ["admin"],
            ["user"],
        ] {
            _ = await tool.run(["acl", "deny"] + scope + ["--db", tool.path])
        }
        let numbers = { (arguments: [String]) in
            await tool.run(["acl", "list"] + arguments + ["--db", tool.path]).lines
                .compactMap { $0.split(separator: "\t").first.map(String.init) }
        }
        #expect(await numbers([]) == ["1", "2", "3", "4", "5"])
        #expect(await numbers(["--namespace", "default"]) == ["1", "3", "4", "5"])
        #expect(await numbers(["--group", "ops"]) == ["3"])
        #expect(await numbers(["--route", "admin"]) == ["1", "3", "4"])
        #expect(await numbers(["--route", "user"]) == ["1", "5"])
        #expect(await numbers(["--namespace", "web"]) == ["2"])
    }

    @Test("show describes a rule completely")
    func showing() async throws {
        await tool(
            "acl", "challenge", "user", "--target", "login", "--when", "param.id in 1,2", "--when",
            "query.a = \"b c\"", "--code", "x")
        #expect(
            await tool("acl", "show", "1").output == """
                id         1
                effect     challenge by login
                subject    anyone
                place      route #2 user
                condition  param.id in 1,2
                condition  query.a = "b c"
                shadow     no
                code       x

                """)
        let rule = try await tool("acl", "show", "1", "--json").object["rule"]
        guard case .object(let object)? = rule else { return #expect(Bool(false)) }
        #expect(object["target"] == "login" && object["route"] == "#2")
    }

    @Test("remove asks, removes all or nothing, and reports what it removed")
    func removing() async throws {
        await tool("acl", "deny", "user")
        await tool("acl", "deny", "admin")
        let asked = await tool("acl", "remove", "1")
        #expect(asked.status == 64 && asked.diagnostics.contains("remove rule 1: deny"))
        #expect(await tool("acl", "remove", "1", "7", "--yes").status == 2)
        #expect(try await tool.snapshot().accessRules.count == 2)
        let run = await tool("acl", "remove", "1", "2", "--yes")
        #expect(
            run.lines == [
                "removed rule 1: deny, for anyone, on route #2 user  (revision 6)",
                "removed rule 2: deny, for anyone, on route #1 ops/admin  (revision 6)",
            ])
        #expect(try await tool.snapshot().accessRules.isEmpty)
    }

    @Test("removing a route or a namespace reports the rules removed with it")
    func endings() async throws {
        await tool("acl", "deny", "user")
        await tool("acl", "allow", "user", "--role", "r")
        let asked = await tool("remove", "user")
        #expect(asked.diagnostics.contains("and access rules 1, 2"))
        let run = await tool("remove", "user", "--yes", "--json")
        guard case .array(let routes)? = try run.object["routes"],
            case .object(let route)? = routes.first
        else { return #expect(Bool(false)) }
        #expect(route["endedRules"] == [1, 2])
        await tool("namespace", "add", "web")
        await tool("acl", "deny", "--namespace", "web")
        let removed = await tool("namespace", "remove", "web", "--yes")
        #expect(removed.diagnostics == "note: 1 access rule removed with it\n")
        #expect(await tool("acl", "list").output.isEmpty)
    }

    @Test("a rule that covers no route is added with a note")
    func coveringNothing() async {
        let run = await tool("acl", "deny", "--group", "misspelt")
        #expect(run.status == 0)
        #expect(run.diagnostics == "note: the rule covers no route yet\n")
    }

    @Test("an expired rule is added with a note")
    func past() async {
        let run = await tool("acl", "deny", "user", "--until", "2026-01-01")
        #expect(run.status == 0)
        #expect(run.diagnostics == "note: the rule has expired already\n")
    }
}
