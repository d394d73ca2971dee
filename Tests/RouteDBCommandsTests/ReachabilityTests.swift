import RouteDB
import Testing

/// What commands tell of routes that lose the URLs that reach them.
@Suite("Bindings that take URLs away")
struct ReachabilityTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("add", "myapp://user/{id:int}", "--target", "user.profile", "--name", "user")
        await tool("add", "/shop/{category}", "--target", "shop.list")
    }

    private static let lost = [
        "  #1 user  myapp://user/{id:int} -> user.profile",
        "      'myapp://user/0' is looked up in the namespace 'app', which has no match",
    ]

    @Test("a binding that takes every URL of a route away needs consent")
    func consent() async throws {
        let refused = await tool("namespace", "add", "app", "--scheme", "myapp")
        #expect(refused.status == 64)
        #expect(
            refused.diagnostics
                == (["error: 1 route would lose every URL that reaches it."] + Self.lost + [
                    "hint: Add '--yes' to confirm, or '--dry-run' to see what would be done.", "",
                ]).joined(separator: "\n"))
        #expect(await tool("namespace", "list", "--ndjson").lines.count == 1)
        let agreed = await tool("namespace", "add", "app", "--scheme", "myapp", "--yes")
        #expect(agreed.output == "added namespace 'app'  (revision 4)\n")
        #expect(
            agreed.diagnostics.hasPrefix(
                (["note: 1 route loses every URL that reached it:"] + Self.lost).joined(
                    separator: "\n")))
        // The other route keeps other URLs, which needs no consent.
        #expect(agreed.diagnostics.contains("note: #2 /shop/{category} loses some of its URLs:\n"))
        #expect(agreed.diagnostics.contains("'myapp:/shop/x1' is looked up in the namespace 'app'"))
    }

    @Test("on a terminal the command asks, and what was shown is what is done")
    func asks() async throws {
        let arguments = ["namespace", "add", "app", "--scheme", "myapp", "--db", tool.path]
        let no = await tool.run(arguments, input: "n\n", onTerminal: true)
        #expect(no.status == 1 && no.diagnostics.contains("Do this? [y/N]"))
        #expect(no.diagnostics.hasPrefix(Self.lost.map { $0 + "\n" }.joined()))
        #expect(await tool("namespace", "list", "--ndjson").lines.count == 1)
        let yes = await tool.run(arguments, input: "y\n", onTerminal: true)
        #expect(yes.status == 0 && yes.output.contains("added namespace 'app'"))
        #expect(!yes.diagnostics.contains("loses every URL"))
    }

    @Test("a dry run shows it and writes nothing")
    func dryRun() async throws {
        let run = await tool("namespace", "add", "app", "--scheme", "myapp", "--dry-run")
        #expect(run.status == 0 && run.output.hasPrefix("dry run: added namespace 'app'"))
        #expect(run.diagnostics.contains("note: 1 route loses every URL that reached it:"))
        #expect(await tool("namespace", "list", "--ndjson").lines.count == 1)
    }

    @Test("JSON has the counts and the first routes, in the refusal too")
    func json() async throws {
        let refused = await tool("namespace", "add", "app", "--scheme", "myapp", "--json")
        #expect(refused.error?["code"] == "confirmationRequired")
        let run = await tool("namespace", "add", "app", "--scheme", "myapp", "--json", "--yes")
        guard case .object(let told)? = try run.object["reachability"],
            case .array(let routes)? = told["routes"], case .object(let first)? = routes.first
        else {
            Issue.record("\(run.output)")
            return
        }
        #expect(refused.error?["reachability"] == .object(told))
        #expect(told["all"] == 1 && told["some"] == 1 && told["new"] == 0)
        #expect(
            first == [
                "extent": "all", "id": 1, "name": "user", "namespace": "default",
                "pattern": "myapp://user/{id:int}", "url": "myapp://user/0", "lookedUpIn": "app",
                "bound": true, "goesTo": nil, "fallbackTarget": nil,
            ])
    }

    @Test("a fallback, and a change that moves no URL, ask nothing")
    func harmless() async {
        for arguments in [
            ["namespace", "add", "app", "--scheme", "myapp", "--fallback", "default"],
            ["namespace", "add", "other", "--scheme", "other", "--fallback", "default"],
            ["namespace", "set", "app", "case=insensitive"],
            ["namespace", "set", "app", "--scheme", "myapp", "--scheme", "another"],
            ["add", "myapp://user/me", "--target", "me"],
            ["add", "myapp://cart", "--target", "cart", "--namespace", "app"],
        ] {
            let run = await tool.run(arguments + ["--db", tool.path])
            #expect(run.status == 0 && run.diagnostics == "", "\(arguments)")
        }
    }

    @Test("set and remove tell it as add does, and where the URLs go")
    func setAndRemove() async {
        await tool("namespace", "add", "app", "--scheme", "myapp", "--fallback", "default")
        await tool("add", "myapp://cart", "--target", "cart", "--namespace", "app")
        await tool("namespace", "set", "app", "--fallback-target", "missing")
        let unchained = await tool("namespace", "set", "app", "--no-fallback")
        #expect(unchained.status == 64)
        #expect(
            unchained.diagnostics.contains(
                "'myapp://user/0' goes to the fallback target 'missing' of the namespace 'app'"))
        let rebound = await tool("namespace", "set", "app", "--scheme", "newapp")
        #expect(rebound.status == 64)
        #expect(rebound.diagnostics.contains("#3  myapp://cart -> cart"))
        await tool("add", "/**", "--target", "rest", "--priority", "-1")
        let taken = await tool("namespace", "set", "app", "--scheme", "newapp")
        #expect(
            taken.diagnostics.contains(
                "'myapp://cart' goes to #4 /**"))
        await tool("namespace", "add", "base")
        await tool("add", "myapp://help", "--target", "help", "--namespace", "base", "--yes")
        await tool("namespace", "set", "app", "--fallback", "base", "--yes")
        let removed = await tool("namespace", "remove", "app", "--with-routes")
        #expect(removed.status == 64)
        #expect(removed.diagnostics.contains("remove the namespace 'app', and 1 route"))
        #expect(removed.diagnostics.contains("1 route loses every URL that reached it"))
        #expect(removed.diagnostics.contains("#5  myapp://help -> help"))
    }

    @Test("a route whose URLs are bound to another namespace is added only with consent")
    func add() async throws {
        await tool("namespace", "add", "app", "--scheme", "myapp", "--fallback", "default")
        await tool("namespace", "add", "web")
        let refused = await tool("add", "myapp://cart", "--target", "c", "--namespace", "web")
        #expect(refused.status == 64)
        #expect(
            refused.diagnostics == """
                error: No URL would reach the route unless the request names its namespace: its URLs \
                are bound to the namespace 'app'.
                  #3  myapp://cart -> c
                      'myapp://cart' is looked up in the namespace 'app', which has no match
                hint: Add '--yes' to confirm, or '--dry-run' to see what would be done.

                """)
        let agreed = await tool(
            "add", "myapp://cart", "--target", "c", "--namespace", "web", "--yes")
        #expect(agreed.status == 0 && agreed.diagnostics.contains("note: no URL reaches 1 route"))
        // Nothing else is bound to the scheme: that may come.
        let early = await tool("add", "soon://cart", "--target", "c", "--namespace", "web")
        #expect(early.status == 0 && early.diagnostics.contains("note: no URL reaches 1 route"))
        #expect(early.diagnostics.contains("looked up in the namespace 'default'"))
        let again = await tool("add", "soon://cart", "--target", "c", "--namespace", "web")
        #expect(again.output.hasPrefix("unchanged") && again.diagnostics == "")
        let moved = await tool("set", "user", "namespace=web")
        #expect(moved.status == 0)
        #expect(moved.diagnostics.contains("note: 1 route loses every URL that reached it"))
    }

    @Test("import and apply tell it and go on")
    func files() async throws {
        let document = await tool("export", "--format", "json").output
            .replacing(
                "\"namespaces\":[", with: #""namespaces":[{"name":"app","schemes":["myapp"]},"#)
        for command in ["apply", "import", "plan"] {
            let dryRun = command == "plan" ? [] : ["--dry-run"]
            let words = [command, "-", "--db", tool.path] + dryRun
            let dry = await tool.run(words, input: document)
            #expect(dry.status == (command == "plan" ? 1 : 0))
            #expect(dry.diagnostics.contains("note: 1 route loses every URL that reached it:"))
            #expect(dry.diagnostics.contains(Self.lost[1]))
            let json = try await tool.run(words + ["--json"], input: document).object
            guard case .object(let told)? = json["reachability"] else {
                Issue.record("\(json)")
                continue
            }
            #expect(told["all"] == 1 && told["some"] == 1)
        }
        await tool("apply", "-", input: document)
        let lines = """
            pattern,target
            myapp://a,t
            myapp://b,t
            //example.org/c,t
            """
        let run = await tool("import", "-", input: lines)
        #expect(run.status == 0)
        #expect(run.diagnostics.contains("note: no URL reaches 2 routes"))
    }
}
