import RouteDB
import RouteDBInsight
import RouteDBStorage
import RouteDBTestSupport
import Testing

@Suite("Running route tests")
struct RouteTestRunTests {
    /// A snapshot of a registry of routes, groups, namespaces and rules.
    static func snapshot() async throws -> RegistrySnapshot {
        var snapshot: RegistrySnapshot?
        try await RouteRegistry.withTemporary { registry, _ in
            try await registry.edit { editor in
                try editor.addNamespace(
                    NamespaceDraft(name: "web", schemes: ["https"], fallbackTarget: "missing"))
                try editor.add(
                    RouteDraft(
                        pattern: "app://user/{id:int}", target: "user.profile", name: "user",
                        group: "people", defaults: ["tab": "posts"]))
                try editor.add(RouteDraft(pattern: "/twin", target: "a", name: "twin"))
                try editor.add(
                    RouteDraft(pattern: "/twin", target: "b", name: "twin", namespace: "web"))
                try editor.add(RouteDraft(pattern: "app://admin", target: "admin"))
                try editor.addRule(
                    RuleDraft(
                        .deny, in: .route("app://admin"), for: .anonymous, code: "members-only"))
                try editor.addRule(
                    RuleDraft(
                        .deny, in: .route("app://admin"),
                        conditions: [try AccessRule.Condition("time period ..2025-01-01")]))
            }
            snapshot = try await registry.snapshot()
        }
        return try #require(snapshot)
    }

    private func run(at time: Timestamp = RegistryOptions.testTime) async throws -> RouteTestRun {
        RouteTestRun(try await Self.snapshot(), time: time)
    }

    private func mismatches(
        of url: String, _ expected: RouteExpectation, as principal: String? = "ada"
    ) async throws -> [String] {
        var request = ResolutionRequest(url)
        request.principal = principal.map { RequestPrincipal($0) }
        let result = try await run().result(of: RouteTestCase(request, expecting: expected))
        return result.mismatches.map {
            "\($0.field): \($0.expected?.description ?? "-") / \($0.actual?.description ?? "-")"
        }
    }

    @Test("a case passes if it expects the actual answer, however it names the route")
    func passing() async throws {
        let names = [
            "user", "people/user", "default:user", "default:people/user", "#1",
            "app://user/{id:int}", "default:app://user/{id:int}",
        ]
        for name in names {
            var expected = RouteExpectation(
                outcome: .matched, namespace: .text("default"), route: .text(name),
                target: .text("user.profile"), values: ["id": 42], decision: .allow, code: .absent)
            #expect(try await mismatches(of: "app://user/42?q=x", expected) == [], "\(name)")
            expected.values = [:]
            expected.allValues = ["q": "x", "tab": "posts", "id": 42]
            #expect(try await mismatches(of: "app://user/42?q=x", expected) == [])
        }
    }

    @Test("each difference is reported with the expected and actual value")
    func failing() async throws {
        let expected = RouteExpectation(
            outcome: .unmatched, namespace: .text("web"), route: .text("twin"), target: .absent,
            values: ["id": .double(42), "no": nil], decision: .deny, code: .text("c"))
        #expect(
            try await mismatches(of: "app://user/42", expected) == [
                #"outcome: "unmatched" / "matched""#, #"namespace: "web" / "default""#,
                #"route: "twin" / "user""#, #"target: - / "user.profile""#,
                "values.id: 42.0 / 42", "values.no: null / -",
                #"decision: "deny" / "allow""#, #"code: "c" / -"#,
            ])
        let exact = RouteExpectation(allValues: ["id": 42])
        #expect(
            try await mismatches(of: "app://user/42", exact) == [#"values.tab: - / "posts""#])
    }

    /// A registry whose routes have what the keys of expectations ask for.
    private static func whole() throws -> RegistrySnapshot {
        let namespace = RouteNamespace(id: NamespaceID(rawValue: 1), name: "default")
        var routes: [Route] = []
        func add(
            _ pattern: String?, _ name: String, kind: String? = nil, to location: String? = nil,
            requiring requirements: [RouteRequirement] = [], as plan: RoutePresentation? = nil
        ) throws {
            routes.append(
                Route(
                    id: RouteID(rawValue: Int64(routes.count) + 1), namespace: namespace.id,
                    name: name, kind: kind, pattern: try pattern.map { try RoutePattern($0) },
                    target: name, requirements: requirements, presentation: plan,
                    redirect: location.map { RouteRedirect(to: $0) }))
        }
        try add("/a/{id:int}(/{tab})", "a", as: RoutePresentation())
        try add("/r/{id}", "r", to: "/s/{id}")
        try add("/s/{id}", "s", to: "/a/{id}")
        try add("/w/*", "w", requiring: [RouteRequirement("token", .string)])
        try add("/denied", "denied")
        try add(nil, "task", kind: "job")
        return RegistrySnapshot(
            revision: 1, namespaces: [namespace], routes: routes,
            accessRules: [
                AccessRule(
                    id: RuleID(rawValue: 1), scope: .route(RouteID(rawValue: 5)), effect: .deny,
                    subject: .anyone, code: "closed", message: "Not today")
            ])
    }

    /// For each key a request, what is right of it, and what is wrong.
    private static let keys: [(key: String, request: String, right: String, wrong: String)] = [
        ("outcome", #""url":"/a/1""#, #""matched""#, #""denied""#),
        ("namespace", #""url":"/a/1""#, #""default""#, "null"),
        ("route", #""url":"/a/1""#, #""a""#, #""r""#),
        ("target", #""url":"/a/1""#, #""a""#, "null"),
        ("values", #""url":"/a/1/x""#, #"{"id":1}"#, #"{"id":2}"#),
        ("allValues", #""url":"/a/1/x""#, #"{"id":1,"tab":"x"}"#, #"{"id":1}"#),
        ("decision", #""url":"/denied""#, #""deny""#, #""allow""#),
        ("code", #""url":"/denied""#, #""closed""#, "null"),
        ("message", #""url":"/denied""#, #""Not today""#, #""not today""#),
        ("redirect", #""url":"/r/1""#, #"{"to":"/s/1"}"#, #"{"status":302}"#),
        ("redirect", #""url":"/a/1""#, "null", #"{"to":"/b"}"#),
        ("destination", #""url":"/r/1""#, #"{"url":"/a/1","route":"default:a"}"#, "null"),
        ("destination", #""url":"/r/x""#, #"{"outcome":"unmatched"}"#, #"{"route":"a"}"#),
        ("pattern", #""url":"/a/1""#, #""/a/{id:int}""#, #""/a/{id:int}/{tab}""#),
        ("wildcard", #""url":"/w/x""#, #"["x"]"#, "[]"),
        ("unmet", #""url":"/w/x""#, #"{"token":"string"}"#, "null"),
        ("plan", #""url":"/a/1""#, #"{"action":"push"}"#, #"{"animated":false}"#),
        ("plan", #""url":"/w/x""#, "null", #"{"action":"push"}"#),
        ("error", #""url":"/\u0000""#, #"{"code":"controlCharacter"}"#, "null"),
        ("otherKind", #""name":"task","kind":"view""#, #""job""#, "null"),
    ]

    @Test("each key passes what is right, and reports what is wrong")
    func eachKey() throws {
        let run = RouteTestRun(try Self.whole(), time: 0)
        func result(_ request: String, _ key: String, _ value: String) throws -> RouteTestResult {
            let text = "{\(request),\"expect\":{\"\(key)\":\(value)}}"
            guard case .object(let object) = try JSONValue(parsing: text) else {
                throw JSONMistake(at: [], "no object")
            }
            return run.result(of: try RouteTestCase(json: object))
        }
        for (key, request, right, wrong) in Self.keys {
            let passed = try result(request, key, right)
            #expect(passed.mismatches == [], "\(key) of \(request)")
            let failed = try result(request, key, wrong)
            let field = key == "allValues" ? "values" : key
            #expect(failed.mismatches.map { $0.field.hasPrefix(field) } == [true], "\(key)")
        }
        #expect(Set(Self.keys.map(\.key)) == Set(RouteExpectation.Key.allCases.map(\.rawValue)))
    }

    @Test("a recorded case expects the redirect and its end, or that there is none")
    func recordedRedirect() throws {
        let run = RouteTestRun(try Self.whole(), time: 0)
        let moved = run.recorded(ResolutionRequest("/r/1")).expected
        #expect(moved.redirect == ["to": "/s/1", "status": 301])
        #expect(
            moved.destination == ["url": "/a/1", "outcome": "matched", "route": "a", "target": "a"])
        let page = run.recorded(ResolutionRequest("/a/1")).expected
        #expect(page.redirect == .null && page.destination == nil)
        #expect(run.recorded(ResolutionRequest("/denied")).expected.redirect == nil)
    }

    @Test("what is not expected may be anything")
    func silence() async throws {
        for url in ["app://user/42", "app://nowhere", "app://\u{0}", "app://admin"] {
            let outcome = try await Self.snapshot().outcome(of: url)
            #expect(try await mismatches(of: url, RouteExpectation(outcome: outcome)) == [])
        }
    }

    @Test("without a match there is no route, decision or code")
    func nothing() async throws {
        let expected = RouteExpectation(
            outcome: .unmatched, route: .absent, target: .text("missing"), code: .absent)
        #expect(try await mismatches(of: "https://x/none", expected) == [])
        let allowed = RouteExpectation(decision: .allow)
        #expect(try await mismatches(of: "https://x/none", allowed) == [#"decision: "allow" / -"#])
    }

    @Test("a missing route is reported, with one of a similar name")
    func unknownRoute() async throws {
        let expected = RouteExpectation(route: .text("usr"))
        let result = try await run().result(
            of: RouteTestCase(ResolutionRequest("app://user/1"), expecting: expected))
        #expect(result.mismatches.first?.note?.contains("Did you mean 'user'?") == true)
    }

    @Test("a case without a time gets that of the run")
    func time() async throws {
        var request = ResolutionRequest("app://admin")
        request.principal = RequestPrincipal("ada")
        var content = RouteTestCase(request, expecting: RouteExpectation(outcome: .denied))
        #expect(try await run(at: 0).result(of: content).isPassed)
        #expect(try await !run(at: 1_767_225_600_000_000).result(of: content).isPassed)
        content.request.time = 0
        #expect(try await run(at: 1_767_225_600_000_000).result(of: content).isPassed)
    }

    @Test("a recorded case passes and names its route unambiguously")
    func recorded() async throws {
        let run = try await run()
        for (url, route) in [
            ("app://user/7?q=1", "user"), ("/twin", "default:twin"), ("https://x/twin", "web:twin"),
            ("app://admin", "app://admin"),
        ] {
            let content = run.recorded(ResolutionRequest(url))
            #expect(run.result(of: content).mismatches == [])
            #expect(content.expected.route == .text(route))
        }
        let denied = run.recorded(ResolutionRequest("app://admin")).expected
        #expect(denied.decision == .deny && denied.code == .text("members-only"))
        #expect(
            run.recorded(ResolutionRequest("app://no")).expected.json == ["outcome": "unmatched"])
    }
}

extension RegistrySnapshot {
    fileprivate func outcome(of url: String) -> Resolution.Outcome {
        var request = ResolutionRequest(url)
        request.principal = RequestPrincipal("ada")
        request.time = RegistryOptions.testTime
        return RoutingTable(self).resolve(request).outcome
    }
}
