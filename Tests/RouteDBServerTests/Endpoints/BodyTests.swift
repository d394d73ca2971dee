#if Server
import HTTPTypes
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Bodies of requests")
struct BodyTests {
    private static let prepare: @Sendable (RegistryEditor) throws -> Void = { editor in
        try editor.add(
            RouteDraft(pattern: "myapp://user/{id:int}", target: "user.profile", name: "user"))
        try editor.add(RouteDraft(pattern: "/staff", target: "staff", group: "internal"))
        try editor.setConverter("size", rule: .allow(["small"]), in: "default")
        try editor.setDefault("lang", to: "de", in: .namespace("default"))
        try editor.addRule(RuleDraft(.allow, in: .namespace("default")))
        try editor.addSuppression(
            SuppressionDraft(.converterUnused, namespace: "shop", name: "x", reason: "Soon"))
        try editor.addCase(
            RouteTestCase(json: ["case": "one", "url": "/a", "expect": ["outcome": "unmatched"]]))
        try editor.addApp(LinkedApp(.ios, "ABCDE12345.com.example.app"), in: "default")
    }

    /// Values of the parameters in paths, by endpoint or for all.
    private static let names = [
        "route": "user", "name": "shop", "key": "lang", "id": "1", "test": "one",
        "platform": "ios", "app": "ABCDE12345.com.example.app", "putConverter": "size",
        "patchConverter": "size",
    ]

    /// The target of a request to an endpoint, which changes nothing where that can be asked for.
    private static func target(of endpoint: Endpoint) -> String {
        let path = endpoint.path.split(separator: "/").map { part in
            guard part.hasPrefix("{") else { return String(part) }
            return names[endpoint.name] ?? names[String(part.dropFirst().dropLast())] ?? ""
        }.joined(separator: "/")
        var query = endpoint.parameters.filter { $0.place == .query && $0.isRequired }
            .map { $0.name == "first" ? "first=1" : "\($0.name)=some-stream" }
        if endpoint.parameters.contains(where: { $0.name == "dryRun" }) { query.append("dryRun") }
        return "/\(path)?\(query.joined(separator: "&"))"
    }

    private static func endpoints() async throws -> [Endpoint] {
        try await RunningServer.endpoints().filter {
            $0.path.hasPrefix("/api/") && $0.body != nil
        }
    }

    private func run(_ body: (TestClient) async throws -> Void) async throws {
        try await RunningServer.withAdmin(registry: Self.prepare) { client in
            let hit = "{\"url\":\"/a\",\"time\":\"2026-02-01T00:00:00Z\"}"
            let sent = try await client.send(
                "POST", "/api/v1/hits?stream=other-stream&first=1", body: hit,
                type: "application/x-ndjson")
            #expect(sent.status == 200, "\(sent.text)")
            try await body(client)
        }
    }

    private func send(
        _ object: JSONObject, to endpoint: Endpoint, _ client: TestClient
    ) async throws -> TestAnswer {
        try await client.send(
            endpoint.method.rawValue, Self.target(of: endpoint),
            fields: endpoint.condition == .required ? [("If-Match", "*")] : [],
            body: object.description, type: endpoint.body?.mediaTypes.first ?? "")
    }

    @Test("the example of each media type of each body is accepted")
    func examples() async throws {
        let endpoints = try await Self.endpoints()
        #expect(endpoints.count > 20)
        try await run { client in
            for endpoint in endpoints {
                for (type, example) in endpoint.body?.contents ?? [] {
                    let text: String? =
                        switch example {
                        case .string(let text): text
                        case .object(let object): object.description
                        default: nil
                        }
                    let body = try #require(text, "\(endpoint.name) has no example of \(type)")
                    let answer = try await client.send(
                        endpoint.method.rawValue, Self.target(of: endpoint),
                        fields: endpoint.condition == .required ? [("If-Match", "*")] : [],
                        body: body, type: type)
                    #expect(
                        [200, 201, 202].contains(answer.status),
                        "\(endpoint.name) \(type): \(answer.text)")
                    #expect(!answer.text.contains("\"error\":{"), "\(endpoint.name)")
                }
            }
        }
    }

    @Test("an example is as its schema says, and the schema is closed")
    func schemas() async throws {
        for endpoint in try await Self.endpoints() {
            guard case .object(let body)? = endpoint.body?.form else { continue }
            #expect(body.schema.mistakes(in: .object(body.example)) == [], "\(endpoint.name)")
            #expect(body.schema.json["additionalProperties"] == false, "\(endpoint.name)")
        }
    }

    @Test("an unknown member is refused by every body, with the known ones, also if it is null")
    func unknownMembers() async throws {
        let endpoints = try await Self.endpoints()
        try await run { client in
            for endpoint in endpoints {
                guard case .object(let body)? = endpoint.body?.form,
                    let known = body.example.members.first?.key
                else { continue }
                for value in [JSONValue.int(1), .null] {
                    var object = body.example
                    object["zzzzzzzz"] = value
                    let answer = try await send(object, to: endpoint, client)
                    #expect(answer.status == 422, "\(endpoint.name) \(answer.text)")
                    #expect(try answer.object["path"] == ["zzzzzzzz"], "\(endpoint.name)")
                    #expect(answer.text.contains(known), "\(endpoint.name) \(answer.text)")
                }
            }
        }
    }

    @Test("every member of a schema is known to what reads the body")
    func knownMembers() async throws {
        let endpoints = try await Self.endpoints()
        try await run { client in
            for endpoint in endpoints {
                guard case .object(let body)? = endpoint.body?.form,
                    case .object(let members, _, _) = body.schema
                else { continue }
                for member in members where body.example[member.key] == nil {
                    var object = body.example
                    object[member.key] = .null
                    let answer = try await send(object, to: endpoint, client)
                    // A member that is not known comes with a list of those that are.
                    let isUnknown =
                        answer.text.contains("has no '\(member.key)'")
                        && answer.text.contains("\"hint\":\"Use ")
                    #expect(!isUnknown, "\(endpoint.name) \(answer.text)")
                }
            }
        }
    }
}
#endif
