#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Namespaces over HTTP")
struct NamespaceTests {
    private func run(_ body: (TestClient) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken([.read, .write], in: directory)
        try await RunningServer.with(
            in: directory,
            registry: { try $0.add(RouteDraft(pattern: "/a", target: "a")) }
        ) { try await body($0.client.with(token: token)) }
    }

    private func outcome(_ answer: TestAnswer) throws -> JSONValue? {
        guard case .array(let changes)? = try answer.object["namespaces"],
            case .object(let change)? = changes.first
        else {
            Issue.record("\(answer.status) \(answer.text)")
            return nil
        }
        return change["outcome"]
    }

    @Test("PUT adds, then changes nothing, then replaces")
    func put() async throws {
        try await run { client in
            let path = "/api/v1/namespaces/shop"
            let body = "{\"schemes\":[\"shop\"],\"policies\":{\"case\":\"insensitive\"}}"
            #expect(try outcome(try await client.send("PUT", path, body: body)) == "added")
            #expect(try outcome(try await client.send("PUT", path, body: body)) == "unchanged")
            // What was read may be sent back.
            let read = try await client.get(path)
            #expect(try read.object["overrides"] == ["case"])
            #expect(try outcome(try await client.send("PUT", path, body: read.text)) == "unchanged")
            let other = try await client.send("PUT", path, body: "{\"access\":\"closed\"}")
            #expect(try outcome(other) == "replaced")
            #expect(try await client.get(path).object["schemes"] == [])
            for wrong in [
                "{\"name\":\"other\"}", "{\"polices\":{}}", "{\"profile\":\"x\"}",
                "{\"access\":\"ajar\"}", "{\"policies\":{\"case\":1}}", "{\"fallback\":\"none\"}",
            ] {
                let answer = try await client.send("PUT", path, body: wrong)
                #expect([404, 422].contains(answer.status), "\(wrong): \(answer.text)")
            }
        }
    }

    @Test("a policy that is changed in an answer and sent back is changed")
    func sentBack() async throws {
        try await run { client in
            for method in ["PUT", "PATCH"] {
                let path = "/api/v1/namespaces/\(method.lowercased())"
                _ = try await client.send("PUT", path, body: "{}")
                var object = try await client.get(path).object
                guard case .object(var policies)? = object["policies"] else {
                    Issue.record("\(object)")
                    return
                }
                policies["case"] = "insensitive"
                object["policies"] = .object(policies)
                let answer = try await client.with(("If-Match", "*"))
                    .send(method, path, body: object.description)
                #expect(try outcome(answer) == "replaced", "\(method): \(answer.text)")
                let after = try await client.get(path).object
                #expect(after["policies"] == object["policies"], "\(method)")
                #expect(after["overrides"] == ["case"], "\(method)")
            }
        }
    }

    @Test("PATCH changes what it names, and null removes")
    func patch() async throws {
        try await run { client in
            let path = "/api/v1/namespaces/shop"
            _ = try await client.send(
                "PUT", path,
                body:
                    "{\"schemes\":[\"shop\"],\"policies\":{\"case\":\"insensitive\"},\"fallback\":\"default\"}"
            )
            #expect(try await client.send("PATCH", path, body: "{}").status == 428)
            let patching = client.with(("If-Match", "*"))
            let answer = try await patching.send(
                "PATCH", path,
                body: "{\"fallback\":null,\"fallbackTarget\":\"none\",\"name\":\"store\"}")
            #expect(try outcome(answer) == "replaced")
            let object = try await client.get("/api/v1/namespaces/store").object
            #expect(object["fallback"] == .null)
            #expect(object["fallbackTarget"] == "none")
            #expect(object["schemes"] == ["shop"])
            #expect(object["overrides"] == ["case"])
            #expect(try await client.get(path).problem == "namespaceNotFound")
            let reset = try await patching.send(
                "PATCH", "/api/v1/namespaces/store", body: "{\"policies\":{\"case\":null}}")
            #expect(try outcome(reset) == "replaced")
            let after = try await client.get("/api/v1/namespaces/store").object
            #expect(after["overrides"] == [])
        }
    }

    @Test("DELETE needs the routes to go too, and never takes 'default'")
    func delete() async throws {
        try await run { client in
            _ = try await client.send("PUT", "/api/v1/namespaces/shop", body: "{}")
            _ = try await client.send(
                "PUT", "/api/v1/routes/b",
                body: "{\"pattern\":\"/b\",\"target\":\"b\",\"namespace\":\"shop\"}")
            let deleting = client.with(("If-Match", "*"))
            let path = "/api/v1/namespaces/shop"
            #expect(try await deleting.send("DELETE", path).problem == "namespaceInUse")
            #expect(try outcome(try await deleting.send("DELETE", path + "?routes")) == "removed")
            #expect(
                try await deleting.send("DELETE", "/api/v1/namespaces/default").problem
                    == "namespaceInUse")
        }
    }

    @Test("converters, rules, suppressions and tests are found one by one")
    func single() async throws {
        try await run { client in
            let writing = client.with(("If-Match", "*"))
            _ = try await client.send(
                "PUT", "/api/v1/converters/size", body: "{\"rule\":\"any\"}")
            #expect(try await client.get("/api/v1/converters/size").object["rule"] == "any")
            #expect(try await client.get("/api/v1/converters/x").problem == "converterNotFound")
            _ = try await writing.send(
                "POST", "/api/v1/rules", body: "{\"namespace\":\"default\",\"effect\":\"allow\"}")
            #expect(try await client.get("/api/v1/rules/1").object["effect"] == "allow")
            #expect(try await client.get("/api/v1/rules/2").problem == "ruleNotFound")
            let suppression =
                "{\"code\":\"ambiguous\",\"route\":1,\"reason\":\"It is meant so.\"}"
            let added = try await writing.send("POST", "/api/v1/suppressions", body: suppression)
            #expect(added.status == 201, "\(added.text)")
            let read = try await client.get("/api/v1/suppressions/1")
            #expect(try read.object["route"] == 1)
            let again = try await writing.send("POST", "/api/v1/suppressions", body: read.text)
            #expect(again.text.contains("\"outcome\":\"unchanged\""))
            let removed = try await writing.send("DELETE", "/api/v1/suppressions/1")
            #expect(removed.text.contains("\"outcome\":\"removed\""))
            #expect(
                try await client.get("/api/v1/suppressions/1").problem == "suppressionNotFound")
            for wrong in ["{}", "{\"code\":\"x\",\"reason\":\"y\"}", "{\"cod\":1}"] {
                let answer = try await writing.send("POST", "/api/v1/suppressions", body: wrong)
                #expect(answer.status == 422)
            }
        }
    }

    @Test("a route test is stored under its name, changed, and removed")
    func cases() async throws {
        try await run { client in
            let writing = client.with(("If-Match", "*"))
            let path = "/api/v1/cases/first"
            let body = "{\"url\":\"/a\",\"expect\":{\"target\":\"a\"}}"
            func word(_ answer: TestAnswer) throws -> JSONValue? {
                guard case .array(let changes)? = try answer.object["cases"],
                    case .object(let change)? = changes.first
                else { return .string(answer.text) }
                return change["outcome"]
            }
            #expect(try word(try await client.send("PUT", path, body: body)) == "added")
            #expect(try word(try await writing.send("PUT", path, body: body)) == "unchanged")
            let read = try await client.get(path)
            #expect(try word(try await writing.send("PUT", path, body: read.text)) == "unchanged")
            let patched = try await writing.send(
                "PATCH", path, body: "{\"expect\":{\"target\":\"b\"}}")
            #expect(try word(patched) == "replaced")
            #expect(try await client.get("/api/v1/cases/%231").object["case"] == "first")
            let renamed = try await writing.send("PATCH", path, body: "{\"case\":\"second\"}")
            #expect(try word(renamed) == "replaced")
            #expect(try await client.get(path).problem == "caseNotFound")
            let other = try await writing.send("PUT", path, body: "{\"case\":\"x\"}")
            #expect(other.status == 422)
            #expect(try word(try await writing.send("DELETE", "/api/v1/cases/second")) == "removed")
        }
    }
}
#endif
