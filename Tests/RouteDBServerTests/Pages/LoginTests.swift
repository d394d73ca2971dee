#if Server
import RouteDB
import RouteDBTerminal
import RouteDBCommands
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Logins of people")
struct LoginTests {
    /// Makes a login with the tool, and returns the path with its code.
    private func login(
        _ name: String, _ role: String, in directory: borrowing TemporaryDirectory,
        _ more: String...
    ) async throws -> String {
        let run = await Self.tool(
            ["login", name, "--role", role, "--url", "https://routes.example/"] + more, directory)
        #expect(run.status == 0, "\(run.diagnostics)")
        #expect(run.output.hasPrefix("https://routes.example/login?code="))
        return String(run.output.dropFirst("https://routes.example".count).dropLast())
    }

    private static func tool(
        _ arguments: [String], _ directory: borrowing TemporaryDirectory
    ) async -> (status: Int32, output: String, diagnostics: String) {
        let (output, diagnostics) = (MemorySink(), MemorySink())
        let status = await CommandLineTool.run(
            arguments: arguments + ["--db", directory.path("routes.db")],
            environment: ["USER": "ada"],
            standardInput: InputReader(MemorySource([]), isTerminal: false),
            standardOutput: OutputWriter(output, isTerminal: false),
            standardError: OutputWriter(diagnostics, isTerminal: false))
        return (
            status, String(decoding: output.bytes, as: UTF8.self),
            String(decoding: diagnostics.bytes, as: UTF8.self)
        )
    }

    private static func code(_ path: String) -> String {
        path.split(separator: "=").last.map(String.init) ?? ""
    }

    /// The client of a browser with the cookie that an answer sets.
    private static func browser(_ client: TestClient, _ answer: TestAnswer) throws -> TestClient {
        let cookie = try #require(answer.field("set-cookie"))
        return client.with(("Cookie", String(cookie.prefix { $0 != ";" })))
            .with(("Sec-Fetch-Site", "same-origin"))
    }

    @Test("an address logs a person in once, with a role, and the session outlives the service")
    func session() async throws {
        let directory = try TemporaryDirectory()
        let path = try await login("grace", "editor", in: directory)
        var cookie = ""
        try await RunningServer.with(in: directory) { server in
            #expect(try await server.client.get(path).text.contains("<button"))
            // A code is no token, and a token no code.
            #expect(
                try await server.client.with(token: Self.code(path)).get("/api/v1").status == 401)
            let answer = try await server.client.logIn(code: Self.code(path))
            #expect(answer.status == 303 && answer.field("location") == "/")
            cookie = try #require(answer.field("set-cookie"))
            #expect(cookie.contains("; HttpOnly; SameSite=Lax; Max-Age=25"))
            #expect(try await server.client.logIn(code: Self.code(path)).problem == "codeNotValid")
            let grace = try Self.browser(server.client, answer)
            #expect(
                try await grace.get("/api/v1").object["caller"] == [
                    "name": "grace", "scopes": ["resolve", "read", "hits", "write"],
                    "namespace": nil,
                ])
            let page = try await grace.get("/routes").text
            #expect(page.contains("grace") && page.contains("editor") && page.contains("Log out"))
        }
        let pair = String(cookie.prefix { $0 != ";" })
        try await RunningServer.with(in: directory) { server in
            let grace = server.client.with(("Cookie", pair)).with(("Sec-Fetch-Site", "same-origin"))
            let before = try await grace.get("/api/v1")
            let out = try await grace.send("POST", "/logout")
            let after = try await grace.get("/api/v1")
            #expect(before.status == 200 && after.status == 401)
            #expect(out.field("location") == "/login")
        }
        #expect(await Self.tool(["token", "list"], directory).output.isEmpty)
    }

    @Test("a viewer reads and changes nothing; who is removed is out within a second")
    func viewer() async throws {
        let directory = try TemporaryDirectory()
        let path = try await login("eve", "viewer", in: directory)
        try await RunningServer.with(in: directory) { server in
            let answer = try await server.client.logIn(code: Self.code(path))
            let eve = try Self.browser(server.client, answer)
            #expect(try await eve.get("/routes").status == 200)
            #expect(try await eve.get("/new").problem == "scopeMissing")
            #expect(try await eve.send("POST", "/api/v1/login-addresses").problem == "scopeMissing")
            let list = await Self.tool(["token", "list"], directory).output
            #expect(list.hasSuffix("\tsession\n"))
            let id = String(list.prefix { $0 != "\t" })
            #expect(await Self.tool(["token", "remove", id], directory).status == 0)
            // The service reads the file again within a second.
            var status = 200
            for _ in 0..<200 where status == 200 {
                try await Task.sleep(for: .milliseconds(50))
                status = try await eve.get("/routes").status
            }
            #expect(status == 401)
        }
    }

    @Test(
        "who opens a page without a session comes to it once logged in, and never to another host")
    func returning() async throws {
        let directory = try TemporaryDirectory()
        let paths = [
            try await login("ada", "viewer", in: directory),
            try await login("bob", "viewer", in: directory),
        ]
        try await RunningServer.with(in: directory) { server in
            let refused = try await server.client.get("/routes?q=cart&state=enabled")
            #expect(refused.status == 401 && refused.text.contains("routedb login NAME"))
            let kept = try #require(refused.field("set-cookie"))
            #expect(
                kept.hasPrefix("routedb_next=/routes?q=cart&state=enabled; Path=/login; HttpOnly"))
            let browser = server.client.with(("Cookie", String(kept.prefix { $0 != ";" })))
            let answer = try await browser.logIn(code: Self.code(paths[0]))
            #expect(answer.field("location") == "/routes?q=cart&state=enabled")
            // The API has no pages to come back to, and a made-up cookie leads nowhere else.
            #expect(try await server.client.get("/api/v1/routes").field("set-cookie") == nil)
            for target in ["//evil.example/", "https://evil.example", "/\\evil.example", ""] {
                let other = server.client.with(("Cookie", "routedb_next=\(target)"))
                #expect(try await other.logIn(code: "x").problem == "codeNotValid")
            }
            let other = server.client.with(("Cookie", "routedb_next=//evil.example/"))
            #expect(try await other.logIn(code: Self.code(paths[1])).field("location") == "/")
        }
    }

    @Test("two presses at once start one session")
    func race() async throws {
        let directory = try TemporaryDirectory()
        let path = try await login("ada", "viewer", in: directory)
        try await RunningServer.with(in: directory) { server in
            let client = server.client
            let code = Self.code(path)
            let started = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await client.logIn(code: code).status == 303 }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(started == 1)
        }
    }

    @Test("a role, a time or an address that is none is refused, and nothing is written")
    func badInput() async throws {
        let directory = try TemporaryDirectory()
        for (arguments, status) in [
            (["ada", "--role", "root"], Int32(2)), (["ada", "--expires", "never"], 64),
            (["ada", "--expires", "1s"], 64), (["ada", "--url", "routes.example"], 64), ([""], 64),
        ] {
            let run = await Self.tool(["login"] + arguments, directory)
            #expect(run.status == status && run.output.isEmpty, "\(arguments): \(run.diagnostics)")
        }
        #expect(await Self.tool(["token", "list"], directory).output.isEmpty)
    }
}
#endif
