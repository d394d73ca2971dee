import RouteDB
import Testing

@Suite("Running AHServiceRouter's cases")
struct ServiceRunningTests {
    private func task(
        _ route: String, _ members: String = "", expect: String
    ) async throws -> String? {
        try await ConformanceCase.failure(
            .ahservicerouter,
            """
            {"routes": [{"service": "S", "task": "t", "kind": "task"\(route)}]\(members),
            "request": {"op": "doTask", "service": "S", "task": "t"}, "expect": {\(expect)}}
            """)
    }

    private func navigate(
        _ type: String = "push", route: String = "", options: String = "", context: String = "{}",
        task: String = "go", expect: String
    ) async throws -> String? {
        try await ConformanceCase.failure(
            .ahservicerouter,
            """
            {"options": {\(options)}, "routes": [{"service": "S", "task": "go", "kind": "vc",
            "screen": "P"\(route)}], "context": \(context), "request": {"op": "navigate",
            "service": "S", "task": "\(task)", "type": "\(type)"}, "expect": {\(expect)}}
            """)
    }

    @Test(
        "a task ends its completion at once, later, or never",
        arguments: [
            (#", "completes": true"#, "", "[[true, null]]"), (#", "defers": true"#, "", "[]"),
            (
                #", "defers": true"#, #", "options": {"finishLater": true}"#,
                #"[[true, {"late": true}]]"#
            ),
            (#", "completes": true"#, #", "options": {"noCompletion": true}"#, "[]"),
            (#", "declines": true"#, "", "[[false, null]]"), ("", "", "[]"),
        ])
    func completions(route: String, members: String, calls: String) async throws {
        let failure = try await task(
            route, members,
            expect: """
                "matched": true, "result": null, "completion": \(calls), "fallbackUsed": false
                """)
        #expect(failure == nil)
    }

    @Test(
        "a value of the right type is required",
        arguments: [
            ("int", "1", true), ("int", "1.5", false), ("double", "1.5", true),
            ("string", #""a""#, true), ("string", "1", false), ("bool", "true", true),
            ("list", "[]", true), ("dictionary", "{}", true), ("any", "1", true),
            ("any", "null", false),
        ])
    func requirements(type: String, value: String, isMet: Bool) async throws {
        let failure = try await task(
            #", "requires": {"k": "\#(type)"}, "completes": true, "result": {"n": 1}"#,
            #", "context": {"k": \#(value)}"#,
            expect: """
                "result": \(isMet ? #"{"n": 1}"# : "null"), "completion": [[\(isMet), null]]
                """)
        #expect(failure == nil)
    }

    @Test(
        "a screen is shown as the caller requests",
        arguments: [
            ("push", #""action": "push", "stack": ["P"], "wrapped": false, "presented": null"#),
            ("present", #""action": "present", "presented": "P", "wrapped": false, "stack": []"#),
            ("presentWithNav", #""action": "present", "presented": "P", "wrapped": true"#),
        ])
    func types(type: String, expect: String) async throws {
        let whole = expect + #", "completion": [[true, null]], "reused": false, "matched": true"#
        #expect(try await navigate(type, expect: whole) == nil)
    }

    @Test("a worker without a screen fails without a fallback")
    func declining() async throws {
        let failure = try await navigate(
            route: #", "declines": true"#, options: #""fallback": {"vc": "F"}"#,
            expect: """
                "matched": true, "action": "none", "stack": [], "completion": [[false, null]],
                "fallbackUsed": false
                """)
        #expect(failure == nil)
    }

    @Test(
        "the fallback's screen is shown as the requested one would be",
        arguments: [
            ("push", #""action": "push", "stack": ["F"]"#),
            ("presentWithNav", #""action": "present", "presented": "F", "wrapped": true"#),
        ])
    func fallbackScreen(type: String, expect: String) async throws {
        let failure = try await navigate(
            type, options: #""fallback": {"vc": "F"}"#, task: "other",
            expect: """
                \(expect), "matched": false, "fallbackUsed": true, "completion": [[true, null]]
                """)
        #expect(failure == nil)
    }

    @Test(
        "a fallback task gives a result and may end the completion",
        arguments: [
            (#"{"result": {"n": 1}}"#, #"{"n": 1}"#, "[]"), ("{}", "null", "[]"),
            (#"{"result": {"n": 1}, "complete": true}"#, #"{"n": 1}"#, "[[true, null]]"),
            (#"{"result": {"n": 1}, "complete": false}"#, #"{"n": 1}"#, "[[false, null]]"),
        ])
    func fallbackTask(fallback: String, result: String, calls: String) async throws {
        let json = """
            {"options": {"fallback": \(fallback)}, "request": {"op": "doTask", "service": "S",
            "task": "t"}, "expect": {"matched": false, "fallbackUsed": true, "result": \(result),
            "completion": \(calls)}}
            """
        #expect(try await ConformanceCase.failure(.ahservicerouter, json) == nil)
    }

    private let stack = """
        "stack": [{"screen": "M"}, {"screen": "P", "key": "1"}, {"screen": "P", "key": "2"},
        {"screen": "P", "key": "1"}]
        """

    @Test(
        "the topmost matching screen is returned to",
        arguments: [
            (
                "sameKey", "1",
                #""action": "popTo", "reused": true, "stack": ["M", "P#1", "P#2", "P#1"]"#
            ),
            ("sameKey", #""2""#, #""action": "popTo", "stack": ["M", "P#1", "P#2"]"#),
            (
                "sameKey", "3",
                #""action": "push", "reused": false, "stack": ["M", "P#1", "P#2", "P#1", "P#3"]"#
            ),
            (
                "anyOfKind", "9",
                #""action": "popTo", "reusedIndex": 3, "stack": ["M", "P#1", "P#2", "P#9"]"#
            ),
        ])
    func reuse(policy: String, key: String, expect: String) async throws {
        let failure = try await navigate(
            route: #", "keyFrom": "k", "reuse": "\#(policy)""#, options: stack,
            context: #"{"k": \#(key)}"#, expect: expect)
        #expect(failure == nil)
    }

    @Test(
        "a screen is looked for in the stack",
        arguments: [
            (#"{"screen": "P", "key": "2"}"#, "2"), (#"{"screen": "P"}"#, "3"),
            (#"{"screen": "P", "key": "9"}"#, "null"), (#"{"screen": "Q"}"#, "null"),
        ])
    func lookup(match: String, index: String) async throws {
        let json = """
            {"options": {\(stack)}, "request": {"op": "reuse", "match": \(match)},
            "expect": {"reusedIndex": \(index)}}
            """
        #expect(try await ConformanceCase.failure(.ahservicerouter, json) == nil)
    }

    @Test("services are listed and removed, whatever their names")
    func services() async throws {
        let json = """
            {"routes": [{"service": "a b", "task": "t", "kind": "task"},
            {"service": "default", "task": "t", "kind": "task"},
            {"service": "A B", "task": "t", "kind": "vc", "screen": "P"}],
            "steps": [{"op": "removeService", "service": "a b"},
            {"op": "removeService", "service": "never"}],
            "request": {"op": "list"}, "expect": {"services": ["default", "A B"]}}
            """
        #expect(try await ConformanceCase.failure(.ahservicerouter, json) == nil)
    }

    @Test("of two tasks with one name the first is kept, whatever their kinds")
    func duplicates() async throws {
        let second =
            #", "steps": [{"op": "register", "route": {"service": "S", "task": "t", "#
            + #""kind": "vc", "screen": "P"}}]"#
        let expect = #""matched": true, "result": {"n": 1}"#
        #expect(try await task(#", "result": {"n": 1}"#, second, expect: expect) == nil)
    }

    @Test("an unknown key is an error", arguments: ["other", "navigate"])
    func unknown(op: String) async throws {
        await #expect(throws: UnsupportedCase.self) {
            try await ConformanceCase.failure(
                .ahservicerouter, #"{"request": {"op": "\#(op)", "type": "other"}}"#)
        }
    }
}
