import Foundation
import RouteDB
import RouteDBAppLinks
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
                    source: https://developer.apple.com/forums/thread/678345 (answer)
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
        #expect(finding["section"] == "answer")
        let sarif = await tool.run(["app-links", "check", "-", "--sarif", "-"], input: Self.apple)
        #expect(sarif.status == 1)
        #expect(sarif.output.contains(#""region":{"startLine":5,"startColumn":5}"#))
        #expect(sarif.output.contains(#""ruleId":"include-before-exclude""#))
        let both = ["app-links", "check", "-", "--sarif", "-", "--json"]
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

    @Test("explain writes JSON, and names the uncertain rules with their sources")
    func explainJSON() async throws {
        let run = await tool.run(
            ["app-links", "explain", "https://example.com//buy", "--file", "-", "--json"],
            input: Self.apple)
        let object = try run.object
        guard case .array(let apps)? = object["apps"], case .object(let app) = apps[0] else {
            throw TestFailure()
        }
        #expect(object["platform"] == "ios" && object["apiLevel"] == .null)
        #expect(app["outcome"] == "opens" && app["uncertain"] == ["A15"] && app["untested"] == 1)
        guard case .array(let rules)? = object["rules"], case .object(let rule) = rules[0],
            case .array(let sources)? = rule["sources"], case .object(let source) = sources[0]
        else { throw TestFailure() }
        #expect(rules.count == 1 && rule["rule"] == "A15" && source["section"] == "swcutil match")
        let text = await tool.run(
            ["app-links", "explain", "https://example.com//buy", "--file", "-", "-q"],
            input: Self.apple)
        #expect(
            text.output.hasSuffix(
                """
                    uncertain, by rule A15: Slashes at the beginning of the path count as one.
                        source: \(PlatformRule.a15.sources[0].text)

                """))
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

    @Test("replay weighs what another file would change")
    func replay() async throws {
        await tool("add", "/a/{x}", "--target", "a")
        let old = try tool.associationFile("old.json", #"{"/": "/a/?"}"#)
        let new = try tool.associationFile("new.json", #"{"/": "/b"}"#)
        let log = "https://example.com/a/1\nhttps://example.com/b\nhttps://example.com/a/1\n"
        func run(_ more: String...) async -> ToolRun {
            await tool.run(
                ["replay", "--db", tool.path, "-", "--app-links", old, new] + more,
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

    @Test("replay with a manifest counts what both files open")
    func replayWithManifest() async throws {
        await tool("add", "/a/{x}", "--target", "a")
        let old = try tool.assetLinksFile("old.json", #"{"/": "/a/*"}"#)
        let new = try tool.assetLinksFile("new.json", #"{"/": "/b/*"}"#)
        let manifest = try tool.manifestFile(#"<data android:pathPrefix="/a/" />"#)
        func run(_ more: String...) async -> ToolRun {
            await tool.run(
                ["replay", "--db", tool.path, "-", "--json"] + more,
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
        let apple = try tool.associationFile("a.json", #"{"/": "/a"}"#)
        let wrong = await run("--app-links", apple, new, "--manifest", manifest)
        #expect(wrong.status == 2 && wrong.diagnostics.contains("assetlinks.json"))
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
