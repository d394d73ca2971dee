import RouteDBRouting
import Testing

/// Which screens are below that of a match.
@Suite struct PrestackTests {
    private func error(_ url: String, _ planning: Planning) -> PlanError? {
        #expect(throws: PlanError.self) { try planning.screens(url) }
    }

    @Test("the screens of a prestack are in order, followed by that of the match")
    func order() throws {
        let planning = try Planning(["/home": nil, "/blue": nil, "/yellow": nil, "/red": nil])
        let text = #"""
            {"container": "navigation", "prestack": [{"route": "red"}, {"name": "yellow"},
             {"target": "Blue"}, {"instance": "gray"}]}
            """#
        #expect(
            try planning.screens("/home", covering: text)
                == ["red", "yellow", "Blue", "[gray]", "home"])
    }

    @Test("a route in a prestack adds its own prestack, and nothing else of its presentation")
    func recursion() throws {
        let planning = try Planning([
            "/a": #"{"prestack": [{"route": "/b"}, {"route": "/c"}]}"#,
            "/b": #"{"verb": "present", "wrap": true, "prestack": [{"name": "c"}]}"#,
            "/c": #"{"container": "tab", "prestack": [{"target": "d"}]}"#,
        ])
        #expect(try planning.screens("/a") == ["d", "c", "b", "d", "c", "a"])
        let plan = try planning.plan(ResolutionRequest("/a"))
        #expect(plan?.action == .push && plan?.container == nil && plan?.wraps == false)
    }

    @Test("a route in a prestack inside a custom container is there alone")
    func customContainerBelow() throws {
        let planning = try Planning([
            "/a": #"{"prestack": [{"route": "/b"}]}"#,
            "/b": #"{"embedIn": "Drawer", "prestack": [{"target": "c"}]}"#,
        ])
        #expect(try planning.screens("/a") == ["b", "a"])
    }

    @Test("a URL in a prestack is filled with values, and has values of its own")
    func templates() throws {
        let planning = try Planning([
            "/user/{id}/photos": #"{"prestack": [{"route": "user/{id}?from=photos"}]}"#,
            "/user/{id}": #"""
            {"key": "id", "initializer": {"name": "with", "arguments": ["{id}"]}}
            """#,
        ])
        let plan = try planning.plan(
            ResolutionRequest("/user/a%2Fb%20c/photos?x=1", context: ["y": 2]))
        let below = plan?.screens.first
        #expect(below?.route == RouteID(rawValue: 2))
        #expect(below?.values == ["from": "photos", "id": "a/b c"])
        #expect(below?.key == "a/b c")
        #expect(below?.initializer?.arguments == ["a/b c"])
    }

    @Test("if a namespace decodes nothing, values are inserted into URLs unchanged")
    func undecodedTemplates() throws {
        let aroute = RouteNamespace(
            id: .init(rawValue: 1), name: RouteNamespace.defaultName, profile: .aroute)
        let planning = try Planning(
            [aroute],
            ["user/{id}/photos": #"{"prestack": [{"route": "user/{id}"}]}"#, "user/{id}": nil])
        let plan = try planning.plan(ResolutionRequest("user/a%20b/photos"))
        #expect(plan?.screens.map { $0.values["id"] } == ["a%20b", "a%20b"])
    }

    @Test("if a namespace decodes only queries, values are encoded only there")
    func decodedQueries() throws {
        let urlNavigator = RouteNamespace(
            id: .init(rawValue: 1), name: RouteNamespace.defaultName, profile: .urlnavigator)
        let planning = try Planning(
            [urlNavigator],
            [
                "myapp://photos/<id>": #"{"prestack": [{"route": "myapp://user/{id}?q={q}"}]}"#,
                "myapp://user/<id>": nil,
            ])
        let plan = try planning.plan(ResolutionRequest("myapp://photos/a%20b?q=c%26d"))
        #expect(plan?.screens.map { $0.values["id"] } == ["a%20b", "a%20b"])
        #expect(plan?.screens.map { $0.values["q"] } == ["c&d", "c&d"])
    }

    @Test("a name in a URL without a value, or with null, is an error", arguments: ["/a", "/a?id"])
    func missingValue(url: String) throws {
        let planning = try Planning(["/a": #"{"prestack": [{"route": "user/{id}"}]}"#])
        #expect(error(url, planning)?.code == .missingValue)
    }

    @Test(
        "a reference without a match is an error with the route and the text",
        arguments: [
            (#"{"route": "nowhere"}"#, "'nowhere', which is unmatched"),
            (#"{"name": "nobody"}"#, "'nobody', which is unmatched"),
            (#"{"route": "http://[bad"}"#, "'http://[bad', which is invalid"),
        ])
    func unresolved(underlay: String, message: String) throws {
        let planning = try Planning([
            "/a": #"{"prestack": [{"route": "b"}]}"#, "/b": #"{"prestack": [\#(underlay)]}"#,
        ])
        let error = error("/a", planning)
        #expect(error?.code == .unresolved)
        #expect(error?.route == RouteID(rawValue: 2))
        #expect(error?.message == "The prestack of the route #2 has \(message).")
    }

    @Test("access to screens below is decided for the same principal and context")
    func access() throws {
        let condition = try AccessRule.Condition("context.ip network 10.0.0.0/8")
        let planning = try Planning(
            ["/a": #"{"prestack": [{"route": "b"}]}"#, "/b": nil],
            rules: [
                AccessRule(
                    id: RuleID(rawValue: 1), scope: .route(RouteID(rawValue: 2)),
                    effect: .allow, subject: .role("member"), conditions: [condition])
            ])
        #expect(error("/a", planning)?.message.hasSuffix("'b', which is denied.") == true)
        var request = ResolutionRequest("/a", context: ["ip": "10.1.2.3"])
        request.principal = RequestPrincipal("ada", roles: ["member"])
        let screens = try planning.plan(request)?.screens
        #expect(screens?.map(\.source) == [.target("b"), .target("a")])
        // What the caller adds is for the screen that was asked for.
        #expect(screens?.map(\.values) == [[:], ["ip": "10.1.2.3"]])
    }

    @Test(
        "a cyclic prestack is an error",
        arguments: [
            [#"{"route": "/a"}"#, #"{"target": "x"}"#], [#"{"route": "a"}"#, #"{"target": "x"}"#],
            [#"{"name": "a"}"#, #"{"target": "x"}"#], [#"{"route": "/b"}"#, #"{"route": "/a"}"#],
            [#"{"name": "b"}"#, #"{"route": "a?x=1"}"#], [#"{"route": "b"}"#, #"{"name": "a"}"#],
        ])
    func cycle(underlays: [String]) throws {
        let planning = try Planning([
            "/a": #"{"prestack": [\#(underlays[0])]}"#, "/b": #"{"prestack": [\#(underlays[1])]}"#,
        ])
        #expect(error("/a", planning)?.code == .cycle)
        let named = #expect(throws: PlanError.self) {
            try planning.plan(ResolutionRequest(named: "a"))
        }
        #expect(named?.code == .cycle)
    }

    @Test("a request may put a route below itself with another URL")
    func otherURL() throws {
        let planning = try Planning(["/page/{number}": "{}"])
        let plan = try planning.plan(
            ResolutionRequest("/page/2"), covering: #"{"prestack": [{"route": "/page/1"}]}"#)
        #expect(plan?.screens.map { $0.values["number"] } == ["1", "2"])
    }

    @Test("a prestack whose URL grows endlessly stops at the limit")
    func growing() throws {
        let planning = try Planning(["/{x}": #"{"prestack": [{"route": "{x}a"}]}"#])
        #expect(error("/a", planning)?.code == .tooManyScreens)
    }

    @Test("a prestack whose URL doubles stops at the limit, with a shortened error")
    func doublingURL() throws {
        let planning = try Planning(["/{x}": #"{"prestack": [{"route": "{x}{x}"}]}"#])
        let error = error("/a", planning)
        #expect(error?.code == .unresolved)
        #expect(error?.message.utf8.count ?? 0 < 200)
    }

    @Test("a plan has at most 64 screens", arguments: [63, 64])
    func limit(below: Int) throws {
        let list = Array(repeating: #"{"target": "t"}"#, count: below).joined(separator: ",")
        let planning = try Planning(["/a": #"{"prestack": [\#(list)]}"#])
        if below < NavigationPlan.maximumScreens {
            #expect(try planning.screens("/a")?.count == 64)
        } else {
            #expect(error("/a", planning)?.code == .tooManyScreens)
        }
    }

    @Test("screens that double with every route stop at the limit")
    func doubling() throws {
        let planning = try Planning([
            "/a": #"{"prestack": [{"name": "b"}, {"name": "b"}, {"name": "b"}, {"name": "b"}]}"#,
            "/b": #"{"prestack": [{"name": "c"}, {"name": "c"}, {"name": "c"}, {"name": "c"}]}"#,
            "/c": #"{"prestack": [{"name": "d"}, {"name": "d"}, {"name": "d"}, {"name": "d"}]}"#,
            "/d": nil,
        ])
        #expect(error("/a", planning)?.code == .tooManyScreens)
        #expect(try planning.screens("/b")?.count == 21)
    }

    @Test("a prestack stays in its route's namespace unless its URL is bound to another")
    func namespaces() throws {
        let namespaces = [
            RouteNamespace(id: .init(rawValue: 1), name: RouteNamespace.defaultName),
            RouteNamespace(id: .init(rawValue: 2), name: "shop", schemes: ["shop"]),
            RouteNamespace(id: .init(rawValue: 3), name: "mail", schemes: ["mail"]),
        ]
        let planning = try Planning(
            namespaces,
            [
                "/item": nil, "shop|/item": nil, "/at/10:30": nil, "shop|/at/10:30": nil,
                "mail|/item": nil,
                "shop|/go": #"""
                {"prestack": [{"route": "item"}, {"name": "item"}, {"route": "at/10:30"},
                 {"route": "mail:/item"}, {"route": "other:/item"}]}
                """#,
            ])
        let plan = try planning.plan(ResolutionRequest("shop:/go"))
        #expect(plan?.screens.map { $0.route?.rawValue } == [2, 2, 4, 5, 2, 6])
    }
}
