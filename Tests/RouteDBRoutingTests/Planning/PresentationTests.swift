import RouteDBRouting
import Testing

/// Presentations as JSON.
@Suite struct PresentationTests {
    private func error(_ text: String) throws -> JSONMistake? {
        let json = try JSONValue(parsing: text)
        return #expect(throws: JSONMistake.self) { try RoutePresentation(json: json) }
    }

    @Test(
        "what is parsed is printed again",
        arguments: [
            "{}", #"{"verb":"push"}"#, #"{"verb":"present","container":"navigation","wrap":true}"#,
            #"{"verb":"popTo","container":"tab","wrap":false,"animated":false}"#,
            #"{"embedIn":"Drawer","animated":true,"transition":"fade"}"#,
            #"{"prestack":[{"route":"user/{id}"},{"name":"home"},{"target":"T"},{"instance":"i"}]}"#,
            #"{"prestack":[]}"#,
            #"{"initializer":{"name":"with","arguments":["{id}",1,null,[{}]]}}"#,
            #"{"initializer":{"name":"with","arguments":[]}}"#, #"{"reuse":"never"}"#,
            #"{"reuse":"sameKey","key":"id"}"#, #"{"reuse":"anyOfKind"}"#,
        ])
    func roundTrip(text: String) throws {
        let presentation = try RoutePresentation(json: JSONValue(parsing: text))
        #expect(presentation.json.description == text)
        #expect(try RoutePresentation(json: .object(presentation.json)) == presentation)
    }

    @Test("every member has a property")
    func members() throws {
        let text = #"""
            {"verb": "present", "container": "tab", "wrap": true, "animated": false,
             "prestack": [{"route": "a"}, {"name": "b"}, {"target": "c"}, {"instance": "d"}],
             "transition": "fade", "initializer": {"name": "with", "arguments": [1]},
             "reuse": "sameKey", "key": "id"}
            """#
        var expected = RoutePresentation()
        expected.verb = .present
        expected.container = .tab
        expected.prestack = [.route("a"), .named("b"), .target("c"), .instance("d")]
        expected.wraps = true
        expected.isAnimated = false
        expected.transition = "fade"
        expected.initializer = RoutePresentation.Initializer(name: "with", arguments: [1])
        expected.reuse = .sameKey
        expected.key = "id"
        #expect(try RoutePresentation(json: JSONValue(parsing: text)) == expected)
    }

    @Test("null is the same as a missing member")
    func nulls() throws {
        let keys = [
            "verb", "container", "embedIn", "prestack", "wrap", "animated", "transition",
            "initializer", "reuse", "key",
        ]
        var json = JSONObject()
        for key in keys { json[key] = .null }
        #expect(try RoutePresentation(json: .object(json)) == RoutePresentation())
        let initializer = try JSONValue(
            parsing: #"{"initializer": {"name": "with", "arguments": null}}"#)
        #expect(try RoutePresentation(json: initializer).initializer == .init(name: "with"))
    }

    @Test("a custom container takes precedence over another one, which is parsed too")
    func containers() throws {
        let both = try JSONValue(parsing: #"{"container": "tab", "embedIn": "Drawer"}"#)
        #expect(try RoutePresentation(json: both).container == .custom("Drawer"))
        #expect(try error(#"{"container": "bar", "embedIn": "Drawer"}"#)?.path.text == "container")
    }

    @Test(
        "a custom container is kept unless a request names another one",
        arguments: [
            (#"{"embedIn": "Own"}"#, #"{"container": "tab"}"#, .custom("Own")),
            (#"{"embedIn": "Own"}"#, #"{"embedIn": "Other"}"#, .custom("Other")),
            (#"{"embedIn": "Own"}"#, "{}", .custom("Own")),
            (#"{"container": "navigation"}"#, #"{"container": "tab"}"#, .tab),
            (#"{"container": "navigation"}"#, #"{"embedIn": "Other"}"#, .custom("Other")),
            (#"{"container": "navigation"}"#, "{}", .navigation), ("{}", "{}", nil),
        ] as [(String, String, RoutePresentation.Container?)])
    func covered(own: String, request: String, container: RoutePresentation.Container?) throws {
        let covered = try RoutePresentation(json: try JSONValue(parsing: own))
            .covered(by: try RoutePresentation(json: try JSONValue(parsing: request)))
        #expect(covered.container == container)
    }

    @Test(
        "a mistake is reported with its path",
        arguments: [
            ("[]", ""), ("null", ""), (#"{"verbs": 1}"#, "verbs"), (#"{"verb": "show"}"#, "verb"),
            (#"{"verb": 1}"#, "verb"), (#"{"verb": ""}"#, "verb"),
            (#"{"container": {"custom": "x"}}"#, "container"), (#"{"embedIn": ""}"#, "embedIn"),
            (#"{"prestack": {}}"#, "prestack"), (#"{"prestack": ["a"]}"#, "prestack[0]"),
            (#"{"prestack": [{"target": "a"}, {}]}"#, "prestack[1]"),
            (#"{"prestack": [{"target": "a", "name": "b"}]}"#, "prestack[0]"),
            (#"{"prestack": [{"route": ""}]}"#, "prestack[0].route"),
            (#"{"prestack": [{"name": null}]}"#, "prestack[0].name"),
            (#"{"prestack": [{"class": "a"}]}"#, "prestack[0].class"),
            (#"{"wrap": "yes"}"#, "wrap"), (#"{"animated": 1}"#, "animated"),
            (#"{"transition": 1}"#, "transition"), (#"{"initializer": "with"}"#, "initializer"),
            (#"{"initializer": {}}"#, "initializer"),
            (#"{"initializer": {"name": 1}}"#, "initializer.name"),
            (#"{"initializer": {"name": "a", "args": []}}"#, "initializer.args"),
            (#"{"initializer": {"name": "a", "arguments": {}}}"#, "initializer.arguments"),
            (#"{"reuse": "always"}"#, "reuse"), (#"{"key": true}"#, "key"),
        ])
    func mistakes(text: String, path: String) throws {
        let error = try error(text)
        #expect(error?.path.text == path)
        #expect(error?.message.hasSuffix(".") == true)
        #expect(error?.hint?.isEmpty == false)
    }

    @Test("an error is a sentence with its place and a correction")
    func wording() throws {
        let word = try error(#"{"verb": "show"}"#)
        #expect(word?.message == "'show' is not a valid verb.")
        #expect(word?.hint == "Use push, present, popTo.")
        #expect(try error("1")?.message == "A plan must be an object.")
        #expect(try error(#"{"animate": true}"#)?.hint == "Did you mean 'animated'?")
        #expect(try error(#"{"x": true}"#)?.hint?.hasPrefix("Use verb, ") == true)
    }

    @Test("a route's screens are distinguished by a named key")
    func check() throws {
        var presentation = RoutePresentation()
        presentation.reuse = .sameKey
        let error = #expect(throws: JSONMistake.self) { try presentation.check() }
        #expect(error?.path.text == "reuse")
        presentation.key = "id"
        try presentation.check()
        presentation.reuse = .anyOfKind
        presentation.key = nil
        try presentation.check()
    }

    @Test("another presentation overrides field by field")
    func covering() throws {
        let first = try RoutePresentation(
            json: JSONValue(
                parsing: #"""
                    {"verb": "present", "container": "tab", "prestack": [{"target": "a"}],
                     "wrap": true, "animated": false, "transition": "fade",
                     "initializer": {"name": "a"}, "reuse": "anyOfKind", "key": "id"}
                    """#))
        let second = try RoutePresentation(
            json: JSONValue(
                parsing: #"""
                    {"verb": "push", "embedIn": "Drawer", "prestack": [], "wrap": false,
                     "animated": true, "transition": "flip", "initializer": {"name": "b"},
                     "reuse": "never", "key": "name"}
                    """#))
        #expect(first.covered(by: second) == second)
        #expect(first.covered(by: RoutePresentation()) == first)
        #expect(RoutePresentation().covered(by: first) == first)
        var verb = RoutePresentation()
        verb.verb = .popTo
        var expected = first
        expected.verb = .popTo
        #expect(first.covered(by: verb) == expected)
    }
}
