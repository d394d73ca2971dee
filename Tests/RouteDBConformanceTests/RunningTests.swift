import RouteDB
import Testing

@Suite("Running cases")
struct RunningTests {
    private func failure(_ system: RouterSystem, _ json: String) async throws -> String? {
        try await ConformanceCase.failure(system, json)
    }

    @Test("a failed expectation is reported with the actual value")
    func wrongExpectation() async throws {
        let json = """
            {"what": "a wrong one", "routes": [{"pattern": "/user/:id"}], "url": "x://user/7",
            "expect": {"matched": true, "params": {"id": "8"}}}
            """
        let told = #"test (a wrong one) params: expected {"id":"8"}, got {"id":"7"}"#
        #expect(try await failure(.jlroutes, json) == told)
    }

    @Test(
        "an unknown key is an error, not a pass",
        arguments: [
            (RouterSystem.jlroutes, #"{"op": "other"}"#),
            (.jlroutes, #"{"steps": [{"op": "other"}]}"#),
            (.urlnavigator, #"{"op": "other"}"#), (.ikrouter, #"{"steps": [{"op": "other"}]}"#),
            (.aroute, #"{"steps": [{"op": "other"}]}"#),
            (
                .jlroutes,
                #"{"routes": [{"pattern": "/a", "accepts": {"other": 1}}], "url": "a://a"}"#
            ),
            (.jlroutes, #"{"expect": {"stack": null}}"#), (.aroute, #"{"options": {"x": 1}}"#),
            (.ikrouter, #"{"expect": {"other": null}}"#),
        ])
    func unknown(_ system: RouterSystem, _ json: String) async throws {
        await #expect(throws: UnsupportedCase.self) { try await failure(system, json) }
    }

    @Test(
        "schemes are removed, emptied and listed",
        arguments: [
            (#"{"op": "unregisterScheme", "scheme": "x"}"#, "*", true),
            (#"{"op": "removeAll", "scheme": "x"}"#, nil, false),
            (#"{"op": "unregisterAll"}"#, nil, false),
            (#"{"op": "removeRoute", "scheme": "x", "pattern": "/a", "priority": 3}"#, nil, false),
            (#"{"op": "removeRoute", "scheme": "x", "pattern": "/a"}"#, "x", true),
            (#"{"op": "listScheme", "scheme": "y"}"#, "x", true),
        ] as [(String, String?, Bool)])
    func steps(_ step: String, scheme: String?, isMatched: Bool) async throws {
        let json = """
            {"routes": [{"pattern": "/a"}, {"pattern": "/a", "scheme": "x", "priority": 3},
            {"pattern": "/a", "scheme": "x", "priority": 3}], "steps": [\(step)], "url": "x://a",
            "expect": {"matched": \(isMatched), "scheme": \(JSONValue(scheme))}}
            """
        #expect(try await failure(.jlroutes, json) == nil)
    }

    @Test("a view and a handler may have one pattern")
    func kinds() async throws {
        for (op, name) in [("resolve", "view"), ("open", "handler")] {
            let json = """
                {"routes": [{"pattern": "a://b", "declines": \(op == "open")},
                {"pattern": "a://b", "kind": "handler", "declines": \(op == "resolve")}],
                "url": "a://b", "op": "\(op)", "context": {"k": 1},
                "expect": {"performed": true, "calls": ["a://b"], "context": {"k": 1}}}
                """
            #expect(try await failure(.urlnavigator, json) == nil, "\(name)")
        }
    }

    @Test("a converter rewrites, and one that was removed takes any text")
    func converters() async throws {
        let json = """
            {"options": {"converters": {"hail": {"prefix": "hi-", "suffix": "!"}, "int": null}},
            "routes": [{"pattern": "a://<hail:b>/<int:c>"}], "url": "a://x/y",
            "expect": {"params": {"b": "hi-x!", "c": "y"}, "types": {"c": "string"}}}
            """
        #expect(try await failure(.urlnavigator, json) == nil)
    }

    @Test("of two routes with one pattern, the first answers and is asked once")
    func firstHandler() async throws {
        let json = """
            {"routes": [{"pattern": "a://b", "handler": false}, {"pattern": "a://b",
            "handler": true}], "url": "a://b", "expect": {"handled": false, "completion": [false]}}
            """
        #expect(try await failure(.ikrouter, json) == nil)
    }

    @Test("a raw value covers the whole text between its marks")
    func rawKeys() async throws {
        let json = """
            {"routes": [{"pattern": "x/{a|BOOL}/{b}-{c|decimal}", "target": "T", "defaults": {"k": 1,
            "l": 2}}], "url": "x/1/2-3.5", "context": {"l": 3}, "expect": {
            "raw": {"a|BOOL": "1", "b": "2", "c|decimal": "3.5"}, "parameters": {"k": 1, "l": 3},
            "params": {"a": true, "b": "2", "c": 3.5}, "outcome": "presented", "stack": ["T"]}}
            """
        #expect(try await failure(.aroute, json) == nil)
    }

    @Test("a key without a value has no value, and a null is reported")
    func nulls() async throws {
        for (params, isRight) in [
            (#"{"k": ["1", "2"], "n": null}"#, true), (#"{"k": ["1", "2"]}"#, false),
            (#"{"k": ["1", null, "2"], "n": null}"#, false),
        ] {
            let json = """
                {"routes": [{"pattern": "/a"}], "url": "x://a?k=1&k&f&k=2", "context": {"n": null},
                "expect": {"params": \(params)}}
                """
            #expect((try await failure(.jlroutes, json) == nil) == isRight, "\(params)")
        }
    }

    @Test("a class creates its objects in every router")
    func castClasses() async throws {
        let json = """
            {"options": {"castClasses": ["Foo"]}, "routes": [{"pattern": "{a|Foo}", "target": "A"},
            {"pattern": "{a|Foo}", "target": "B", "router": "r"}], "url": "1",
            "request": {"router": "r"},
            "expect": {"params": {"a": {"object": "Foo", "from": "1"}}, "stack": ["B"]}}
            """
        #expect(try await failure(.aroute, json) == nil)
    }
}
