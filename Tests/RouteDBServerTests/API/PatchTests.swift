#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Changing members over HTTP")
struct PatchTests {
    private func run(
        namespace: String? = nil, _ body: (TestClient) async throws -> Void
    ) async throws {
        try await RunningServer.withAdmin(
            of: namespace,
            registry: { editor in
                try editor.add(RouteDraft(pattern: "/a", target: "a", name: "a"))
                try editor.setConverter("size", rule: .any, in: "default")
                try editor.setDefault(
                    "theme", to: ["dark": true, "accent": "red"], in: .namespace("default"))
                try editor.addRule(
                    RuleDraft(.deny, in: .namespace("default"), for: .role("guest"), code: "no"))
                try editor.addSuppression(
                    SuppressionDraft(.unreachable, namespace: "default", reason: "Meant"))
            }, body)
    }

    /// The only change of an answer.
    private func change(
        _ client: TestClient, _ path: String, _ body: String, _ key: String
    ) async throws -> JSONObject {
        let answer = try await client.with(("If-Match", "*"))
            .send("PATCH", path, body: body, type: "application/merge-patch+json")
        return try answer.onlyChange(key)
    }

    @Test("a patch sets, removes and merges members, and keeps the others in their places")
    func merging() throws {
        let object: JSONObject = ["a": 1, "b": ["c": 1, "d": 2], "e": 3, "caf\u{E9}": 4]
        let patch: JSONObject = [
            "b": ["c": nil, "f": ["g": nil, "h": 5]], "a": nil, "e": ["i": 6], "j": nil, "k": [nil],
            "cafe\u{301}": 7,
        ]
        #expect(
            MergePatch.apply(patch, to: object).description
                == "{\"b\":{\"d\":2,\"f\":{\"h\":5}},\"e\":{\"i\":6},\"caf\u{E9}\":4,"
                + "\"k\":[null],\"cafe\u{301}\":7}")
        // If each member were looked for among all others, this would take minutes.
        let keys = (100_000..<300_000).map(String.init)
        let large = JSONObject(distinct: keys.map { JSONObject.Member(key: $0, value: 1) })
        #expect(MergePatch.apply(large, to: [:]) == large)
        #expect(MergePatch.apply(large, to: large) == large)
    }

    @Test("a converter gets another rule, or keeps the one it has")
    func converters() async throws {
        try await run { client in
            let path = "/api/v1/converters/size"
            let same = try await change(client, path, "{}", "converters")
            #expect(same["outcome"] == "unchanged")
            let body = "{\"rule\":\"allow\",\"argument\":[\"s\",\"m\"]}"
            let replaced = try await change(client, path, body, "converters")
            #expect(replaced["outcome"] == "replaced")
            _ = try await change(client, path, "{\"argument\":[\"l\"]}", "converters")
            let now = try await client.get(path).object
            #expect(now["rule"] == "allow" && now["argument"] == ["l"])
            let any = client.with(("If-Match", "*"))
            #expect(
                try await any.send("PATCH", "/api/v1/converters/none", body: "{}").problem
                    == "converterNotFound")
            #expect(try await any.send("PATCH", path, body: "{\"rule\":\"odd\"}").status == 422)
        }
    }

    @Test("of a default value that is an object, only the members sent change")
    func defaults() async throws {
        try await run { client in
            let path = "/api/v1/defaults/theme"
            let changed = try await change(
                client, path, "{\"value\":{\"accent\":null,\"size\":2}}", "defaults")
            #expect(changed["outcome"] == "set")
            #expect(changed["value"] == ["dark": true, "size": 2])
            let whole = try await change(client, path, "{\"value\":\"plain\"}", "defaults")
            #expect(whole["value"] == "plain")
            let same = try await change(client, path, "{\"value\":\"plain\"}", "defaults")
            #expect(same["outcome"] == "unchanged")
            let any = client.with(("If-Match", "*"))
            for body in ["{}", "{\"value\":null}"] {
                #expect(try await any.send("PATCH", path, body: body).status == 422)
            }
            #expect(
                try await any.send(
                    "PATCH", "/api/v1/defaults/none", body: "{\"value\":1}"
                ).problem
                    == "defaultNotFound")
        }
    }

    @Test("a changed rule takes the place of the old one, with an id of its own")
    func rules() async throws {
        try await run { client in
            let same = try await change(client, "/api/v1/rules/1", "{\"code\":\"no\"}", "rules")
            #expect(same["outcome"] == "unchanged" && same["id"] == 1)
            let changed = try await change(
                client, "/api/v1/rules/1", "{\"code\":null,\"message\":\"Not for guests\"}", "rules"
            )
            #expect(changed["outcome"] == "replaced" && changed["id"] == 2)
            #expect(changed["code"] == .null && changed["message"] == "Not for guests")
            #expect(changed["subject"] == ["role": "guest"])
            let list = try await client.get("/api/v1/rules").object
            #expect(list["total"] == 1)
            let any = client.with(("If-Match", "*"))
            #expect(
                try await any.send("PATCH", "/api/v1/rules/1", body: "{}").problem
                    == "ruleNotFound")
            #expect(
                try await any.send("PATCH", "/api/v1/rules/2", body: "{\"effct\":1}").status == 422)
        }
    }

    @Test("a suppression gets another reason, or other findings under an id of its own")
    func suppressions() async throws {
        try await run { client in
            let path = "/api/v1/suppressions/1"
            let reason = try await change(
                client, path, "{\"reason\":\"Still meant\"}", "suppressions")
            #expect(reason["outcome"] == "replaced" && reason["id"] == 1)
            let other = try await change(client, path, "{\"route\":1}", "suppressions")
            #expect(other["outcome"] == "replaced" && other["id"] == 2)
            #expect(other["reason"] == "Still meant")
            let list = try await client.get("/api/v1/suppressions").object
            #expect(list["total"] == 1)
            let any = client.with(("If-Match", "*"))
            #expect(try await any.send("PATCH", path, body: "{}").problem == "suppressionNotFound")
        }
    }

    @Test("a route test without a name keeps its id, or is replaced by one with another id")
    func unnamedCases() async throws {
        try await run { client in
            for url in ["/a", "/b"] {
                let body: JSONObject = ["url": .string(url), "expect": ["outcome": "matched"]]
                let added = try await client.send(
                    "POST", "/api/v1/cases", body: body.description)
                #expect(try added.onlyChange("cases")["outcome"] == "added")
            }
            let path = "/api/v1/cases/%231"
            let same = try await change(client, path, "{}", "cases")
            #expect(same["outcome"] == "unchanged" && same["id"] == 1)
            let changed = try await change(client, path, "{\"url\":\"/c\"}", "cases")
            #expect(changed["outcome"] == "replaced" && changed["id"] == 3)
            let merged = try await change(
                client, "/api/v1/cases/%233", "{\"url\":\"/b\"}", "cases")
            #expect(merged["outcome"] == "replaced" && merged["id"] == 2)
            #expect(try await client.get("/api/v1/cases").object["total"] == 1)
            let named = try await change(
                client, "/api/v1/cases/%232", "{\"case\":\"caf\u{E9}\"}", "cases")
            #expect(named["outcome"] == "replaced" && named["id"] == 4)
            // Names are compared byte by byte, also if they look alike.
            let renamed = try await change(
                client, "/api/v1/cases/%234", "{\"case\":\"cafe\u{301}\"}", "cases")
            #expect(renamed["outcome"] == "replaced" && renamed["id"] == 5)
            #expect(try await client.get("/api/v1/cases").object["total"] == 1)
        }
    }

    @Test(
        "a change must name the revision that it is about",
        arguments: [
            ("converters/size", #"{"rule":"any"}"#), ("defaults/theme", #"{"value":1}"#),
            ("rules/1", #"{"effect":"deny"}"#), ("suppressions/1", #"{"reason":"Soon"}"#),
            ("cases/x", #"{"url":"/b"}"#),
        ])
    func condition(path: String, body: String) async throws {
        try await run { client in
            let answer = try await client.send("PATCH", "/api/v1/\(path)", body: "{}")
            #expect(answer.problem == "preconditionRequired")
            let stale = try await client.with(("If-Match", "\"rev-1\""))
                .send("PATCH", "/api/v1/\(path)", body: body)
            #expect(stale.problem == "revisionConflict", "\(stale.text)")
        }
    }

    @Test("a token for one namespace changes nothing of another")
    func limited() async throws {
        try await run(namespace: "shop") { client in
            let any = client.with(("If-Match", "*"))
            for (path, body) in [
                ("converters/size?namespace=default", "{}"),
                ("defaults/theme?namespace=default", "{\"value\":1}"), ("rules/1", "{}"),
            ] {
                let answer = try await any.send("PATCH", "/api/v1/\(path)", body: body)
                #expect(answer.problem == "namespaceLimited", "\(path)")
            }
        }
    }
}
#endif
