import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("app-links")
struct AppLinksTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private static let apple = """
        {"applinks": {"details": [{
          "appIDs": ["ABCDE12345.com.example.app"],
          "components": [
            {"/": "/buy/*"},
            {"/": "/buy/web", "exclude": true}]}]}}
        """

    @Test("check shows the place, the rule, its source and how to fix it")
    func check() async throws {
        let run = await tool.run(["app-links", "check", "-", "--table"], input: Self.apple)
        #expect(run.status == 1)
        #expect(
            run.output == """
                -:5:5: error include-before-exclude
                    applinks.details[0].components[1]: It excludes nothing: \
                applinks.details[0].components[0] opens the app for all its URLs before.
                    rule: The first component that matches decides.
                    source: https://developer.apple.com/forums/thread/678345
                    fix: Move the excluding component before the other one.

                """)
        #expect(run.diagnostics == "1 finding\n")
        let never = ["app-links", "check", "-", "--fail-on", "never"]
        #expect(await tool.run(never, input: Self.apple).status == 0)
    }

    @Test("check writes JSON and SARIF with the place")
    func formats() async throws {
        let json = try await tool.run(["app-links", "check", "-", "--json"], input: Self.apple)
            .object
        #expect(json["count"] == 1)
        guard case .array(let findings)? = json["findings"], case .object(let finding) = findings[0]
        else { throw TestFailure() }
        #expect(finding["code"] == "include-before-exclude" && finding["line"] == 5)
        let sarif = await tool.run(["app-links", "check", "-", "--sarif"], input: Self.apple)
        #expect(sarif.status == 1)
        #expect(sarif.output.contains(#""region":{"startLine":5,"startColumn":5}"#))
        #expect(sarif.output.contains(#""ruleId":"include-before-exclude""#))
        let both = ["app-links", "check", "-", "--sarif", "--json"]
        #expect(await tool.run(both, input: Self.apple).status == 64)
    }

    private struct TestFailure: Error {}

    @Test("a correct file is silent, an unreadable one fails")
    func status() async {
        let clean = #"{"applinks": {"details": []}}"#
        let run = await tool.run(["app-links", "check", "-"], input: clean)
        #expect(run.status == 0 && run.output.isEmpty && run.diagnostics == "no findings\n")
        let missing = await tool.run(["app-links", "check", "no-such-file"])
        #expect(missing.status == 2 && missing.diagnostics.contains("no-such-file"))
        let html = await tool.run(["app-links", "check", "-"], input: "<html>")
        #expect(html.status == 1 && html.output.hasPrefix("error\thtml\t-\t"))
    }

    @Test("explain shows each component, and which part refused")
    func explain() async throws {
        let url = "https://example.com/buy/web"
        let run = await tool.run(
            ["app-links", "explain", url, "--file", "-", "--quiet"], input: Self.apple)
        #expect(run.status == 0)
        #expect(
            run.output == """
                ABCDE12345.com.example.app: opens the link
                    applinks.details[0].components[0]: matches, and includes

                """)
        let other = await tool.run(
            ["app-links", "explain", "https://example.com/x", "--file", "-", "-q"],
            input: Self.apple)
        #expect(other.status == 1)
        #expect(
            other.output == """
                ABCDE12345.com.example.app: does not open the link, which no component matches
                    applinks.details[0].components[0]: no: the path should match '/buy/*', and is \
                '/x'
                    applinks.details[0].components[1]: no: the path should match '/buy/web', and is \
                '/x'

                """)
    }

    @Test("explain writes JSON, and names the uncertain rules")
    func explainJSON() async throws {
        let run = await tool.run(
            ["app-links", "explain", "https://example.com/buy", "--file", "-", "--json"],
            input: Self.apple)
        let object = try run.object
        guard case .array(let apps)? = object["apps"], case .object(let app) = apps[0] else {
            throw TestFailure()
        }
        #expect(object["platform"] == "ios" && object["apiLevel"] == .null)
        #expect(app["outcome"] == "opens" && app["uncertain"] == ["A5"] && app["untested"] == 1)
        let bad = await tool.run(
            ["app-links", "explain", "myapp://x", "--file", "-"], input: Self.apple)
        #expect(bad.status == 2 && bad.diagnostics.contains("not a link of the web"))
    }

    @Test("a generated file is proved exact, and a changed route makes it narrower")
    func generating() async throws {
        await tool("add", "/buy/{id}", "--target", "t")
        await tool("add", "/docs/**", "--target", "t")
        let file = tool.directory.path("aasa.json")
        let generate = await tool(
            "app-links", "generate", "ios", "--app", "ABCDE12345.com.example.app", "--host",
            "example.com", "-o", file)
        #expect(generate.status == 0 && generate.output.isEmpty)
        let prove = await tool("app-links", "prove", file, "--host", "example.com")
        #expect(prove.status == 0)
        #expect(prove.output == "ABCDE12345.com.example.app: exact\n")
        await tool("add", "/new/{id:int}", "--target", "t")
        let changed = await tool("app-links", "prove", file, "--host", "example.com")
        #expect(changed.status == 1)
        #expect(
            changed.output == """
                ABCDE12345.com.example.app: narrower
                    #3 /new/{id:int} narrower: 'https://example.com/new/0' stays in the browser
                    #3 /new/{id:int}: the range of an integer is not compared

                """)
        let json = try await tool("app-links", "prove", file, "--host", "example.com", "--json")
            .object
        guard case .array(let proofs)? = json["proofs"], case .object(let proof) = proofs[0] else {
            throw TestFailure()
        }
        #expect(proof["verdict"] == "narrower" && proof["skipped"] == [])
    }

    @Test("files for Android and manifests are generated; the host and the app must be named")
    func generatingMore() async {
        await tool("add", "/buy/{id}", "--target", "t")
        let android = await tool(
            "app-links", "generate", "android", "--app", "com.example.app", "--fingerprint", "AB",
            "--host", "example.com")
        #expect(
            android.output.hasPrefix(
                #"[{"relation":["delegate_permission/common.handle_all_urls"]"#))
        let manifest = await tool("app-links", "generate", "manifest", "--host", "example.com")
        #expect(manifest.output.contains(#"<data android:pathAdvancedPattern="/buy/[^/]+" />"#))
        #expect(await tool("app-links", "generate", "manifest").status == 64)
        #expect(await tool("app-links", "generate", "ios", "--host", "a.com").status == 64)
        #expect(
            await tool("app-links", "generate", "android", "--app", "a.b", "--host", "a.com").status
                == 64)
    }

    private func file(_ name: String, _ components: String) throws -> String {
        let path = tool.directory.path(name)
        let text = """
            {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.app"],
              "components": [\(components)]}]}}
            """
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test("replay weighs what another file would change")
    func replay() async throws {
        await tool("add", "/a/{x}", "--target", "a")
        let old = try file("old.json", #"{"/": "/a/?"}"#)
        let new = try file("new.json", #"{"/": "/b"}"#)
        let log = "https://example.com/a/1\nhttps://example.com/b\nhttps://example.com/a/1\n"
        func run(_ more: String...) async -> ToolRun {
            await tool.run(
                ["replay", "--db", tool.path, "--from", "-", "--app-links", old, new] + more,
                input: log)
        }
        let text = await run("--table")
        #expect(text.status == 1)
        #expect(
            text.lines.dropFirst() == [
                "", "now-closed  2 hits, 66.67%",
                "    ABCDE12345.com.example.app: applinks.details[0].components[0] -> unmatched",
                "    route /a/{x}", "    https://example.com/a/1", "",
                "newly-opened  1 hit, 33.33%",
                "    ABCDE12345.com.example.app: unmatched -> applinks.details[0].components[0]",
                "    no route", "    https://example.com/b",
            ])
        #expect(
            text.diagnostics.contains(
                "3 of 3 hits (100.00%) change: now-closed 2, newly-opened 1\n"))
        let json = try await run("--json").object
        #expect(json["hits"] == 3 && json["nowClosed"] == 2 && json["newlyOpened"] == 1)
        #expect(await run("--max-changed", "3").status == 0)
        #expect(await run("--max-changed", "50%").status == 1)
        #expect(await run("--min-hits", "4", "--max-changed", "3").status == 2)
        #expect(await run("--markdown").status == 64)
        let one = ["replay", "--db", tool.path, "--app-links", old]
        #expect(await tool.run(one).status == 64)
    }

    /// An `assetlinks.json` with a list of components.
    private func assetLinks(_ name: String, _ components: String) throws -> String {
        let path = tool.directory.path(name)
        let relation = "delegate_permission/common.handle_all_urls"
        try """
        [{"relation": ["\(relation)"], "target": {"namespace": "android_app",
          "package_name": "com.example.app", "sha256_cert_fingerprints": []},
          "relation_extensions": {"\(relation)": {"dynamic_app_link_components": [\(components)]}}}]
        """.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// A manifest of a filter for links to `example.com`.
    private func manifest(_ data: String) throws -> String {
        let path = tool.directory.path("AndroidManifest.xml")
        try """
        <manifest xmlns:android="http://schemas.android.com/apk/res/android"
          package="com.example.app"><application><activity><intent-filter>
          <action android:name="android.intent.action.VIEW" />
          <category android:name="android.intent.category.BROWSABLE" />
          <data android:scheme="https" android:host="example.com" />\(data)
        </intent-filter></activity></application></manifest>
        """.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test("replay with a manifest counts what both files open")
    func replayWithManifest() async throws {
        await tool("add", "/a/{x}", "--target", "a")
        let old = try assetLinks("old.json", #"{"/": "/a/*"}"#)
        let new = try assetLinks("new.json", #"{"/": "/b/*"}"#)
        let manifest = try manifest(#"<data android:pathPrefix="/a/" />"#)
        func run(_ more: String...) async -> ToolRun {
            await tool.run(
                ["replay", "--db", tool.path, "--from", "-", "--json"] + more,
                input: "https://example.com/a/1\nhttps://example.com/b/1\n")
        }
        let both = await run("--app-links", old, new)
        #expect(try both.object["nowClosed"] == 1 && both.object["newlyOpened"] == 1)
        let limited = await run("--app-links", old, new, "--manifest", manifest)
        #expect(limited.status == 1)
        #expect(try limited.object["nowClosed"] == 1 && limited.object["newlyOpened"] == 0)
        let older = await run(
            "--app-links", old, new, "--manifest", manifest, "--api-level", "34")
        #expect(older.status == 0)
        #expect(await run("--manifest", manifest).status == 64)
        #expect(await run("--app-links", old, new, "--manifest", new).status == 64)
        let apple = try file("a.json", #"{"/": "/a"}"#)
        let wrong = await run("--app-links", apple, new, "--manifest", manifest)
        #expect(wrong.status == 2 && wrong.diagnostics.contains("assetlinks.json"))
    }

    @Test("prove compares several files, and warns of a list that the platforms read differently")
    func proveBoth() async throws {
        await tool("add", "/buy/{x}", "--target", "a")
        await tool("add", "/buy", "--target", "b")
        let list = #"{"/": "/?*/?*/?*", "exclude": true}, {"/": "/buy/*"}"#
        let apple = try file("aasa.json", list)
        let android = try assetLinks("assetlinks.json", list)
        func prove(_ more: String...) async -> ToolRun {
            await tool.run(
                ["app-links", "prove", apple, android, "--host", "a.com", "--db", tool.path] + more)
        }
        let warning =
            "warning: \(android): [0]: The components are those of applinks.details[0] in "
            + "\(apple), but 'https://a.com/buy"
        let both = await prove()
        #expect(both.status == 1)
        #expect(both.diagnostics.contains(warning), "\(both.diagnostics)")
        #expect(both.output.contains("ABCDE12345.com.example.app: "))
        #expect(both.output.contains("\ncom.example.app: "))
        let json = try await prove("--json").object
        guard case .array(let proofs)? = json["proofs"],
            case .array(let warnings)? = json["warnings"],
            case .object(let first)? = warnings.first
        else { throw TestFailure() }
        #expect(proofs.count == 2 && warnings.count == 1 && first["code"] == "platforms-differ")
        let one = await prove("--app", "com.example.app")
        #expect(one.output.hasPrefix("com.example.app: ") && !one.output.contains("ABCDE"))
        #expect(await prove("--app", "com.none").status == 2)
        let limited = await prove("--manifest", try manifest(""))
        #expect(limited.status == 1 && limited.output.contains("\ncom.example.app: "))
    }

    @Test("explain, check and prove read a manifest")
    func manifests() async throws {
        await tool("add", "/a", "--target", "a")
        let made = await tool.run(
            ["app-links", "generate", "manifest", "--host", "example.com", "--db", tool.path])
        let path = tool.directory.path("AndroidManifest.xml")
        try made.output.write(toFile: path, atomically: true, encoding: .utf8)
        let explain = await tool.run(
            ["app-links", "explain", "https://example.com/a", "--file", path])
        #expect(explain.status == 0 && explain.output.hasPrefix("manifest: opens the link\n"))
        #expect(await tool.run(["app-links", "check", path]).status == 0)
        let prove = await tool.run(
            ["app-links", "prove", path, "--host", "example.com", "--db", tool.path])
        #expect(prove.status == 0 && prove.output == "manifest: exact\n")
        // It is that of the only app of the namespace.
        await tool(
            "app", "add", "android", "com.example.app", "--fingerprint",
            Array(repeating: "AB", count: 32).joined(separator: ":"))
        let named = await tool.run(
            ["app-links", "prove", path, "--host", "example.com", "--db", tool.path])
        #expect(named.status == 0 && named.output == "com.example.app: exact\n")
    }

    @Test("prove compares with the routes that the app opens by its choice")
    func choices() async throws {
        await tool("namespace", "add", "web", "--host", "example.com")
        await tool("add", "/a", "--target", "a", "--namespace", "web", "--name", "a")
        await tool("add", "/b", "--target", "b", "--namespace", "web", "--name", "b")
        await tool("add", "/{x}", "--target", "x", "--namespace", "web", "--name", "x")
        let app = "ABCDE12345.com.example.app"
        await tool("app", "add", "ios", app, "--namespace", "web", "--exclude", "route:b")
        let path = tool.directory.path("made.json")
        await tool("app-links", "generate", "ios", "--namespace", "web", "-o", path)
        let prove = await tool("app-links", "prove", path, "--namespace", "web")
        #expect(prove.status == 0 && prove.output == "\(app): exact\n")
        #expect(!prove.diagnostics.contains("all routes"))
        let wide = try file("wide.json", #"{"/": "/?*/?*", "exclude": true}, {"/": "/?*"}"#)
        let wider = await tool("app-links", "prove", wide, "--namespace", "web")
        #expect(wider.status == 1)
        #expect(
            wider.output == """
                \(app): wider
                    applinks.details[0].components[1] wider: 'https://example.com/b' opens the app, \
                although it leaves out #2 /b
                    #2 /b wider: 'https://example.com/b' opens the app, which leaves the route out

                """)
        let json = try await tool("app-links", "prove", wide, "--namespace", "web", "--json").object
        guard case .array(let proofs)? = json["proofs"], case .object(let proof) = proofs[0],
            case .array(let components)? = proof["components"],
            case .object(let component) = components[0], case .array(let routes)? = proof["routes"],
            case .object(let route) = routes[1]
        else { throw TestFailure() }
        #expect(proof["known"] == true && component["answeredBy"] == 2)
        #expect(component["typesOnly"] == false && route["opened"] == false)
    }

    @Test("prove says that an app that the namespace does not have is compared with all routes")
    func unknownApp() async throws {
        await tool("add", "/a", "--target", "a")
        let path = try file("a.json", #"{"/": "/a"}"#)
        let prove = await tool("app-links", "prove", path, "--host", "example.com")
        #expect(prove.status == 0)
        #expect(
            prove.diagnostics.contains(
                "note: the namespace 'default' has no app 'ABCDE12345.com.example.app' for ios: it is "
                    + "compared with all routes"))
    }

    @Test("prove compares assetlinks.json and the manifest together, by the level of the API")
    func together() async throws {
        await tool("add", "/a/{x}", "--target", "a")
        await tool("add", "/b", "--target", "b")
        let print = Array(repeating: "AB", count: 32).joined(separator: ":")
        let links = tool.directory.path("assetlinks.json")
        await tool(
            "app-links", "generate", "android", "--app", "com.example.app", "--fingerprint", print,
            "--host", "example.com", "-o", links)
        func prove(_ more: String...) async -> ToolRun {
            await tool.run(
                ["app-links", "prove", links, "--host", "example.com", "--db", tool.path] + more)
        }
        let manifest = try manifest("")
        #expect(await prove("--manifest", manifest).status == 0)
        let old = await prove("--manifest", manifest, "--api-level", "34")
        #expect(
            old.output == """
                com.example.app: wider
                    application.activity[0].intent-filter[0] wider: 'https://example.com/' opens the \
                app, and no route answers it

                """)
        #expect(
            await prove("--api-level", "34").output == """
                com.example.app: manifest
                    there are no components that count: '--manifest' compares the manifest

                """)
        _ = try self.manifest(#"<data android:pathPrefix="/a/" />"#)
        let limited = await prove("--manifest", manifest)
        #expect(
            limited.output == """
                com.example.app: narrower
                    #2 /b narrower: 'https://example.com/b' stays in the browser: the manifest does \
                not take it

                """)
        let wrong = await prove("--manifest", links)
        #expect(wrong.status == 64 && wrong.diagnostics.contains("is not a manifest"))
        _ = try self.manifest("")
        let other = try String(contentsOfFile: manifest, encoding: .utf8)
            .replacingOccurrences(of: "com.example.app", with: "com.example.other")
        try other.write(toFile: manifest, atomically: true, encoding: .utf8)
        let unlike = await prove("--manifest", manifest)
        #expect(unlike.status == 2 && unlike.diagnostics.contains("'com.example.other'"))
        let apple = try file("a.json", #"{"/": "/a"}"#)
        let both = await tool(
            "app-links", "prove", apple, "--host", "a.com", "--manifest", manifest)
        #expect(both.status == 2 && both.diagnostics.contains("assetlinks.json"))
    }

    @Test("generate says which values become any value, and what older devices do")
    func notes() async {
        await tool("add", "/a/{x:int}", "--target", "a")
        await tool("add", "/b/{x:date}", "--target", "b")
        let made = await tool(
            "app-links", "generate", "android", "--app", "com.example.app", "--fingerprint", "AB",
            "--host", "example.com")
        #expect(made.diagnostics.contains("#1 /a/{x:int} and 1 other route open the app with any"))
        #expect(made.diagnostics.contains("before Android 15 (API level 35) ignore the components"))
        await tool("add", "/c", "--target", "c", "--name", "c")
        await tool("app", "add", "ios", "ABCDE12345.com.b", "--include", "route:c")
        let own = await tool(
            "app-links", "generate", "ios", "--app", "ABCDE12345.com.b", "--host", "example.com")
        #expect(own.diagnostics.isEmpty)
        await tool("app", "set", "ABCDE12345.com.b", "--exclude", "route:c")
        let none = await tool(
            "app-links", "generate", "ios", "--app", "ABCDE12345.com.b", "--host", "example.com")
        #expect(
            none.diagnostics == "note: the app 'ABCDE12345.com.b' opens the links of no route\n")
    }
}
