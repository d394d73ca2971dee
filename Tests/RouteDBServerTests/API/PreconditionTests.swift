#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Preconditions of requests")
struct PreconditionTests {
    /// The fields of a request, and what is answered by RFC 9110, sections 13.1 and 13.2.
    private struct Conditions {
        var match: EntityTagCondition?
        var noneMatch: EntityTagCondition?

        var fields: [(String, String)] {
            [("If-Match", match), ("If-None-Match", noneMatch)].compactMap { name, condition in
                switch condition {
                case nil: nil
                case .any?: (name, "*")
                case .oneOf(let tags)?: (name, tags.map(\.description).joined(separator: ", "))
                }
            }
        }

        /// Whether the condition of `If-Match` holds for the newest revision.
        private func isMatched(by newest: Int64, exists: Bool) -> Bool {
            switch match {
            case nil: true
            case .any?: exists
            case .oneOf(let tags)?: tags.contains { !$0.isWeak && $0.revision == newest }
            }
        }

        /// Whether the condition of `If-None-Match` holds for the newest revision.
        private func isUnmatched(by newest: Int64, exists: Bool) -> Bool {
            switch noneMatch {
            case nil: true
            case .any?: !exists
            case .oneOf(let tags)?: !tags.contains { $0.revision == newest }
            }
        }

        /// The status of the answer to a request for a route.
        func status(of method: String, exists: Bool, newest: Int64) -> Int {
            if ["PATCH", "DELETE"].contains(method), match == nil { return 428 }
            // What is not there is not found, whatever the conditions; of an edit, the revision is
            // checked first.
            if method == "GET", !exists { return 404 }
            let isThere = exists || method != "PUT"
            if !isMatched(by: newest, exists: isThere) { return 412 }
            if !isUnmatched(by: newest, exists: isThere) { return method == "GET" ? 304 : 412 }
            if !exists { return method == "PUT" ? 201 : 404 }
            return 200
        }
    }

    private static func condition(
        _ newest: Int64, _ generator: inout SeededGenerator
    ) -> EntityTagCondition? {
        if generator.oneIn(3) { return nil }
        if generator.oneIn(3) { return .any }
        let tags = (0..<1 + generator.below(3)).map { _ in
            let opaque = generator.pick([
                "rev-\(newest)", "rev-\(newest)", "rev-\(newest)-gzip", "rev-\(newest - 1)",
                "rev-\(newest + 4)", "rev-", "rev-x", "x",
            ])
            return EntityTag(opaque, isWeak: generator.oneIn(3))
        }
        return .oneOf(tags)
    }

    @Test("random requests with random conditions are answered as RFC 9110 says")
    func randomRequests() async throws {
        try await RunningServer.withAdmin(registry: { _ in }) { client in
            var generator = SeededGenerator(seed: 13_1)
            var seen: Set<Int> = []
            var (exists, newest, content) = (false, Int64(2), 0)
            for _ in 0..<FuzzBudget.tries(2_000, byDefault: 250) {
                let method = generator.pick(["GET", "PUT", "PUT", "PATCH", "DELETE"])
                let conditions = Conditions(
                    match: Self.condition(newest, &generator),
                    noneMatch: Self.condition(newest, &generator))
                content += generator.below(2)
                let body =
                    ["PUT", "PATCH"].contains(method)
                    ? "{\"pattern\":\"/a/\(content)\",\"target\":\"t\"}" : nil
                let answer = try await client.send(
                    method, "/api/v1/routes/a", fields: conditions.fields, body: body)
                let expected = conditions.status(of: method, exists: exists, newest: newest)
                #expect(
                    answer.status == expected, "\(method) \(conditions.fields) \(answer.text)")
                seen.insert(answer.status)
                guard method != "GET", 200...201 ~= answer.status else { continue }
                exists = method != "DELETE"
                newest = try #require(
                    answer.field("etag").flatMap(EntityTag.init(parsing:))?.revision)
            }
            #expect(seen == [200, 201, 304, 404, 412, 428])
        }
    }

    @Test("of conditions that do not hold, nothing is changed; what is no list is a bad request")
    func refused() async throws {
        try await RunningServer.withAdmin(
            registry: { try $0.add(RouteDraft(pattern: "/a", target: "a", name: "a")) }
        ) { client in
            let path = "/api/v1/routes/a"
            let body = "{\"pattern\":\"/b\",\"target\":\"b\"}"
            for (field, problem) in [
                (("If-None-Match", "*"), "preconditionFailed"),
                (("If-None-Match", "W/\"rev-2\""), "preconditionFailed"),
                (("If-Match", "W/\"rev-2\""), "revisionConflict"),
                (("If-Match", "\"rev-1\", \"x\""), "revisionConflict"),
                (("If-Match", "\"x\""), "revisionConflict"), (("If-Match", ""), "revisionConflict"),
                (("If-Match", "rev-2"), "invalidRequest"),
                (("If-None-Match", "*, \"a\""), "invalidRequest"),
            ] {
                let answer = try await client.send("PUT", path, fields: [field], body: body)
                #expect(answer.problem == problem, "\(field) \(answer.text)")
            }
            #expect(try await client.get(path).object["pattern"] == "/a")
            let answer = try await client.get(path, ("If-None-Match", "rev-2"))
            #expect(answer.status == 400)
        }
    }

    /// Requests that store something new, and the fields by which it can be read.
    private static let new: [(method: String, path: String, body: String)] = [
        ("PUT", "routes/x", #"{"pattern":"/x","target":"x"}"#),
        ("PUT", "routes/y", #"{"pattern":"/y","target":"y","namespace":"shop","group":"g"}"#),
        ("PUT", "namespaces/web", "{}"), ("PUT", "converters/size", #"{"rule":"any"}"#),
        ("PUT", "converters/size?namespace=shop", #"{"rule":"any"}"#),
        ("PUT", "defaults/a%2Fb?group=g", #"{"value":1}"#),
        ("PUT", "defaults/lang?namespace=shop", #"{"value":"en"}"#),
        ("PUT", "defaults/lang?route=%231", #"{"value":"en"}"#),
        ("POST", "rules", #"{"effect":"deny","namespace":"shop"}"#),
        (
            "POST", "suppressions",
            #"{"code":"converter-unused","namespace":"shop","about":"size","reason":"Soon"}"#
        ),
        ("POST", "cases", #"{"url":"/a","expect":{"target":"a"}}"#),
        ("PUT", "cases/a%20b%2Fc", #"{"url":"/a","expect":{"target":"a"}}"#),
        (
            "PUT", "apps/android/com.example.app?namespace=shop",
            #"{"fingerprints":["\#(AppTests.print)"]}"#
        ),
        ("PUT", "tags/v1", ""),
    ]

    @Test("what is new is answered with 201 and its address, and the same again with 200")
    func created() async throws {
        try await RunningServer.withAdmin(
            registry: { try $0.add(RouteDraft(pattern: "/a", target: "a", name: "a")) }
        ) { client in
            for (method, path, body) in Self.new {
                let (path, body) = ("/api/v1/\(path)", body.isEmpty ? nil : body)
                if !path.contains("tags/") {
                    let trial = path + (path.contains("?") ? "&" : "?") + "dryRun"
                    let tried = try await client.send(method, trial, body: body)
                    #expect(tried.status == 200 && tried.field("location") == nil, "\(path)")
                }
                if method == "PUT" {
                    let missing = try await client.with(("If-Match", "*"))
                        .send(method, path, body: body)
                    #expect(missing.problem == "preconditionFailed", "\(path)")
                }
                let first = method == "PUT" ? client.with(("If-None-Match", "*")) : client
                let added = try await first.send(method, path, body: body)
                #expect(added.status == 201, "\(path) \(added.text)")
                let location = try #require(added.field("location"), "\(path)")
                #expect(try await client.get(location).status == 200, "\(location)")
                let again = try await client.send(method, path, body: body)
                #expect(again.status == 200, "\(path) \(again.text)")
                #expect(again.field("location") == nil)
                if method == "PUT" {
                    let taken = try await first.send(method, path, body: body)
                    #expect(taken.problem == "preconditionFailed", "\(path)")
                }
            }
        }
    }
}
#endif
