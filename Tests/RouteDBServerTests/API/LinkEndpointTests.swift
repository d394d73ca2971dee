#if Server
import RouteDB
import RouteDBTestSupport
import RouteDBServer
import Testing

@Suite("Links over HTTP")
struct LinkEndpointTests {
    private func serving(
        _ scopes: TokenScope, namespace: String? = nil, _ body: (TestClient) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(scopes, namespace: namespace, in: directory)
        try await RunningServer.with(
            in: directory,
            registry: { editor in
                try editor.addNamespace(NamespaceDraft(name: "go", hosts: ["go.example"]))
            }
        ) { try await body($0.client.with(token: token)) }
    }

    private func link(_ answer: TestAnswer) throws -> JSONObject? {
        guard case .array(let links)? = try answer.object["links"],
            case .object(let link)? = links.first
        else { return nil }
        return link
    }

    @Test("a link is made once, and its route is where the answer says")
    func made() async throws {
        try await serving([.links, .read]) { client in
            let body =
                #"{"to": "https://shop.example/a", "variants": ["context.platform = ios => https://i.example/"]}"#
            let first = try await client.send("POST", "/api/v1/links", body: body)
            #expect(first.status == 201, "\(first.text)")
            let again = try await client.send("POST", "/api/v1/links", body: body)
            #expect(again.status == 200)
            #expect(try link(first)?["url"] == link(again)?["url"])
            #expect(try link(again)?["outcome"] == "unchanged")
            let route = try await client.get(try #require(first.field("location")))
            #expect(route.status == 200 && route.text.contains("https://i.example/"))
        }
    }

    @Test("a token for links makes links, and nothing else; one for writing makes them too")
    func scopes() async throws {
        let body = #"{"to": "https://shop.example/a", "slug": "a"}"#
        func status(_ client: TestClient) async throws -> Int {
            try await client.send("POST", "/api/v1/links", body: body).status
        }
        try await serving(.links) { client in
            let (made, read) = (try await status(client), try await client.get("/api/v1/routes"))
            let put = try await client.send(
                "PUT", "/api/v1/routes/x", body: #"{"pattern":"/x","target":"x"}"#)
            #expect(made == 201 && read.status == 403 && put.status == 403)
        }
        try await serving(.write) { client in
            let made = try await status(client)
            #expect(made == 201)
        }
        try await serving([.read, .hits, .resolve]) { client in
            let made = try await status(client)
            #expect(made == 403)
        }
        try await serving(.links, namespace: "default") { client in
            let made = try await status(client)
            #expect(made == 403 || made == 404)
        }
    }

    @Test(
        "what is no link is a problem with its code",
        arguments: [
            ("{}", 422), (#"{"to": "x"}"#, 422),
            (#"{"to": "https://a.example/", "slugs": "a"}"#, 422),
            (#"{"to": "https://a.example/", "host": "b.example"}"#, 404),
            (#"{"to": "https://a.example/", "variants": ["x"]}"#, 422),
            (#"{"to": "https://a.example/", "until": "soon"}"#, 422), ("[]", 400),
        ])
    func problems(body: String, status: Int) async throws {
        try await serving(.links) { client in
            let answer = try await client.send("POST", "/api/v1/links", body: body)
            #expect(answer.status == status, "\(answer.text)")
            #expect(answer.problem != nil)
        }
    }
}
#endif
