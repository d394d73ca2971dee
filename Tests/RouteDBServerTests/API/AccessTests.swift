#if Server
import HTTPTypes
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Who may ask what")
struct AccessTests {
    @Test("names and paths with methods are each used once")
    func distinct() async throws {
        let endpoints = try await RunningServer.endpoints()
        #expect(Set(endpoints.map(\.name)).count == endpoints.count)
        #expect(Set(endpoints.map { "\($0.method) \($0.path)" }).count == endpoints.count)
    }

    @Test("the parameters of a path are those that the endpoint describes")
    func pathParameters() async throws {
        for endpoint in try await RunningServer.endpoints() {
            let named = endpoint.path.split(separator: "/").filter { $0.hasPrefix("{") }
                .map { String($0.dropFirst().dropLast()) }
            let described = endpoint.parameters.filter { $0.place == .path }.map(\.name)
            #expect(named == described, "\(endpoint.name)")
        }
    }

    @Test("every endpoint refuses who may not ask it, by every scope, and before it reads a body")
    func scopes() async throws {
        let endpoints = try await RunningServer.endpoints()
        let scopes: [TokenScope] = [.resolve, .read, .hits, .write, .admin]
        let directory = try TemporaryDirectory()
        var made: [Int: String] = [:]
        for scope in scopes {
            made[scope.rawValue] = try RunningServer.addToken(scope, in: directory)
        }
        let texts = made
        let expired = try RunningServer.addToken(.admin, expiry: 1, in: directory)
        try await RunningServer.with(in: directory) { server in
            for endpoint in endpoints {
                guard case .scope(let needed) = endpoint.access else { continue }
                let path = endpoint.samplePath
                let method = endpoint.method.rawValue
                func outcome(_ client: TestClient) async throws -> String {
                    let answer = try await client.send(method, path)
                    return "\(answer.status) \(answer.problem ?? "")"
                }
                #expect(try await outcome(server.client) == "401 unauthorized", "\(path)")
                for bad in [expired, "routedb_x_y", ""] {
                    let client = server.client.with(token: bad)
                    #expect(try await outcome(client) == "401 unauthorized", "\(path)")
                }
                for scope in scopes where !scope.allows(needed) {
                    let client = server.client.with(token: texts[scope.rawValue] ?? "")
                    #expect(
                        try await outcome(client) == "403 scopeMissing",
                        "\(method) \(path) with \(scope.names)")
                }
                for scope in scopes where scope.allows(needed) {
                    let client = server.client.with(token: texts[scope.rawValue] ?? "")
                    let outcome = try await outcome(client)
                    #expect(
                        !["401 unauthorized", "403 scopeMissing"].contains(outcome),
                        "\(method) \(path) with \(scope.names)")
                }
            }
        }
    }

    @Test("a token for one namespace may not ask about all")
    func namespaces() async throws {
        let endpoints = try await RunningServer.endpoints()
        let directory = try TemporaryDirectory()
        let text = try RunningServer.addToken(.admin, namespace: "default", in: directory)
        try await RunningServer.with(in: directory) { server in
            for endpoint in endpoints {
                guard case .scope = endpoint.access else { continue }
                let answer = try await server.client.with(token: text)
                    .send(endpoint.method.rawValue, endpoint.samplePath)
                #expect(
                    (answer.problem == "namespaceLimited") == (endpoint.namespaceUse == .all),
                    "\(endpoint.name): \(answer.text)")
            }
        }
    }

    @Test("without '--write' nothing changes the registry, whatever the scope")
    func readOnly() async throws {
        let endpoints = try await RunningServer.endpoints()
        let directory = try TemporaryDirectory()
        let text = try RunningServer.addToken(.admin, in: directory)
        try await RunningServer.with(in: directory, { $0.isWriting = false }) { server in
            for endpoint in endpoints where endpoint.isChanging {
                let answer = try await server.client.with(token: text)
                    .send(endpoint.method.rawValue, endpoint.samplePath)
                #expect(answer.problem == "readOnly", "\(endpoint.name)")
            }
        }
    }

    @Test("a session is started once by the one-time address, and its cookie is kept from scripts")
    func session() async throws {
        try await RunningServer.with { server in
            let code = try #require(server.started.loginURL?.split(separator: "=").last)
            #expect(try await server.client.get("/login?code=x").problem == "codeNotValid")
            #expect(try await server.client.get("/login").text.contains("routedb login NAME"))
            #expect(try await server.client.logIn(code: "x").problem == "codeNotValid")
            // Whoever only looks at the address uses nothing up.
            for method in ["HEAD", "GET", "GET"] {
                let looked = try await server.client.send(
                    method, "/login?code=\(code)", fields: [("Sec-Purpose", "prefetch")])
                #expect(looked.status == 200 && looked.field("set-cookie") == nil)
                #expect(looked.text.contains("<button") == (method == "GET"))
            }
            let foreign = try await server.client.with(("Sec-Fetch-Site", "cross-site"))
                .logIn(code: String(code))
            #expect(foreign.problem == "originNotAllowed")
            let answer = try await server.client.logIn(code: String(code))
            #expect(answer.status == 303)
            #expect(answer.field("location") == "/")
            let cookie = try #require(answer.field("set-cookie"))
            #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax"))
            #expect(try await server.client.get("/login?code=\(code)").problem == "codeNotValid")
            #expect(try await server.client.logIn(code: String(code)).problem == "codeNotValid")
            let pair = String(cookie.prefix { $0 != ";" })
            let client = server.client.with(("Cookie", "a=b; \(pair)"))
            let service = try await client.get("/api/v1").object
            #expect(
                service["caller"] == [
                    "name": "ada", "scopes": ["resolve", "read", "hits", "write", "admin"],
                    "namespace": nil,
                ])
            #expect(try await client.send("POST", "/logout").problem == "originNotAllowed")
            let out = try await client.with(("Sec-Fetch-Site", "same-origin"))
                .send("POST", "/logout")
            #expect(out.status == 303 && out.field("location") == "/login")
            #expect(try await client.get("/api/v1").status == 401)
        }
    }

    @Test("a session ends with the token that asked for it")
    func grantedSession() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.admin, in: directory)
        try await RunningServer.with(in: directory) { server in
            let made = try await server.client.with(token: token)
                .send("POST", "/api/v1/login-addresses").object
            guard case .string(let path)? = made["path"],
                let code = path.split(separator: "=").last
            else {
                Issue.record("\(made)")
                return
            }
            let login = try await server.client.logIn(code: String(code))
            let cookie = try #require(login.field("set-cookie"))
            let session = server.client.with(("Cookie", String(cookie.prefix { $0 != ";" })))
                .with(("Sec-Fetch-Site", "same-origin"))
            func put(_ name: String) async throws -> Int {
                try await session.send(
                    "PUT", "/api/v1/routes/\(name)",
                    body: "{\"pattern\":\"/\(name)\",\"target\":\"x\"}"
                ).status
            }
            #expect(try await put("a") == 201)
            try TokenFile(path: directory.path("routes.tokens")).change { $0 = [] }
            // The service reads the file again within a second.
            while try await session.get("/api/v1").status == 200 { await Task.yield() }
            #expect(try await put("b") == 401)
            let own = try await server.loggedIn()
            #expect(try await own.get("/api/v1").object["revision"] == 2)
        }
    }

    @Test("every answer tells browsers to keep to it, problems too")
    func securityFields() async throws {
        try await RunningServer.with { server in
            for path in ["/livez", "/nowhere", "/api/v1"] {
                let answer = try await server.client.get(path)
                #expect(
                    answer.field("content-security-policy")?.hasPrefix("default-src 'none'") == true
                )
                #expect(answer.field("x-content-type-options") == "nosniff")
                #expect(answer.field("x-frame-options") == "DENY")
                #expect(answer.field("referrer-policy") == "no-referrer")
                #expect(answer.field("cross-origin-resource-policy") == "same-origin")
                #expect(answer.field("cache-control") == "no-store")
                #expect(answer.field("server") == nil)
            }
        }
    }
}
#endif
