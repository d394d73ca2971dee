import RouteDBRouting
import Testing

/// What a plan says, besides its prestack and its reuse.
@Suite struct PlanTests {
    @Test("a route without a presentation has a plan only if the request has one")
    func withoutPresentation() throws {
        let planning = try Planning(["/a": nil])
        #expect(try planning.plan(ResolutionRequest("/a")) == nil)
        let plan = try planning.plan(ResolutionRequest("/a"), covering: "{}")
        #expect(plan?.action == .push)
        #expect(plan?.top?.source == .target("a"))
    }

    @Test("an unmatched request has no plan", arguments: ["/b", "/%zz\u{0}"])
    func unmatched(url: String) throws {
        let planning = try Planning(["/a": "{}"])
        #expect(try planning.plan(ResolutionRequest(url), covering: "{}") == nil)
    }

    @Test("an empty presentation pushes one screen, animated")
    func defaults() throws {
        let plan = try Planning(["/user/{id:int}": "{}"])
            .plan(ResolutionRequest("/user/42?tab=posts", context: ["from": "mail"]))
        #expect(plan?.action == .push)
        #expect(plan?.isAnimated == true)
        #expect(plan?.wraps == false)
        #expect(plan?.container == nil)
        #expect(plan?.transition == nil)
        #expect(plan?.screens.count == 1)
        let top = plan?.top
        #expect(top?.source == .target("user/{id:int}"))
        #expect(top?.route == RouteID(rawValue: 1))
        #expect(top?.values == ["tab": "posts", "id": 42, "from": "mail"])
        #expect(top?.key == nil)
        #expect(top?.initializer == nil)
    }

    @Test("the request's presentation overrides the route's field by field")
    func covering() throws {
        let planning = try Planning([
            "/a": #"""
            {"verb": "present", "container": "navigation", "wrap": true, "animated": false,
             "transition": "fade", "prestack": [{"target": "below"}]}
            """#
        ])
        let own = try planning.plan(ResolutionRequest("/a"))
        #expect(own?.action == .present)
        #expect(own?.container == .navigation)
        #expect(own?.wraps == true)
        #expect(own?.isAnimated == false)
        #expect(own?.transition == "fade")
        #expect(own?.screens.count == 2)
        let covered = try planning.plan(
            ResolutionRequest("/a"),
            covering: #"{"verb": "push", "container": "tab", "animated": true, "prestack": []}"#)
        #expect(covered?.action == .push)
        #expect(covered?.container == .tab)
        #expect(covered?.isAnimated == true)
        #expect(covered?.transition == "fade")
        #expect(covered?.screens.count == 1)
    }

    @Test("a custom container overrides another one and contains only the screen")
    func customContainer() throws {
        let planning = try Planning([
            "/a": #"{"container": "navigation", "prestack": [{"route": "nowhere"}]}"#
        ])
        let plan = try planning.plan(ResolutionRequest("/a"), covering: #"{"embedIn": "Drawer"}"#)
        #expect(plan?.container == .custom("Drawer"))
        #expect(plan?.screens.map(\.source) == [.target("a")])
    }

    @Test("a name in braces is the value, or its text inside a longer text")
    func initializer() throws {
        let planning = try Planning([
            "/user/{id:int}/{tab}": #"""
            {"initializer": {"name": "with", "arguments":
              ["{id}", "#{id} of {tab}", "{tags}", "{tags}!", 7, null, ["{id}"], "{flag}", "{", "x}"]}}
            """#
        ])
        let plan = try planning.plan(ResolutionRequest("/user/42/posts?tags=a&tags=b&flag"))
        #expect(plan?.top?.initializer?.name == "with")
        #expect(
            plan?.top?.initializer?.arguments == [
                42, "#42 of posts", ["a", "b"], #"["a","b"]!"#, 7, nil, ["{id}"], nil, "{", "x}",
            ])
    }

    @Test("braces are found by bytes, whatever combining mark follows")
    func braceBytes() throws {
        let planning = try Planning([
            "/{\u{301}}":
                "{\"initializer\": {\"name\": \"n\", \"arguments\": [\"{\u{301}}\u{301}\"]}}"
        ])
        let plan = try planning.plan(ResolutionRequest("/1"))
        #expect(plan?.top?.initializer?.arguments == ["1\u{301}"])
    }

    @Test("a name without a value is an error with the route", arguments: ["{x}", "a {x}", "{}"])
    func missingValue(argument: String) throws {
        let planning = try Planning([
            "/a": nil,
            "/b": #"{"initializer": {"name": "n", "arguments": ["\#(argument)"]}}"#,
        ])
        let error = #expect(throws: PlanError.self) { try planning.plan(ResolutionRequest("/b")) }
        #expect(error?.code == .missingValue)
        #expect(error?.route == RouteID(rawValue: 2))
    }

    @Test("null has no text")
    func nullText() throws {
        let planning = try Planning([
            "/a": #"{"initializer": {"name": "n", "arguments": ["a {x}"]}}"#
        ])
        let error = #expect(throws: PlanError.self) {
            try planning.plan(ResolutionRequest("/a?x"))
        }
        #expect(error?.code == .missingValue)
        #expect(
            error?.description == "The plan of the route #1 uses '{x}', which has no value.")
    }

    @Test("a screen's key is the text of the named value")
    func key() throws {
        let planning = try Planning(["/{id:int}": #"{"key": "id"}"#, "/x/{name}": #"{"key": "k"}"#])
        func key(_ request: ResolutionRequest) throws -> String? {
            try planning.plan(request)?.top?.key
        }
        #expect(try key(ResolutionRequest("/42")) == "42")
        #expect(try key(ResolutionRequest("/x/a?k=b")) == "b")
        #expect(try key(ResolutionRequest("/x/a")) == nil)
        #expect(try key(ResolutionRequest("/x/a?k")) == nil)
        #expect(try key(ResolutionRequest("/x/a", context: ["k": [1]])) == "[1]")
    }

    @Test("a plan is printed as JSON")
    func json() throws {
        let planning = try Planning([
            "/user/{id:int}": #"""
            {"verb": "present", "container": "navigation", "wrap": true, "key": "id",
             "prestack": [{"instance": "i"}, {"target": "t"}],
             "initializer": {"name": "with", "arguments": ["{id}"]}}
            """#
        ])
        let plan = try #require(try planning.plan(ResolutionRequest("/user/42")))
        let expected = #"""
            {"action": "present", "stack": [
              {"instance": "i", "route": null, "key": null, "values": {}, "initializer": null},
              {"target": "t", "route": null, "key": null, "values": {}, "initializer": null},
              {"target": "user/{id:int}", "route": 1, "key": "42", "values": {"id": 42},
               "initializer": {"name": "with", "arguments": [42]}}],
             "container": "navigation", "wrap": true, "animated": true, "transition": null}
            """#
        #expect(try JSONValue.object(plan.json) == JSONValue(parsing: expected))
        var other = plan
        other.action = .popTo(3)
        other.container = .custom("Drawer")
        other.transition = "fade"
        #expect(other.json["action"] == "popTo" && other.json["index"] == 3)
        #expect(other.json["container"] == ["custom": "Drawer"])
        #expect(other.json["transition"] == "fade")
        other.container = .tab
        other.action = .push
        #expect(other.json["container"] == "tab" && other.json["action"] == "push")
        #expect(other.json["index"] == nil)
    }
}
