#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Probes at an address of their own")
struct ProbeTests {
    private func serving(
        _ change: @escaping @Sendable (inout ServerOptions) -> Void = { _ in },
        _ body: (RunningServer, _ probes: TestClient) async throws -> Void
    ) async throws {
        try await RunningServer.with(
            { options in
                options.address = nil
                options.links = ListenAddress(port: 0)
                options.probes = ListenAddress(port: 0)
                options.isWriting = false
                change(&options)
            },
            registry: { editor in
                try editor.add(RouteDraft(pattern: "/livez", target: "x", redirect: .gone))
            }
        ) { server in
            let url = try #require(server.started.probesURL)
            let port = try #require(url.split(separator: ":").last.flatMap { Int($0) })
            try await body(server, TestClient(port: port))
        }
    }

    @Test("they are answered without a token and under any name, beside links alone")
    func beside() async throws {
        try await serving { server, probes in
            for client in [probes, probes.with(("Host", "10.0.0.7"))] {
                #expect(try await client.get("/livez").text == "ok\n")
                #expect(try await client.get("/livez?x=1").status == 200)
                let ready = try await client.get("/readyz")
                #expect(ready.status == 200)
                #expect(ready.text.contains("\"ready\":true,\"revision\":2,\"lag\":0"))
                let metrics = try await client.get("/metrics")
                #expect(metrics.field("content-type") == "text/plain; version=0.0.4; charset=utf-8")
                #expect(metrics.text.contains("\nroutedb_revision 2\n"))
            }
            let head = try await probes.send("HEAD", "/readyz")
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(server.started.url == nil && server.started.loginURL == nil)
        }
    }

    @Test("the links keep all of their paths, and links are counted where probes are not")
    func linksKeepTheirs() async throws {
        try await serving { server, probes in
            #expect(try await server.visitor.get("/livez").status == 410)
            #expect(try await server.visitor.get("/readyz").status == 404)
            _ = try await probes.get("/readyz")
            let text = try await probes.get("/metrics").text
            #expect(text.contains("routedb_requests_total{endpoint=\"link\",status=\"410\"} 1\n"))
            #expect(!text.contains("endpoint=\"ready\""))
        }
    }

    @Test("nothing else is answered there: no API, no console, no login")
    func nothingElse() async throws {
        try await serving({ $0.address = ListenAddress(port: 0) }) { server, probes in
            for path in ["/", "/api/v1/routes", "/login?code=1", "/routes", "/livez/", "/LIVEZ"] {
                #expect(try await probes.get(path).status == 404, "\(path)")
            }
            let posted = try await probes.send("POST", "/metrics")
            #expect(posted.status == 405 && posted.field("allow") == "GET, HEAD")
            // Where the service is, metrics need a token as ever.
            #expect(try await server.client.get("/metrics").status == 401)
        }
    }
}
#endif
