#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Answers and their descriptions")
struct AnswerTests {
    /// Requests that read, with the name of the endpoint.
    private static let reading = [
        ("ready", "/readyz"), ("service", "/api/v1"),
        ("resolve", "/api/v1/resolve?url=myapp://user/42"),
        ("resolve", "/api/v1/resolve?url=/nowhere"),
        ("listRoutes", "/api/v1/routes"), ("getRoute", "/api/v1/routes/user"),
        ("blame", "/api/v1/routes/user/blame"), ("listNamespaces", "/api/v1/namespaces"),
        ("listConverters", "/api/v1/converters"), ("listDefaults", "/api/v1/defaults"),
        ("listRules", "/api/v1/rules"), ("listSuppressions", "/api/v1/suppressions"),
        ("listCases", "/api/v1/cases"), ("listApps", "/api/v1/apps"),
        ("listRevisions", "/api/v1/revisions"),
        ("getRevision", "/api/v1/revisions/2"), ("diff", "/api/v1/diff?from=1"),
        ("listTags", "/api/v1/tags"),
    ]

    @Test("every answer that is read fits the schema that describes it")
    func schemas() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.admin, in: directory)
        try await RunningServer.with(
            in: directory,
            registry: { editor in
                try editor.add(
                    RouteDraft(
                        pattern: "myapp://user/{id:int}", target: "user", name: "user",
                        group: "web", defaults: ["a": 1]))
                try editor.setConverter(
                    "size", rule: .affix(prefix: "s", suffix: ""), in: RouteNamespace.defaultName)
                try editor.setDefault("lang", to: "en", in: .namespace(RouteNamespace.defaultName))
                try editor.addRule(RuleDraft(.allow, in: .namespace(RouteNamespace.defaultName)))
                try editor.addCase(
                    RouteTestCase(json: ["url": "/a", "expect": ["outcome": "unmatched"]]))
                try editor.addSuppression(
                    SuppressionDraft(
                        .converterUnused, namespace: RouteNamespace.defaultName, name: "size",
                        reason: "later"))
                try editor.addApp(
                    LinkedApp(.ios, "ABCDE12345.com.example.app"), in: RouteNamespace.defaultName)
            }
        ) { server in
            let client = server.client.with(token: token)
            _ = try await client.send("PUT", "/api/v1/tags/first?revision=1")
            let endpoints = try await RunningServer.endpoints()
            for (name, path) in Self.reading {
                let answer = try await client.get(path)
                #expect(answer.status == 200, "\(path): \(answer.text)")
                let endpoint = try #require(endpoints.first { $0.name == name })
                let schema = try #require(endpoint.answers.first?.schema)
                let object = try answer.object
                #expect(schema.mistakes(in: .object(object)) == [], "\(path)")
                if name.hasPrefix("list"), let list = object.members.first(where: { $0.isList }) {
                    #expect(list.value != [], "\(path)")
                }
            }
        }
    }

    @Test("a rollback and tags work as in the tool")
    func revisions() async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .write], in: directory)
        try await RunningServer.with(
            in: directory,
            registry: { try $0.add(RouteDraft(pattern: "/a", target: "a", name: "a")) }
        ) { server in
            let client = server.client.with(token: token)
            let path = "/api/v1/revisions/1/rollback"
            #expect(try await client.send("POST", path).status == 428)
            let tagged = try await client.send("PUT", "/api/v1/tags/before")
            #expect(try tagged.object["outcome"] == "added")
            let back = try await client.with(("If-Match", "\"rev-2\"")).send("POST", path)
            #expect(back.status == 200, "\(back.text)")
            #expect(try back.object["outcome"] == "rolledBack")
            #expect(try back.object["revision"] == 3)
            #expect(try await client.get("/api/v1/routes").object["total"] == 0)
            #expect(try await client.get("/api/v1/routes?revision=before").object["total"] == 1)
            let diff = try await client.get("/api/v1/diff?from=before").object
            guard case .array(let changes)? = diff["changes"] else { return }
            #expect(changes.count == 1)
            let conflict = try await client.send("PUT", "/api/v1/tags/before?revision=1")
            #expect(conflict.problem == "tagConflict")
            let moved = try await client.send("PUT", "/api/v1/tags/before?revision=1&move")
            #expect(try moved.object["outcome"] == "moved")
            let removed = try await client.with(("If-Match", "*"))
                .send("DELETE", "/api/v1/tags/before")
            #expect(try removed.object["outcome"] == "removed")
        }
    }
}

extension JSONObject.Member {
    fileprivate var isList: Bool { if case .array = value { true } else { false } }
}
#endif
