#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("All kinds of items over HTTP")
struct ItemCollectionTests {
    private func run(_ body: (TestClient) async throws -> Void) async throws {
        try await RunningServer.withAdmin(
            registry: { editor in
                try editor.add(RouteDraft(pattern: "/a", target: "a", name: "a"))
                try editor.setConverter("size", rule: .any, in: "default")
                try editor.addRule(
                    RuleDraft(.deny, in: .namespace("default"), for: .role("guest")))
                try editor.addSuppression(
                    SuppressionDraft(.unreachable, namespace: "default", reason: "Meant"))
                try editor.addCase(
                    RouteTestCase(
                        json: ["case": "one", "url": "/a", "expect": ["outcome": "matched"]]))
                try editor.addApp(LinkedApp(.ios, "ABCDE12345.com.example.app"), in: "default")
            }
        ) { try await body($0.with(("If-Match", "*"))) }
    }

    @Test("an answer can be sent back, and changes nothing")
    func sentBack() async throws {
        try await run { client in
            for (item, key, methods) in [
                ("routes/a", "routes", ["PUT", "PATCH"]),
                ("namespaces/shop", "namespaces", ["PUT", "PATCH"]),
                ("converters/size", "converters", ["PUT", "PATCH"]),
                ("cases/one", "cases", ["PUT", "PATCH"]),
                ("apps/ios/ABCDE12345.com.example.app", "apps", ["PUT", "PATCH"]),
                ("rules/1", "rules", ["PATCH", "POST"]),
                ("suppressions/1", "suppressions", ["PATCH", "POST"]),
            ] {
                let read = try await client.get("/api/v1/\(item)")
                #expect(read.status == 200, "\(item): \(read.text)")
                for method in methods {
                    let path = method == "POST" ? key : item
                    let answer = try await client.send(method, "/api/v1/\(path)", body: read.text)
                    let change = try answer.onlyChange(key)
                    #expect(change["outcome"] == "unchanged", "\(method) \(path): \(answer.text)")
                }
            }
        }
    }

    @Test(
        "a body must not name another item than the path",
        arguments: [
            ("routes/a", "name"), ("namespaces/shop", "name"), ("cases/one", "case"),
            ("converters/size", "name"), ("converters/size", "namespace"),
            ("apps/ios/ABCDE12345.com.example.app", "app"),
            ("apps/ios/ABCDE12345.com.example.app", "platform"),
        ])
    func names(item: String, member: String) async throws {
        try await run { client in
            let body = JSONObject(dictionaryLiteral: (member, "other"))
            let answer = try await client.send("PUT", "/api/v1/\(item)", body: body.description)
            #expect(answer.status == 422 && answer.problem == "invalidValue", "\(answer.text)")
            #expect(
                answer.text.contains("The body's '\(member)' is not the one of the path"),
                "\(answer.text)")
        }
    }

    @Test(
        "every method says alike that an item does not exist",
        arguments: [
            "namespaces/none", "converters/none", "converters/size?namespace=none", "rules/9",
            "suppressions/9", "cases/none", "apps/ios/ABCDE12345.com.none",
        ])
    func missing(item: String) async throws {
        try await run { client in
            let read = try await client.get("/api/v1/\(item)")
            #expect(read.status == 404, "\(read.text)")
            for (method, body) in [("PATCH", "{}"), ("DELETE", nil)] {
                let answer = try await client.send(method, "/api/v1/\(item)", body: body)
                #expect(answer.status == 404 && answer.text == read.text, "\(answer.text)")
            }
        }
    }

    @Test("the schemas have every field that is stored, and those of patches allow null")
    func schemas() async throws {
        let bodies = try await RunningServer.endpoints().compactMap { endpoint in
            if case .object(let body)? = endpoint.body?.form { body } else { nil }
        }
        func members(_ name: String) throws -> [JSONSchema.Member] {
            let found =
                APISchemas.all.first { $0.name == name }?.schema
                ?? bodies.first { $0.name == name }?.schema
            let schema = try #require(found, "\(name)")
            guard case .object(let members, _, _) = schema else { return [] }
            return members
        }
        let fields = RouteField.all.map(\.name).filter { $0 != "onDuplicate" }
        let answered = ["id", "schema", "outcome", "endedRules"]
        for name in ["RouteDraft", "RoutePatch"] {
            #expect(try members(name).map(\.key) == fields + answered)
            #expect(try members(name).filter(\.isReadOnly).map(\.key) == answered)
        }
        #expect(
            Set(try members("Route").map(\.key))
                == Set(fields).subtracting(["syntax"]).union(["id"]))
        #expect(
            try members("AccessRule").map(\.key)
                == ["id", "namespace", "group", "route"] + AccessRule.fields.map(\.name))
        for name in ["RoutePatch", "NamespacePatch", "AppDraft"] {
            for member in try members(name) {
                #expect(!member.isRequired, "\(name).\(member.key)")
                #expect(member.schema.mistakes(in: .null) == [], "\(name).\(member.key)")
            }
        }
    }
}
#endif
