#if Server
import HTTPTypes
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Parameters of requests")
struct ParameterTests {
    private static let prepare: @Sendable (RegistryEditor) throws -> Void = { editor in
        try editor.add(
            RouteDraft(
                pattern: "/a", target: "page.a", name: "alpha", group: "web", kind: "GET",
                labels: ["owner": "growth"]))
        try editor.add(
            RouteDraft(
                pattern: "/b", target: "shop.b", name: "beta", group: "shops", namespace: "shop"))
        try editor.addCase(
            RouteTestCase(json: ["case": "one", "url": "/a", "expect": ["target": "page.a"]]))
    }

    @Test("an unknown parameter is refused by every endpoint, with the known ones; not by a probe")
    func unknown() async throws {
        let endpoints = try await RunningServer.endpoints()
        try await RunningServer.withAdmin(registry: Self.prepare) { client in
            let client = client.with(("If-Match", "*"))
            for endpoint in endpoints where !endpoint.takesOtherParameters {
                let required = endpoint.parameters.filter { $0.place == .query && $0.isRequired }
                    .map { "&\($0.name)=1" }.joined()
                let answer = try await client.send(
                    endpoint.method.rawValue, "\(endpoint.samplePath)?zzzzzzzz=1\(required)")
                guard endpoint.access != .probe else {
                    #expect(answer.status == 200, "\(endpoint.name)")
                    continue
                }
                #expect(answer.status == 400, "\(endpoint.name) \(answer.text)")
                #expect(answer.problem == "invalidRequest", "\(endpoint.name)")
                let known = endpoint.parameters.first { $0.place == .query }?.name
                let told = known ?? "This takes no parameters."
                #expect(answer.text.contains(told), "\(endpoint.name) \(answer.text)")
            }
        }
    }

    @Test(
        "a name that nothing has is an error with those that there are, and no empty list",
        arguments: [
            ("routes?namespace=none", "namespaceNotFound", ""),
            ("routes?group=none", "groupNotFound", "'shops', 'web'"),
            ("routes?group=webb", "groupNotFound", "Did you mean 'web'?"),
            ("routes?namespace=default&group=none", "groupNotFound", "The groups are 'web'."),
            ("routes?kind=none", "routeNotFound", "'GET'"),
            ("routes?label=none", "routeNotFound", "'owner'"),
            ("routes?label=ownr%3Dgrowth", "routeNotFound", "Did you mean 'owner'?"),
            ("routes?name=none", "routeNotFound", "'alpha', 'beta'"),
            ("routes?target=none", "routeNotFound", "'page.a', 'shop.b'"),
            ("hits?namespace=none", "namespaceNotFound", ""),
            ("hits?route=none", "routeNotFound", ""), ("hits?route=%2399", "routeNotFound", ""),
            ("events/hits?namespace=none", "namespaceNotFound", ""),
            ("events/hits?route=alpa", "routeNotFound", "Did you mean 'alpha'?"),
            ("document?namespace=none", "namespaceNotFound", ""),
            ("document?group=none", "groupNotFound", ""),
            ("lint?namespace=none", "namespaceNotFound", ""),
            ("converters?namespace=none", "namespaceNotFound", ""),
            ("resolve?url=%2F&namespace=none", "namespaceNotFound", ""),
            ("explain?url=%2F&namespace=none", "namespaceNotFound", ""),
            ("stats/top?namespace=none", "namespaceNotFound", ""),
            ("stats/top?route=none", "routeNotFound", ""),
            ("stats/top?by=none", "invalidRequest", "routes, targets"),
            ("hits?outcome=none", "invalidRequest", "matched, unmatched"),
        ])
    func names(path: String, problem: String, hint: String) async throws {
        try await RunningServer.withAdmin(registry: Self.prepare) { client in
            let answer = try await client.get("/api/v1/\(path)")
            #expect(answer.problem == problem, "\(answer.text)")
            guard case .string(let told)? = try answer.object["hint"] else { return }
            #expect(hint.isEmpty || told.contains(hint), "\(told)")
        }
    }

    @Test("names that routes have, but no route together, and texts to search for find nothing")
    func empty() async throws {
        try await RunningServer.withAdmin(registry: Self.prepare) { client in
            for query in [
                "group=web&namespace=shop", "pattern=none", "label=owner%3Dnobody",
                "name=alpha&enabled=false", "target=page&kind=get&name=beta",
            ] {
                let answer = try await client.get("/api/v1/routes?\(query)")
                let isKnown = !query.contains("namespace=shop")
                #expect(answer.status == (isKnown ? 200 : 404), "\(query) \(answer.text)")
            }
            let tests = try await client.send("POST", "/api/v1/test?only=one&only=none")
            #expect(tests.problem == "caseNotFound", "\(tests.text)")
        }
    }

    @Test("a token for one namespace is told no name of another")
    func limited() async throws {
        try await RunningServer.withAdmin(of: "shop", registry: Self.prepare) { client in
            for path in [
                "routes?group=none", "routes?group=web", "routes?name=alpha", "routes?label=owner",
                "routes?target=page.a", "routes?kind=GET", "routes/default", "routes/web",
                "routes/alpha", "routes/%231",
            ] {
                let answer = try await client.get("/api/v1/\(path)")
                #expect(answer.status == 404, "\(path) \(answer.text)")
                let removed = try await client.with(("If-Match", "*"))
                    .send("DELETE", "/api/v1/\(path)")
                // Another method has nothing to do with what there is.
                let isAnswered = removed.status != 405
                for text in [answer.text] + (isAnswered ? [removed.text] : []) {
                    // The name that was asked for is the caller's own.
                    for name in ["default", "alpha", "'web'", "owner", "page.a", "GET", "another"]
                    where !path.contains(name.replacing("'", with: "")) {
                        #expect(!text.contains(name), "\(path) \(text)")
                    }
                    #expect(!text.contains("is the name of"), "\(path) \(text)")
                }
            }
        }
    }
}
#endif
