import RouteDB
import Testing

@Suite("Showing screens of cases")
struct ShowingTests {
    private func navigator(
        _ op: String, _ members: String = "", route: String = "", expect: String
    ) async throws -> String? {
        try await ConformanceCase.failure(
            .urlnavigator,
            """
            {"op": "\(op)", "routes": [{"pattern": "a://b/<int:id>", \(route)
            "accepts": {"param": "id", "greaterThan": 0}}], "url": "a://b/1", \(members)
            "expect": {\(expect)}}
            """)
    }

    @Test("a navigation container is not pushed, without asking the gate")
    func pushedContainer() async throws {
        let failure = try await navigator(
            "push", #""options": {"delegate": {}},"#, route: #""navigationController": true,"#,
            expect: """
                "performed": false, "action": "none", "calls": ["a://b/<int:id>"],
                "delegateCalls": {"shouldPush": 0, "shouldPresent": 0}
                """)
        #expect(failure == nil)
    }

    @Test(
        "a presented screen is wrapped on request, unless it is a container",
        arguments: [("true", "", true), ("true", "true", false), ("false", "", false)])
    func wrapping(wrap: String, container: String, isWrapped: Bool) async throws {
        let failure = try await navigator(
            "present", #""options": {"wrap": \#(wrap), "animated": false},"#,
            route: container.isEmpty ? "" : #""navigationController": \#(container),"#,
            expect: """
                "performed": true, "action": "present", "wrapped": \(isWrapped),
                "animated": false, "matched": true
                """)
        #expect(failure == nil)
    }

    @Test(
        "a gate is asked once, and its answer counts",
        arguments: [
            ("push", #"{"shouldPush": false}"#, "none", 1, 0),
            ("push", #"{"shouldPush": true, "shouldPresent": false}"#, "push", 1, 0),
            ("present", #"{"shouldPush": false}"#, "present", 0, 1),
            ("present", #"{"shouldPresent": false}"#, "none", 0, 1),
        ])
    func gates(
        op: String, delegate: String, action: String, pushes: Int, presents: Int
    ) async throws {
        let failure = try await navigator(
            op, #""options": {"delegate": \#(delegate)},"#,
            expect: """
                "performed": \(action != "none"), "action": "\(action)",
                "delegateCalls": {"shouldPush": \(pushes), "shouldPresent": \(presents)}
                """)
        #expect(failure == nil)
    }

    @Test("without a presenting screen nothing is shown", arguments: ["push", "present"])
    func noSource(op: String) async throws {
        let failure = try await navigator(
            op, #""options": {"noSource": true, "delegate": {"shouldPush": true}},"#,
            expect: """
                "performed": false, "action": "none", "calls": ["a://b/<int:id>"],
                "delegateCalls": {"shouldPush": 0, "shouldPresent": 0}, "animated": null
                """)
        #expect(failure == nil)
    }

    @Test("any context reaches the factory", arguments: [#""text""#, "[1]", "null"])
    func context(value: String) async throws {
        let failure = try await navigator(
            "push", #""context": \#(value),"#, expect: #""context": \#(value)"#)
        #expect(failure == nil)
    }

    @Test(
        "routables make a stack or leave their place empty, or the handler is called",
        arguments: [
            (
                #"[{"parameter": ":a", "type": "A"}, {"parameter": ":b", "type": "B"}]"#, true,
                #""by": "routables", "handled": true, "stack": ["B", "A"]"#
            ),
            (
                #"[{"parameter": ":a", "type": "A"}, {"parameter": ":b", "type": "B"}]"#, false,
                #""by": "routables", "handled": false, "completion": [false]"#
            ),
            (
                #"[{"parameter": ":a", "type": "A", "declines": true}, "#
                    + #"{"parameter": ":b", "type": "B"}, {"parameter": ":b", "type": "C"}]"#,
                true, #""by": "routables", "stack": ["B"]"#
            ),
            (
                #"[{"parameter": ":a", "type": "A"}]"#, true,
                #""by": "handler", "handled": true, "completion": [true], "stack": null"#
            ),
            (
                #"[{"parameter": ":a", "type": "A"}, {"parameter": "b", "type": "B"}]"#, true,
                #""by": "handler""#
            ),
        ])
    func routables(list: String, answer: Bool, expect: String) async throws {
        let json = """
            {"options": {"routables": \(list), "routableHandler": \(answer)},
            "routes": [{"pattern": "x://:b/:a", "handler": true}], "url": "x://1/2",
            "expect": {\(expect)}}
            """
        #expect(try await ConformanceCase.failure(.ikrouter, json) == nil)
    }

    @Test("a route without a handler is matched but not handled")
    func noHandler() async throws {
        let json = """
            {"routes": [{"pattern": "x://a"}, {"pattern": "x://:b", "handler": true}],
            "url": "x://a", "expect": {"matched": true, "handled": false, "by": "none",
            "completion": [false], "errors": []}}
            """
        #expect(try await ConformanceCase.failure(.ikrouter, json) == nil)
    }

    @Test(
        "the nearest unmatched handler is called, only if nothing handles the URL",
        arguments: [
            ("[null]", "[]", "n://x", "[]"), ("[null]", #"["n"]"#, "n://x", #"["*"]"#),
            (#"[null, "n"]"#, #"["n"]"#, "n://x", #"["n"]"#),
            (#"[null, "n"]"#, "[]", "o://x", #"["*"]"#), (#"["n"]"#, "[]", "n://no", #"["n"]"#),
            (#"["n"]"#, "[]", "n://yes", "[]"),
        ])
    func unmatched(handlers: String, falling: String, url: String, calls: String) async throws {
        let json = """
            {"options": {"unmatchedHandlers": \(handlers), "fallbackToGlobal": \(falling)},
            "routes": [{"pattern": "/yes", "scheme": "n"},
            {"pattern": "/no", "scheme": "n", "declines": true}], "url": "\(url)",
            "expect": {"matched": \(url == "n://yes"), "unmatchedCalls": \(calls)}}
            """
        #expect(try await ConformanceCase.failure(.jlroutes, json) == nil)
    }

    @Test("the global namespace can be named, and loses its handler with all others")
    func global() async throws {
        for (steps, calls) in [("", #"["*"]"#), (#"{"op": "unregisterAll"}"#, "[]")] {
            let json = """
                {"options": {"unmatchedHandlers": [null, "n"], "routeIn": null},
                "routes": [{"pattern": "/x", "scheme": "n"}], "steps": [\(steps)], "url": "n://x",
                "expect": {"matched": false, "unmatchedCalls": \(calls)}}
                """
            #expect(try await ConformanceCase.failure(.jlroutes, json) == nil)
        }
    }

    @Test("whether a URL can be routed is answered without calling anything")
    func canRoute() async throws {
        let json = """
            {"op": "canRoute", "options": {"unmatchedHandlers": [null]},
            "routes": [{"pattern": "/no", "declines": true}], "url": "x://no",
            "expect": {"matched": true, "calls": [], "unmatchedCalls": []}}
            """
        #expect(try await ConformanceCase.failure(.jlroutes, json) == nil)
    }
}
