import Foundation
import RouteDB
import RouteDBTestSupport
import Testing

@Suite("app-links prove")
struct AppLinksProveTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private struct TestFailure: Error {}

    @Test("prove compares several files, and warns of a list that the platforms read differently")
    func proveBoth() async throws {
        await tool("add", "/buy/{x}", "--target", "a")
        await tool("add", "/buy", "--target", "b")
        let list = #"{"/": "/?*/?*/?*", "exclude": true}, {"/": "/buy/*"}"#
        let apple = try tool.associationFile("aasa.json", list)
        let android = try tool.assetLinksFile("assetlinks.json", list)
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
        let limited = await prove("--manifest", try tool.manifestFile(""))
        #expect(limited.status == 1 && limited.output.contains("\ncom.example.app: "))
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
        let wide = try tool.associationFile(
            "wide.json", #"{"/": "/?*/?*", "exclude": true}, {"/": "/?*"}"#)
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
        let path = try tool.associationFile("a.json", #"{"/": "/a"}"#)
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
        let manifest = try tool.manifestFile("")
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
        _ = try tool.manifestFile(#"<data android:pathPrefix="/a/" />"#)
        let limited = await prove("--manifest", manifest)
        #expect(
            limited.output == """
                com.example.app: narrower
                    #2 /b narrower: 'https://example.com/b' stays in the browser: the manifest does \
                not take it

                """)
        let wrong = await prove("--manifest", links)
        #expect(wrong.status == 64 && wrong.diagnostics.contains("is not a manifest"))
        _ = try tool.manifestFile("")
        let other = try String(contentsOfFile: manifest, encoding: .utf8)
            .replacingOccurrences(of: "com.example.app", with: "com.example.other")
        try other.write(toFile: manifest, atomically: true, encoding: .utf8)
        let unlike = await prove("--manifest", manifest)
        #expect(unlike.status == 2 && unlike.diagnostics.contains("'com.example.other'"))
        let apple = try tool.associationFile("a.json", #"{"/": "/a"}"#)
        let both = await tool(
            "app-links", "prove", apple, "--host", "a.com", "--manifest", manifest)
        #expect(both.status == 2 && both.diagnostics.contains("assetlinks.json"))
    }

    @Test("prove accepts types, and fails on the verdicts that are asked for")
    func gate() async throws {
        await tool("add", "/a/{x:int}", "--target", "a")
        let path = try tool.associationFile(
            "a.json", #"{"/": "/?*/?*/?*", "exclude": true}, {"/": "/a/?*"}"#)
        func prove(_ more: String...) async -> ToolRun {
            await tool.run(
                ["app-links", "prove", path, "--host", "example.com", "--db", tool.path] + more)
        }
        let plain = await prove()
        #expect(plain.status == 1)
        #expect(
            plain.output.hasPrefix(
                "ABCDE12345.com.example.app: wider, by the types of values only\n"))
        #expect(await prove("--accept", "types").status == 0)
        #expect(await prove("--fail-on", "narrower").status == 0)
        #expect(await prove("--fail-on", "narrower,wider").status == 1)
        #expect(await prove("--fail-on", "narrower", "--fail-on", "wider").status == 1)
        #expect(await prove("--accept", "types", "--fail-on", "wider").status == 0)
        #expect(await prove("--fail-on", "never").status == 0)
        await tool("add", "/b", "--target", "b")
        #expect(await prove("--accept", "types").status == 1)
        #expect(await prove("--fail-on", "different").status == 1)
        let json = try await prove("--accept", "types", "--json").object
        guard case .array(let proofs)? = json["proofs"], case .object(let proof) = proofs[0] else {
            throw TestFailure()
        }
        #expect(proof["verdict"] == "different" && proof["verdictIgnoringTypes"] == "narrower")
        #expect(proof["failed"] == true && json["rules"] == [])
        for wrong in [["--accept", "typs"], ["--fail-on", "exact"], ["--fail-on", "widr"]] {
            let run = await tool.run(
                ["app-links", "prove", path, "--host", "a.com", "--db", tool.path] + wrong)
            #expect(run.status == 64 && run.diagnostics.contains("'\(wrong[1])'"))
        }
        let none = tool.directory.path("none.json")
        try #"{"webcredentials": {"apps": []}}"#.write(
            toFile: none, atomically: true, encoding: .utf8)
        let empty = ["app-links", "prove", none, "--host", "a.com", "--db", tool.path]
        #expect(await tool.run(empty).status == 1)
        #expect(await tool.run(empty + ["--fail-on", "never"]).status == 0)
    }

    @Test("a manifest that takes a whole host is compared with the rules of assetlinks.json")
    func hostOnly() async throws {
        await tool("add", "/a/{x}", "--target", "a")
        let links = tool.directory.path("assetlinks.json")
        await tool(
            "app-links", "generate", "android", "--app", "com.example.app", "--fingerprint",
            Array(repeating: "AB", count: 32).joined(separator: ":"), "--host", "example.com",
            "-o", links)
        let manifest = try tool.manifestFile("")
        func prove(_ more: String...) async -> ToolRun {
            await tool.run(
                ["app-links", "prove", "--host", "example.com", "--db", tool.path] + more)
        }
        let alone = await prove(manifest)
        #expect(alone.status == 1 && alone.output.hasPrefix("com.example.app: wider\n"))
        #expect(
            alone.diagnostics.contains(
                "note: the manifest takes all links to example.com: compare it together with"))
        let older =
            "note: before Android 15 (API level 35), the manifest opens the app for all links"
        for arguments in [[links, manifest], [links, "--manifest", manifest]] {
            let both = await tool.run(
                ["app-links", "prove", "--host", "example.com", "--db", tool.path] + arguments)
            #expect(both.status == 0 && both.output == "com.example.app: exact\n")
            #expect(both.diagnostics.contains(older))
        }
        let old = await prove(manifest, links, "--api-level", "34")
        #expect(old.status == 1 && old.output.hasPrefix("com.example.app: wider\n"))
        #expect(!old.diagnostics.contains(older))
        let check = await tool.run(["app-links", "check", manifest, links, "--table"])
        #expect(check.output.contains("note host-only\n"))
        #expect(check.output.contains("(Considerations for manifest filter rules)\n"))
        #expect(await tool.run(["app-links", "check", manifest]).output.isEmpty == false)
        // A manifest of another app limits nothing.
        let other = tool.directory.path("Other.xml")
        try String(contentsOfFile: manifest, encoding: .utf8)
            .replacingOccurrences(of: "com.example.app", with: "com.example.other")
            .write(toFile: other, atomically: true, encoding: .utf8)
        let apart = await prove(links, other)
        #expect(apart.output.contains("com.example.app: exact\n"))
        #expect(apart.output.contains("com.example.other: wider\n"))
    }
}
