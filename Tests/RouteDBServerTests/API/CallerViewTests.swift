#if Server
import Foundation
import HTTPTypes
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

/// What every caller sees on every page, and does with every form, against what the API gives them.
@Suite("Callers and pages")
struct CallerViewTests {
    /// Texts that stand in one kind of the service's data only, and so tell what an answer shows.
    private enum Mark: String, CaseIterable {
        case route = "mark-route"
        case rule = "mark-role"
        case hit = "mark-hit"
        case count = "765432"

        func isIn(_ text: String) -> Bool {
            self == .count
                ? text.replacing(",", with: "").contains(rawValue) : text.contains(rawValue)
        }

        static func all(in text: String) -> Set<Mark> {
            Set(allCases.filter { $0.isIn(text) })
        }
    }

    /// A caller, and what they may do.
    private struct Visitor {
        let name: String
        let scopes: TokenScope
        var namespace: String?
        var token: String?
    }

    private static let visitors: [Visitor] = {
        let unions: [TokenScope] = [
            .resolve, .read, .hits, .write, [.read, .hits], [.read, .write], [.hits, .write],
            [.resolve, .read], [.read, .hits, .write], .admin,
        ]
        let all = unions.map { Visitor(name: $0.names.joined(separator: "+"), scopes: $0) }
        let limited: [TokenScope] = [[.read, .hits, .write], .admin]
        return all
            + limited.map {
                Visitor(
                    name: $0.names.joined(separator: "+") + " of a namespace", scopes: $0,
                    namespace: "shop")
            } + [Visitor(name: "nobody", scopes: [])]
    }()

    private static func prepare(_ editor: RegistryEditor) throws {
        try editor.addNamespace(NamespaceDraft(name: "shop"))
        try editor.add(
            RouteDraft(pattern: "/mark-route/{id:int}", target: "mark-route", name: "mark-route"))
        try editor.addRule(RuleDraft(.deny, in: .namespace("default"), for: .role("mark-role")))
    }

    /// Runs a service with marks in its registry and its history, and a log that was imported.
    private func run(
        _ body: (RunningServer, [(visitor: Visitor, client: TestClient)]) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let admin = try RunningServer.addToken(.admin, in: directory)
        let known = try Self.visitors.map { visitor in
            var visitor = visitor
            guard visitor.name != "nobody" else { return visitor }
            visitor.token = try RunningServer.addToken(
                visitor.scopes, namespace: visitor.namespace, in: directory)
            return visitor
        }
        // The history shows the path of a log, which is no file of the service.
        let logs = try TemporaryDirectory()
        let log = logs.path("access.log")
        let line =
            "10.0.0.1 - - [20/Nov/2026:10:00:00 +0000] \"GET /mark-hit HTTP/1.1\" 200 1 \"-\" \"x\"\n"
        try line.write(toFile: log, atomically: true, encoding: .utf8)
        try await RunningServer.with(in: directory, registry: Self.prepare) { server in
            _ = try await server.tool("hits import \(log) --yes")
            let sent = try await server.client.with(token: admin).send(
                "POST", "/api/v1/hits?stream=test-stream&first=1",
                body: "{\"url\":\"/mark-hit/x\"}\n"
                    + "{\"url\":\"/mark-route/7\",\"weight\":765432}",
                type: "application/x-ndjson")
            #expect(sent.status == 200, "\(sent.text)")
            let clients = known.map { visitor in
                (visitor, visitor.token.map { server.client.with(token: $0) } ?? server.client)
            }
            try await body(server, clients)
        }
        withExtendedLifetime(logs) {}
    }

    private static let statement =
        "SELECT url, weight, (SELECT group_concat(subject_name) FROM live_rule)"
        + ", (SELECT group_concat(pattern) FROM live_route) FROM hits"

    /// The targets of requests to an endpoint, with something for each parameter that it needs, and one
    /// for each part of a page.
    private static func targets(of endpoint: Endpoint) -> [String] {
        let samples = [
            "url": "/nowhere/7", "query": statement, "from": "1", "to": "2", "code": "x",
            "route": "mark-route", "part": "",
        ]
        var query: [String] = []
        for parameter in endpoint.parameters where parameter.place == .query {
            guard parameter.isRequired || ["url", "query", "from"].contains(parameter.name) else {
                continue
            }
            query.append("\(parameter.name)=\((samples[parameter.name] ?? "1").percentEncoded)")
        }
        let plain = ([endpoint.samplePath] + [query.joined(separator: "&")])
            .filter { !$0.isEmpty }.joined(separator: "?")
        var targets = [plain]
        for parameter in endpoint.parameters where parameter.name == "part" {
            guard case .word(let words) = parameter.kind else { continue }
            targets += words.map { plain + (query.isEmpty ? "?" : "&") + "part=\($0)&fragment" }
        }
        return targets
    }

    /// The marks that the API gives to a client.
    private func given(
        _ client: TestClient, _ endpoints: [Endpoint]
    ) async throws -> Set<Mark> {
        var marks: Set<Mark> = []
        for endpoint in endpoints where endpoint.method == .get {
            guard !endpoint.answers.contains(where: { $0.mediaType == TestAnswer.events }) else {
                continue
            }
            for target in Self.targets(of: endpoint) {
                let answer = try await client.get(target)
                if answer.status == 200 { marks.formUnion(Mark.all(in: answer.text)) }
            }
        }
        let body: JSONObject = ["sql": .string(Self.statement)]
        let answer = try await client.send("POST", "/api/v1/sql", body: body.description)
        if answer.status == 200 { marks.formUnion(Mark.all(in: answer.text)) }
        return marks
    }

    private static let fields =
        "pattern=%2Fmark-route%2F%7Bid%7D&target=x&effect=deny&namespace=default&route=mark-route"
        + "&routes=1&change=disable&revision=2&message=why&word=undo&document=%5B%5D&file=a.json"
        + "&fragment=1"

    @Test("a page shows a caller nothing that the API would not give them")
    func pages() async throws {
        let endpoints = try await RunningServer.endpoints()
        let (api, pages) = (
            endpoints.filter { $0.path.hasPrefix("/api/") },
            endpoints.filter { !$0.path.hasPrefix("/api/") && $0.access != .open }
        )
        try await run { server, callers in
            for (visitor, client) in callers {
                let given = try await given(client, api)
                var shown: Set<Mark> = []
                for page in pages {
                    for target in Self.targets(of: page) {
                        let answer =
                            page.method == .get
                            ? try await client.get(target)
                            : try await client.send(
                                page.method.rawValue, target,
                                body: Self.fields + "&action=preview",
                                type: "application/x-www-form-urlencoded")
                        if !visitor.scopes.allows(.admin) || visitor.namespace != nil {
                            #expect(
                                !answer.text.contains(server.directory),
                                "\(page.name) shows \(visitor.name) where the files are")
                        }
                        // What a form was sent, it may show again.
                        guard page.method == .get, answer.status == 200 else { continue }
                        let marks = Mark.all(in: answer.text)
                        #expect(
                            marks.subtracting(given) == [],
                            "\(page.name) shows \(visitor.name) more than the API")
                        shown.formUnion(marks)
                    }
                }
                let plan = try await client.send(
                    "POST", "/api/v1/document/plan", body: "{\"routes\":[]}")
                if !visitor.scopes.allows(.hits) { #expect(!Mark.count.isIn(plan.text)) }
                if visitor.scopes == .admin, visitor.namespace == nil {
                    #expect(given == Set(Mark.allCases))
                    #expect(shown == Set(Mark.allCases))
                }
                if visitor.namespace != nil { #expect(given == [] && shown == []) }
            }
        }
    }

    @Test("a form does nothing for a caller who may not do it by the API")
    func forms() async throws {
        let forms = try await RunningServer.endpoints().filter {
            !$0.path.hasPrefix("/api/") && $0.method == .post && $0.access != .open
        }
        #expect(forms.count > 8)
        try await run { server, callers in
            for (visitor, client) in callers {
                let isAllowed =
                    visitor.namespace == nil && visitor.scopes.allows([.read, .hits, .write])
                guard !isAllowed else { continue }
                for form in forms {
                    let answer = try await client.send(
                        "POST", form.samplePath, body: Self.fields + "&action=save",
                        type: "application/x-www-form-urlencoded")
                    #expect(answer.status != 303, "\(form.name) for \(visitor.name)")
                }
            }
            let session = try await server.loggedIn()
            #expect(try await session.get("/api/v1").object["revision"] == 2)
            #expect(try await session.get("/imports/1/undo").status == 200)
        }
    }

    @Test("every endpoint is open to exactly the callers whose scopes have all of its own")
    func unions() async throws {
        let endpoints = try await RunningServer.endpoints()
        try await run { _, callers in
            for endpoint in endpoints {
                guard case .scope(let needed) = endpoint.access else { continue }
                for (visitor, client) in callers {
                    let answer = try await client.send(
                        endpoint.method.rawValue, endpoint.samplePath)
                    let refusal: String? =
                        if visitor.token == nil {
                            "unauthorized"
                        } else if !visitor.scopes.allows(needed) {
                            "scopeMissing"
                        } else if visitor.namespace != nil, endpoint.namespaceUse == .all {
                            "namespaceLimited"
                        } else {
                            nil
                        }
                    let known = ["unauthorized", "scopeMissing", "namespaceLimited"]
                    let found = answer.problem.flatMap { known.contains($0) ? $0 : nil }
                    // A sample may be of another namespace than the caller's.
                    if refusal == nil, found == "namespaceLimited" { continue }
                    #expect(found == refusal, "\(endpoint.name) for \(visitor.name)")
                }
            }
        }
    }

    @Test("a token for one namespace that asks for another one is refused, everywhere")
    func otherNamespace() async throws {
        let endpoints = try await RunningServer.endpoints()
        let directory = try TemporaryDirectory()
        let token = try RunningServer.addToken(.admin, namespace: "shop", in: directory)
        try await RunningServer.with(in: directory, registry: Self.prepare) { server in
            let client = server.client.with(token: token).with(("If-Match", "*"))
            var asked = 0
            for endpoint in endpoints where endpoint.namespaceUse == .limited {
                if endpoint.parameters.contains(where: { $0.name == "namespace" }) {
                    let others = endpoint.parameters.filter {
                        $0.isRequired && $0.place == .query
                    }.map { "&\($0.name)=1" }.joined()
                    let answer = try await client.send(
                        endpoint.method.rawValue,
                        "\(endpoint.samplePath)?namespace=default\(others)")
                    #expect(answer.status == 403, "\(endpoint.name): \(answer.text)")
                    #expect(answer.problem == "namespaceLimited", "\(endpoint.name)")
                    asked += 1
                }
                if case .object = endpoint.body?.form {
                    let answer = try await client.send(
                        endpoint.method.rawValue, endpoint.samplePath,
                        body: "{\"namespace\":\"default\"}")
                    #expect(answer.status == 403, "\(endpoint.name): \(answer.text)")
                    asked += 1
                }
            }
            #expect(asked > 10)
            let own = try await client.get("/api/v1/routes?namespace=shop").object
            #expect(own["routes"] == [])
        }
    }
}
#endif
