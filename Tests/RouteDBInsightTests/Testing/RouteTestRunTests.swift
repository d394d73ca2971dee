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
                        conditions: [try AccessCondition("time period ..2025-01-01")]))
            }
            snapshot = try await registry.snapshot()
        }
        return try #require(snapshot)
    }

    private func run(at time: Int64 = RegistryOptions.testTime) async throws -> RouteTestRun {
        RouteTestRun(try await Self.snapshot(), timeMicroseconds: time)
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
