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

        /// Whether the condition of `If-Match` holds.
        private func isMatched(by state: State, isThere: Bool, _ reads: Bool) -> Bool {
            switch match {
            case nil: true
            case .any?: isThere
            case .oneOf(let tags)?: tags.contains { !$0.isWeak && state.has($0, reads) }
            }
        }

        /// Whether the condition of `If-None-Match` holds.
        private func isUnmatched(by state: State, isThere: Bool, _ reads: Bool) -> Bool {
            switch noneMatch {
            case nil: true
            case .any?: !isThere
            case .oneOf(let tags)?: !tags.contains { state.has($0, reads) }
            }
        }

        /// True if a tag is that of an item: then the item is looked for first.
        private var isOfItem: Bool {
            if case .oneOf(let tags)? = match { tags.contains(where: \.isOfItem) } else { false }
        }

        /// The status of the answer to a request for a route.
        func status(of method: String, _ state: State) -> Int {
            let (exists, reads) = (state.item != nil, method == "GET")
            if ["PATCH", "DELETE"].contains(method), match == nil { return 428 }
            // What is not there is not found, whatever the conditions; of an edit, the revision is
            // checked first.
            if reads, !exists { return 404 }
            let isThere = exists || method != "PUT"
            if isOfItem, !exists, method != "PUT" {
                return isUnmatched(by: state, isThere: isThere, reads) ? 404 : 412
            }
            if !isMatched(by: state, isThere: isThere, reads) { return 412 }
            if !isUnmatched(by: state, isThere: isThere, reads) { return reads ? 304 : 412 }
            if !exists { return method == "PUT" ? 201 : 404 }
            return 200
        }
    }

    /// The state that tags name: the newest revision, and the tag of the route if it is there.
    private struct State {
        var newest: Int64
        var item: EntityTag?

        /// Whether a tag names the state; who reads the route has its tag only.
        func has(_ tag: EntityTag, _ reads: Bool) -> Bool {
            item.map { EntityTag(tag.opaque).matchesWeakly($0) } ?? false
                || !reads && tag.revision == newest
        }
    }

    private static func condition(
        _ state: State, _ older: EntityTag, _ generator: inout SeededGenerator
    ) -> EntityTagCondition? {
        let newest = state.newest
        let item = (state.item ?? older).opaque
        if generator.oneIn(3) { return nil }
        if generator.oneIn(3) { return .any }
        let tags = (0..<1 + generator.below(3)).map { _ in
            let opaque = generator.pick([
                "rev-\(newest)", "rev-\(newest)", "rev-\(newest)-gzip", "rev-\(newest - 1)",
                "rev-\(newest + 4)", "rev-", "rev-x", "x", item, item, "\(item)-gzip",
                older.opaque, "item-",
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
            var (state, content) = (State(newest: 2), 0)
            var older = EntityTag("item-0")
            for _ in 0..<FuzzBudget.tries(2_000, byDefault: 250) {
                let method = generator.pick(["GET", "PUT", "PUT", "PATCH", "DELETE"])
                let conditions = Conditions(
                    match: Self.condition(state, older, &generator),
                    noneMatch: Self.condition(state, older, &generator))
                content += generator.below(2)
                let body =
                    ["PUT", "PATCH"].contains(method)
                    ? "{\"pattern\":\"/a/\(content)\",\"target\":\"t\"}" : nil
                let answer = try await client.send(
                    method, "/api/v1/routes/a", fields: conditions.fields, body: body)
                let expected = conditions.status(of: method, state)
                #expect(
                    answer.status == expected, "\(method) \(conditions.fields) \(answer.text)")
                seen.insert(answer.status)
                guard method != "GET", 200...201 ~= answer.status else { continue }
                if case .int(let made)? = try answer.object["revision"] { state.newest = made }
                let tag = try #require(answer.field("etag").flatMap(EntityTag.init(parsing:)))
                older = state.item ?? older
                state.item = method == "DELETE" ? nil : tag
                #expect(tag.isOfItem == (method != "DELETE"))
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
                (("If-Match", "\"item-0\""), "preconditionFailed"),
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

    @Test("an edit of one item refuses nobody who edits another one")
    func items() async throws {
        try await RunningServer.withAdmin(registry: { editor in
            try editor.add(RouteDraft(pattern: "/a", target: "a", name: "a"))
            try editor.add(RouteDraft(pattern: "/b", target: "b", name: "b"))
        }) { client in
            let tag = try #require(try await client.get("/api/v1/routes/a").field("etag"))
            func patch(_ name: String, _ tag: String, _ body: String) async throws -> TestAnswer {
                try await client.with(("If-Match", tag)).send(
                    "PATCH", "/api/v1/routes/\(name)", body: body,
                    type: "application/merge-patch+json")
            }
            #expect(try await patch("b", "*", "{\"priority\":1}").status == 200)
            let first = try await patch("a", tag, "{\"priority\":2}")
            #expect(first.status == 200)
            let late = try await patch("a", tag, "{\"priority\":3}")
            #expect(late.status == 412 && late.problem == "preconditionFailed")
            let next = try #require(first.field("etag"))
            #expect(late.text.contains(next.replacing("\"", with: "\\\"")))
            #expect(try await client.get("/api/v1/routes/a").field("etag") == next)
            #expect(try await patch("a", next, "{\"priority\":3}").status == 200)
            let cached = try await client.get(
                "/api/v1/routes/b",
                ("If-None-Match", try await client.get("/api/v1/routes/b").field("etag") ?? ""))
            #expect(cached.status == 304)
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
