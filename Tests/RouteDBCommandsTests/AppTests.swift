import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Apps")
struct AppTests {
    private static let app = "ABCDE12345.com.example.app"
    private static let print = Array(repeating: "AB", count: 32).joined(separator: ":")
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        await tool("namespace", "add", "web", "--host", "example.com")
        await tool(
            "add", "/buy/{id}", "--target", "t", "--group", "shop", "--namespace", "web")
        await tool(
            "add", "/buy/cart", "--target", "t", "--label", "web-only=yes", "--namespace", "web")
        await tool("add", "/docs/**", "--target", "t", "--name", "docs", "--namespace", "web")
    }

    @Test("one is added, shown, changed and removed")
    func editing() async throws {
        let added = await tool("app", "add", "ios", Self.app, "--namespace", "web")
        #expect(added.output == "added app \(Self.app) for ios of 'web'  (revision 6)\n")
        let again = await tool("app", "add", "ios", Self.app, "--namespace", "web")
        #expect(again.output == "unchanged app \(Self.app) for ios of 'web'\n")
        let other = await tool(
            "app", "add", "ios", Self.app, "--namespace", "web", "--name", "Example")
        #expect(other.status == 2 && other.diagnostics.contains("routedb app set"))
        let set = await tool(
            "app", "set", Self.app, "--namespace", "web", "--name", "Example", "--include",
            "group:shop", "--exclude", "label:web-only")
        #expect(set.output == "replaced app \(Self.app) for ios of 'web'  (revision 7)\n")
        #expect(
            await tool("app", "show", Self.app, "--namespace", "web").lines == [
                "app          \(Self.app)", "name         Example", "platform     ios",
                "namespace    web", "include      group:shop", "exclude      label:web-only",
                "routes       1 of 3",
            ])
        #expect(
            await tool("app", "list").output
                == "web\tios\t\(Self.app)\tExample\t\t\tgroup:shop\tlabel:web-only\n")
        await tool("app", "set", Self.app, "--namespace", "web", "--all-routes", "--unname")
        let object = try await tool("app", "show", Self.app, "--namespace", "web", "--json").object
        guard case .object(let app)? = object["app"] else { return }
        #expect(app["include"] == [] && app["name"] == .null && app["routes"] == 3)
        let removed = await tool("app", "remove", Self.app, "--namespace", "web")
        #expect(removed.output == "removed app \(Self.app) for ios of 'web'  (revision 9)\n")
        let missing = await tool("app", "remove", Self.app, "--namespace", "web")
        #expect(missing.status == 2 && missing.diagnostics.contains("has no app"))
    }

    @Test("mistakes are named")
    func mistakes() async {
        for (arguments, text) in [
            (["ios", "com.example.app"], "not an app for iOS"),
            (["andriod", "com.example.app"], "Did you mean 'android'?"),
            (["android", "com.example.app"], "has no fingerprint"),
            (["ios", Self.app, "--namespace", "wbe"], "Did you mean 'web'?"),
            (["ios", Self.app, "--namespace", "web", "--include", "group:shpo"], "'shop'"),
        ] {
            let run = await tool.run(["app", "add"] + arguments + ["--db", tool.path])
            #expect(run.status != 0 && run.diagnostics.contains(text), "\(run.diagnostics)")
        }
        #expect(await tool("app", "set", Self.app).status == 64)
        #expect(await tool("app", "set", Self.app, "--name", "a", "--unname").status == 64)
    }

    @Test("they are part of documents, differences and the log, and an import keeps what differs")
    func documents() async throws {
        await tool(
            "app", "add", "android", "com.example.app", "--fingerprint", Self.print,
            "--namespace", "web", "--include", "route:docs")
        let document = await tool("export", "--format", "json")
        #expect(
            document.output.contains(
                """
                "apps":[
                {"namespace":"web","platform":"android","app":"com.example.app","name":null,"store":null,\
                "fingerprints":["\(Self.print)"],"include":["route:docs"],"exclude":[]}
                ]}
                """))
        let other = try Tool()
        let input = Array(document.output.utf8)
        #expect(await other.importing(input).diagnostics.contains("apps: imported 1"))
        await other("app", "set", "com.example.app", "--namespace", "web", "--name", "Mine")
        #expect(await other.importing(input).diagnostics.contains("apps: imported 0, skipped 1"))
        let plan = await other.run(["plan", "-", "--db", other.path], input: document.output)
        #expect(plan.output.contains("app com.example.app for android of namespace web"))
        let apply = await other.run(
            ["apply", "-", "--allow-removals", "--db", other.path], input: document.output)
        #expect(apply.status == 0, "\(apply.diagnostics)")
        let (mine, theirs) = (try await tool.snapshot(), try await other.snapshot())
        #expect(mine.apps == theirs.apps)
        #expect(await tool("export", "--format", "csv").diagnostics.contains("apps"))
        let diff = await tool("diff", "@5", "@6").output
        #expect(diff.contains("app com.example.app for android of namespace web"))
        #expect(diff.contains("platform"))
        // A document without the list leaves apps alone, and an empty list removes them.
        _ = await other.run(
            ["apply", "-", "--allow-removals", "--db", other.path],
            input: #"{"namespaces":[{"name":"web","hosts":["example.com"]}]}"#)
        #expect(try await other.snapshot().apps.count == 1)
        _ = await other.run(
            ["apply", "-", "--allow-removals", "--db", other.path],
            input: #"{"namespaces":[{"name":"web","hosts":["example.com"]}],"apps":[]}"#)
        #expect(try await other.snapshot().apps.isEmpty)
    }

    @Test(
        "what is wrong with an app of a document has its place",
        arguments: [
            (#"{"app":"a.b"}"#, "no 'platform'"), (#"{"platform":"io"}"#, "Did you mean 'ios'?"),
            (#"{"platform":"ios"}"#, "no 'app'"),
            (#"{"platform":"ios","app":"a"}"#, "not an app for iOS"),
            (#"{"platform":"ios","app":"ABCDE12345.a","include":[1]}"#, "not a string"),
            (#"{"platform":"ios","app":"ABCDE12345.a","namespace":"x"}"#, "'x'"),
        ])
    func wrong(app: String, text: String) async {
        let run = await tool.importing(Array("{\"apps\":[\n\(app)]}".utf8))
        #expect(run.status == 2 && run.diagnostics.contains(text), "\(run.diagnostics)")
        #expect(run.diagnostics.contains("line 2"), "\(run.diagnostics)")
    }

    @Test("files are made of the registry's apps, one entry for those with equal routes")
    func generating() async throws {
        for (name, options) in [
            ("ABCDE12345.com.a", []), ("ABCDE12345.com.b", ["--include", "group:shop"]),
            ("ABCDE12345.com.c", ["--exclude", "label:web-only"]),
            (
                "ABCDE12345.com.d",
                [
                    "--include", "label:web-only", "--include", "route:docs",
                    "--include", "group:shop",
                ]
            ),
        ] {
            _ = await tool.run(
                ["app", "add", "ios", name, "--namespace", "web", "--db", tool.path] + options)
        }
        let run = await tool("app-links", "generate", "ios", "--namespace", "web")
        #expect(
            run.output.contains(#""appIDs":["ABCDE12345.com.a","ABCDE12345.com.d"]"#))
        // The cart must not open the app although '/buy/{id}' takes it.
        #expect(
            run.output.contains(
                """
                {"appIDs":["ABCDE12345.com.b"],"components":[{"/":"/buy/cart","exclude":true,\
                "comment":"/buy/cart"},
                {"/":"/?*/?*/?*","exclude":true,"comment":"more than 2 segments"},
                {"/":"/buy/?*","comment":"/buy/{id}"}]}
                """), "\(run.output)")
        let one = await tool(
            "app-links", "generate", "ios", "--namespace", "web", "--app", "ABCDE12345.com.b")
        #expect(one.output.contains("cart") && !one.output.contains("docs"))
        let android = await tool("app-links", "generate", "android", "--namespace", "web")
        #expect(android.status == 64 && android.diagnostics.contains("routedb app add android"))
        await tool(
            "app", "add", "android", "com.example.app", "--fingerprint", Self.print,
            "--namespace", "web", "--include", "route:docs")
        let links = await tool("app-links", "generate", "android", "--namespace", "web")
        #expect(links.output.contains(Self.print) && links.output.contains("/docs"))
        #expect(!links.output.contains("/buy"))
        let manifest = await tool("app-links", "generate", "manifest", "--namespace", "web")
        #expect(manifest.output.contains("/docs") && !manifest.output.contains("/buy"))
    }
}
