#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Changing other things over HTTP")
struct EntityEditTests {
    private func run(
        namespace: String? = nil, _ body: (TestClient) async throws -> Void
    ) async throws {
        try await RunningServer.withAdmin(
            of: namespace,
            registry: { editor in
                try editor.add(RouteDraft(pattern: "/a", target: "a", name: "a", group: "web"))
            }
        ) { try await body($0) }
    }

    /// Changes something that is there already, whatever its revision is.
    private func change(
        _ client: TestClient, _ method: String, _ path: String, body: String? = nil
    ) async throws -> TestAnswer {
        try await client.with(("If-Match", "*")).send(method, path, body: body)
    }

    /// What the only change of an answer says.
    private func outcome(_ answer: TestAnswer, _ key: String) throws -> JSONValue? {
        try answer.onlyChange(key)["outcome"]
    }

    @Test("default values of namespaces, groups and routes are set and removed")
    func defaults() async throws {
        try await run { client in
            for query in ["", "?group=web", "?route=a", "?namespace=shop"] {
                let path = "/api/v1/defaults/lang" + query
                let set = try await client.send("PUT", path, body: "{\"value\":\"en\"}")
                #expect(try outcome(set, "defaults") == "set", "\(query)")
                let again = try await client.send("PUT", path, body: "{\"value\":\"en\"}")
                #expect(try outcome(again, "defaults") == "unchanged")
            }
            #expect(try await client.get("/api/v1/defaults").object["total"] == 4)
            let shop = try await client.get("/api/v1/defaults?namespace=shop")
            #expect(try shop.object["total"] == 1)
            let none = try await client.get("/api/v1/defaults?namespace=none")
            #expect(none.problem == "namespaceNotFound")
            let removed = try await change(client, "DELETE", "/api/v1/defaults/lang?route=a")
            #expect(try outcome(removed, "defaults") == "removed")
            let missing = try await client.send("PUT", "/api/v1/defaults/lang", body: "{}")
            #expect(missing.status == 422)
            let nowhere = try await client.send(
                "PUT", "/api/v1/defaults/lang?route=x", body: "{\"value\":1}")
            #expect(nowhere.problem == "routeNotFound")
        }
    }

    @Test("the body of a default value may name its place, but no other")
    func defaultPlaces() async throws {
        try await run { client in
            let path = "/api/v1/defaults/lang"
            for query in ["", "?group=web", "?route=a", "?namespace=shop"] {
                _ = try await client.send("PUT", path + query, body: "{\"value\":\"en\"}")
                guard
                    case .array(let listed)? = try await client.get("/api/v1/defaults")
                        .object["defaults"], case .object(let object)? = listed.first
                else {
                    Issue.record("nothing is listed after \(query)")
                    return
                }
                for method in ["PUT", "PATCH"] {
                    let same = try await change(
                        client, method, path + query, body: object.description)
                    #expect(try outcome(same, "defaults") == "unchanged", "\(query)")
                    for other: JSONObject in [
                        ["key": "size"], ["origin": "other"], ["namespace": "other"],
                        ["group": "other"], ["route": 9], ["vale": 1],
                    ] {
                        let answer = try await change(
                            client, method, path + query, body: object.merging(other).description)
                        #expect(answer.status == 422, "\(query) \(other): \(answer.text)")
                    }
                }
                _ = try await change(client, "DELETE", path + query)
            }
            #expect(try await client.get("/api/v1/defaults").object["total"] == 0)
        }
    }

    @Test("converters are set, replaced and removed")
    func converters() async throws {
        try await run { client in
            let path = "/api/v1/converters/size"
            func put(_ body: String) async throws -> TestAnswer {
                try await client.send("PUT", path, body: body)
            }
            let rule = "{\"rule\":\"allow\",\"argument\":[\"s\",\"m\"]}"
            let any = "{\"rule\":\"any\"}"
            for (body, word) in [(rule, "added"), (rule, "unchanged"), (any, "replaced")] {
                let answer = try await put(body)
                #expect(try outcome(answer, "converters") == .string(word))
            }
            for body in ["{\"rule\":\"some\"}", "{\"rule\":\"any\",\"arg\":1}"] {
                let answer = try await put(body)
                #expect(answer.status == 422)
            }
            let removed = try await change(client, "DELETE", path)
            #expect(try outcome(removed, "converters") == "removed")
            let again = try await change(client, "DELETE", path)
            #expect(again.problem == "converterNotFound")
        }
    }

    @Test("access rules are added once, and removed")
    func rules() async throws {
        try await run { client in
            let object: JSONObject = [
                "namespace": "default", "effect": "allow", "subject": ["role": "staff"],
            ]
            let body = object.description
            let added = try await client.send("POST", "/api/v1/rules", body: body)
            #expect(try outcome(added, "rules") == "added")
            let again = try await client.send("POST", "/api/v1/rules", body: body)
            #expect(try outcome(again, "rules") == "unchanged")
            let bad = try await client.send(
                "POST", "/api/v1/rules", body: "{\"namespace\":\"default\",\"effect\":\"alow\"}")
            #expect(bad.problem == "invalidRule")
            let nowhere = try await client.send(
                "POST", "/api/v1/rules", body: "{\"effect\":\"allow\"}")
            #expect(nowhere.status == 422)
            let removed = try await change(client, "DELETE", "/api/v1/rules/1")
            #expect(try outcome(removed, "rules") == "removed")
            #expect(try await change(client, "DELETE", "/api/v1/rules/1").problem == "ruleNotFound")
            #expect(try await change(client, "DELETE", "/api/v1/rules/x").status == 404)
        }
    }

    @Test("route tests are stored and removed")
    func cases() async throws {
        try await run { client in
            let body = "{\"case\":\"first\",\"url\":\"/a\",\"expect\":{\"outcome\":\"matched\"}}"
            let added = try await client.send("POST", "/api/v1/cases", body: body)
            #expect(try outcome(added, "cases") == "added")
            #expect(try await client.get("/api/v1/cases").object["total"] == 1)
            let other = body.replacing("\"/a\"", with: "\"/b\"")
            let conflict = try await client.send("POST", "/api/v1/cases", body: other)
            #expect(conflict.problem == "caseConflict")
            let replaced = try await client.send("POST", "/api/v1/cases?replace", body: other)
            #expect(try outcome(replaced, "cases") == "replaced")
            let wrong = try await client.send("POST", "/api/v1/cases", body: "{\"ur\":1}")
            #expect(wrong.status == 422)
            #expect(try await change(client, "DELETE", "/api/v1/cases/9").problem == "caseNotFound")
        }
    }

    @Test("a token for one namespace changes only what is in it")
    func limited() async throws {
        try await run(namespace: "shop") { client in
            func refused(_ method: String, _ path: String, _ body: String? = nil) async throws {
                let answer = try await client.send(method, path, body: body)
                #expect(answer.problem == "namespaceLimited", "\(path): \(answer.text)")
            }
            let own = try await client.send(
                "PUT", "/api/v1/defaults/lang", body: "{\"value\":1}")
            #expect(try outcome(own, "defaults") == "set")
            try await refused("PUT", "/api/v1/defaults/a?namespace=default", "{\"value\":1}")
            try await refused("PUT", "/api/v1/defaults/a?route=default:a", "{\"value\":1}")
            try await refused("PUT", "/api/v1/converters/a?namespace=default", "{\"rule\":\"any\"}")
            try await refused(
                "POST", "/api/v1/rules", "{\"namespace\":\"default\",\"effect\":\"deny\"}")
            try await refused(
                "POST", "/api/v1/rules", "{\"route\":\"default:a\",\"effect\":\"deny\"}")
            try await refused("POST", "/api/v1/cases", "{}")
            #expect(try await client.get("/api/v1/namespaces").object["total"] == 1)
            #expect(try await client.get("/api/v1/defaults").object["total"] == 1)
        }
    }
}
#endif
