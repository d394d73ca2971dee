import RouteDB
import Testing

@Suite("Running ARoute's cases")
struct ARouteRunningTests {
    private func failure(
        route: String = "", _ members: String = "", expect: String
    ) async throws -> String? {
        try await ConformanceCase.failure(
            .aroute,
            """
            {"routes": [{"pattern": "x", "target": "X"\(route)},
            {"pattern": "low/{id}", "target": "Low"}], "url": "x"\(members),
            "expect": {\(expect)}}
            """)
    }

    @Test(
        "a guard denies or not, with or without an error, and the request's replaces it",
        arguments: [
            (#"{"deny": true, "error": "E"}"#, nil, "denied", #"["E"]"#),
            (#"{"deny": true}"#, nil, "denied", "[null]"),
            (#"{"deny": false}"#, nil, "presented", "[]"),
            (#"{"deny": false, "error": "E"}"#, nil, "presented", #"["E"]"#),
            (#"{"deny": true}"#, #"{"deny": false}"#, "presented", "[]"),
            (#"{"deny": false}"#, #"{"deny": true, "error": "F"}"#, "denied", #"["F"]"#),
        ] as [(String, String?, String, String)])
    func guards(own: String, request: String?, outcome: String, failures: String) async throws {
        let failure = try await failure(
            route: #", "protect": \#(own)"#,
            request.map { #", "request": {"protect": \#($0)}"# } ?? "",
            expect: """
                "outcome": "\(outcome)", "matched": true, "failure": \(failures),
                "completion": \(outcome == "presented" ? 1 : 0)
                """)
        #expect(failure == nil)
    }

    @Test("a guard belongs to its route, not to all routes with the same screen")
    func ownGuard() async throws {
        let failure = try await ConformanceCase.failure(
            .aroute,
            """
            {"routes": [{"pattern": "a", "target": "X", "protect": {"deny": true}},
            {"pattern": "b", "target": "X"}], "url": "b", "expect": {"outcome": "presented"}}
            """)
        #expect(failure == nil)
    }

    @Test(
        "the request's container and prestack override the registration's",
        arguments: [
            ("", #""container": "navigation", "stack": ["Low", "Own", "X"]"#),
            (
                #""embedding": "navigation""#,
                #""container": "navigation", "stack": ["Low", "Own", "X"]"#
            ),
            (
                #""embedding": "navigation", "prestack": [{"class": "No", "routable": false}]"#,
                #""container": "navigation", "stack": ["X"]"#
            ),
            (#""embedding": "tab""#, #""container": "tab", "stack": ["X"]"#),
            (#""embedIn": "Mine""#, #""container": "Mine", "stack": ["X"]"#),
        ])
    func containers(request: String, expect: String) async throws {
        let failure = try await failure(
            route: """
                , "embedding": "navigation", "prestack": [{"route": "low/1"}, {"instance": "Own"}]
                """,
            #", "request": {\#(request)}"#, expect: expect)
        #expect(failure == nil)
    }

    @Test("a callback handles the request or returns a screen, which is shown normally")
    func callbacks() async throws {
        let alone = try await ConformanceCase.failure(
            .aroute,
            """
            {"routes": [{"pattern": "x", "callback": true}], "url": "x", "expect": {
            "matched": true, "outcome": "callback", "completion": 0, "failure": []}}
            """)
        #expect(alone == nil)
        let screen = try await ConformanceCase.failure(
            .aroute,
            """
            {"routes": [{"pattern": "x", "callback": true, "callbackTarget": "Late",
            "embedding": "tab"}], "url": "x", "expect": {
            "outcome": "presented", "container": "tab", "stack": ["Late"], "completion": 1}}
            """)
        #expect(screen == nil)
    }

    @Test("an action determines how its screen is shown, and has its own guard")
    func actions() async throws {
        func run(_ action: String, expect: String) async throws -> String? {
            try await ConformanceCase.failure(
                .aroute,
                """
                {"routes": [{"pattern": "x", "action": {"target": "A", \(action)},
                "protect": {"deny": true}}], "url": "x", "expect": {\(expect)}}
                """)
        }
        let shown = #""protect": {"deny": false}, "animated": false, "embedding": "tab""#
        let expect = #""animated": false, "container": "tab", "stack": ["A"]"#
        #expect(try await run(shown, expect: expect) == nil)
        #expect(try await run(#""animated": true"#, expect: #""outcome": "denied""#) == nil)
    }

    @Test("a route is requested by name, in its router")
    func names() async throws {
        for (router, outcome) in [("r", "presented"), ("s", "nothing")] {
            let json = """
                {"routes": [{"pattern": "x/{id}", "target": "X", "name": "ex", "router": "r"}],
                "url": null, "request": {"name": "ex", "router": "\(router)"}, "context": {"k": 1},
                "expect": {"matched": \(router == "r"), "outcome": "\(outcome)", "failure": []}}
                """
            #expect(try await ConformanceCase.failure(.aroute, json) == nil)
        }
    }

    @Test("a route that was never executed, or was cleared, does not exist")
    func absent() async throws {
        let nothing = #""matched": false, "outcome": "nothing", "completion": 0"#
        #expect(try await failure(route: #", "stored": false"#, expect: nothing) == nil)
        let clearing = #", "steps": [{"op": "clearAll"}]"#
        #expect(try await failure(clearing, expect: nothing) == nil)
    }

    @Test("a prestack that matches nothing fails, and nothing is shown")
    func brokenPrestack() async throws {
        let request = #", "request": {"embedding": "navigation", "prestack": [{"route": "no"}]}"#
        let expect = #""matched": true, "outcome": "failed", "completion": 0, "failure": []"#
        #expect(try await failure(request, expect: expect) == nil)
    }
}
