#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Logins with OpenID Connect")
struct OpenIDLoginTests {
    /// Runs a service whose users are those of a small provider.
    private func serving(
        _ change: @escaping @Sendable (inout OpenIDOptions) -> Void = { _ in },
        _ body: @escaping @Sendable (RunningServer, SmallProvider) async throws -> Void
    ) async throws {
        try await SmallProvider.running { provider in
            var openID = OpenIDOptions(issuer: provider.issuer, client: "routedb")
            openID.secret = SmallProvider.secret
            openID.roles = [
                OpenIDOptions.Role(role: "editor", value: "mobile"),
                OpenIDOptions.Role(role: "viewer", value: "everybody"),
            ]
            change(&openID)
            let options = openID
            try await RunningServer.with({ $0.openID = options }) { server in
                try await body(server, provider)
            }
        }
    }

    /// The fields of a browser that has a cookie of an answer.
    private static func browser(
        _ client: TestClient, _ answer: TestAnswer, _ cookie: String
    ) throws -> TestClient {
        let line = try #require(
            answer.fields.first {
                $0.name.lowercased() == "set-cookie" && $0.value.hasPrefix("\(cookie)=")
            })
        return client.with(("Cookie", String(line.value.prefix { $0 != ";" })))
            .with(("Sec-Fetch-Site", "same-origin"))
    }

    /// Goes to the provider and back; the answer to the return.
    private static func logIn(
        _ server: RunningServer, _ provider: SmallProvider
    ) async throws -> TestAnswer {
        let away = try await server.client.get("/login/openid")
        #expect(away.status == 303, "\(away.text)")
        let (callback, _) = try provider.logIn(try #require(away.field("location")))
        return try await browser(server.client, away, "routedb_openid").get(callback)
    }

    @Test("a user of the provider gets the role of their group, and edits under their name")
    func session() async throws {
        try await serving { (server, provider) async throws in
            provider.contents.withLock { $0.claims["groups"] = ["mobile", "everybody"] }
            let refused = try await server.client.get("/routes")
            #expect(refused.status == 401 && refused.text.contains("href=\"/login/openid\""))
            let away = try await server.client.get("/login/openid")
            let address = try #require(away.field("location"))
            #expect(address.hasPrefix("\(provider.issuer)/authorize?tenant=7&response_type=code&"))
            let (callback, fields) = try provider.logIn(address)
            #expect(fields["client_id"] == "routedb" && fields["code_challenge_method"] == "S256")
            #expect(
                fields["redirect_uri"] == "http://127.0.0.1:\(server.port)/login/openid/callback")
            let browser = try Self.browser(server.client, away, "routedb_openid")
            let back = try await browser.get(callback)
            #expect(back.status == 303 && back.field("location") == "/")
            let ada = try Self.browser(server.client, back, "routedb_session")
            #expect(
                try await ada.get("/api/v1").object["caller"] == [
                    "name": "ada", "scopes": ["resolve", "read", "hits", "write"],
                    "namespace": nil,
                ])
            // The code was used, so the return does not work twice.
            #expect(try await browser.get(callback).problem == "loginRefused")
        }
    }

    @Test("a return without the cookie of its login, or with another one's, starts nothing")
    func foreignLogin() async throws {
        try await serving { (server, provider) async throws in
            provider.contents.withLock { $0.claims["groups"] = ["mobile"] }
            let aways = [
                try await server.client.get("/login/openid"),
                try await server.client.get("/login/openid"),
            ]
            let (callback, _) = try provider.logIn(try #require(aways[0].field("location")))
            #expect(try await server.client.get(callback).problem == "loginRefused")
            let other = try Self.browser(server.client, aways[1], "routedb_openid")
            #expect(try await other.get(callback).problem == "loginRefused")
            let own = try Self.browser(server.client, aways[0], "routedb_openid")
            #expect(
                try await own.get(callback + "&iss=https://evil.example").problem == "loginRefused")
            let denied = "/login/openid/callback?error=access_denied&error_description=%3Cb%3Eno"
            let state = callback.split(separator: "&")[1]
            let page = try await own.get("\(denied)&\(state)")
            #expect(page.status == 403 && page.text.contains("&lt;b&gt;no"))
            #expect(try await own.get(callback).status == 303)
        }
    }

    @Test("a token for another client, login, provider or time is refused")
    func foreignTokens() async throws {
        try await serving { (server, provider) async throws in
            let claims: [JSONObject] = [
                ["aud": "other"], ["aud": ["routedb", "other"]], ["nonce": "x"], ["exp": 1],
                ["exp": "soon"], ["iss": "https://evil.example"], ["sub": ""],
            ]
            for claim in claims {
                provider.contents.withLock { $0.claims = claim }
                let answer = try await Self.logIn(server, provider)
                #expect(answer.status == 502 && answer.problem == "loginRefused", "\(claim)")
            }
            provider.contents.withLock {
                $0.claims = ["aud": ["routedb", "other"], "azp": "routedb", "groups": "mobile"]
            }
            #expect(try await Self.logIn(server, provider).status == 303)
        }
    }

    @Test("a user without a role is told which claim decides")
    func withoutRole() async throws {
        try await serving { (server, provider) async throws in
            provider.contents.withLock { $0.claims["groups"] = ["finance"] }
            let answer = try await Self.logIn(server, provider)
            #expect(
                answer.status == 403 && answer.text.contains("&#39;groups&#39;"), "\(answer.text)")
            #expect(!answer.fields.contains { $0.value.hasPrefix("routedb_session=") })
        }
    }

    @Test("groups that the token leaves out are asked for, of the same user only")
    func userInfo() async throws {
        try await serving { (server, provider) async throws in
            provider.contents.withLock { $0.more = ["sub": "17", "groups": ["everybody"]] }
            #expect(try await Self.logIn(server, provider).status == 303)
            provider.contents.withLock { $0.more = ["sub": "18", "groups": ["mobile"]] }
            #expect(try await Self.logIn(server, provider).status == 502)
        }
    }

    @Test("the secret goes where the provider wants it, and only to encrypted addresses")
    func secret() async throws {
        try await serving { (server, provider) async throws in
            provider.contents.withLock {
                $0.claims["groups"] = ["mobile"]
                $0.description = ["token_endpoint_auth_methods_supported": ["client_secret_post"]]
            }
            #expect(try await Self.logIn(server, provider).status == 303)
        }
        for wrong: JSONObject in [
            ["token_endpoint": "http://id.example.com/token"], ["issuer": "https://evil.example"],
            ["authorization_endpoint": 7],
        ] {
            try await serving { (server, provider) async throws in
                provider.contents.withLock { $0.description = wrong }
                #expect(try await server.client.get("/login/openid").status == 502)
            }
        }
    }

    @Test("a provider that cannot be reached is named, and a service without one says so")
    func unreachable() async throws {
        var openID = OpenIDOptions(issuer: "http://127.0.0.1:1", client: "routedb")
        openID.roles = [OpenIDOptions.Role(role: "viewer", value: "*")]
        let options = openID
        try await RunningServer.with({ $0.openID = options }) { server in
            let answer = try await server.client.get("/login/openid")
            #expect(answer.status == 502 && answer.text.contains("127.0.0.1:1"))
        }
        try await RunningServer.with { server in
            let answer = try await server.client.get("/login/openid")
            #expect(answer.status == 404)
        }
    }

    @Test("options that cannot work are refused at the start")
    func badOptions() async throws {
        for (issuer, client, role) in [
            ("http://id.example.com", "a", "viewer"), ("id.example.com", "a", "viewer"),
            ("https://user@id.example.com", "a", "viewer"), ("https://", "a", "viewer"),
            ("https://id.example.com", "", "viewer"), ("https://id.example.com", "a", "owner"),
        ] {
            var openID = OpenIDOptions(issuer: issuer, client: client)
            openID.roles = [OpenIDOptions.Role(role: role, value: "*")]
            #expect(throws: RouteDBError.self) { try OpenIDProvider(openID, clock: { 0 }) }
        }
        #expect(throws: RouteDBError.self) {
            try OpenIDProvider(
                OpenIDOptions(issuer: "https://a.example", client: "a"), clock: { 0 })
        }
    }
}
#endif
