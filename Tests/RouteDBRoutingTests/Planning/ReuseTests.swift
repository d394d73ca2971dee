import RouteDBRouting
import Testing

/// When a plan returns to a screen that is there.
@Suite struct ReuseTests {
    private static let entries = [
        NavigationPlan.StackEntry("main"), NavigationPlan.StackEntry("show", key: "1"),
        NavigationPlan.StackEntry("player"),
        NavigationPlan.StackEntry("show", key: "2"), NavigationPlan.StackEntry("show", key: "1"),
    ]

    private func action(
        _ url: String, _ text: String, over entries: [NavigationPlan.StackEntry] = Self.entries
    ) throws -> NavigationPlan.Action? {
        let planning = try Planning(["/show": text, "/player": text, "/other": text])
        return try planning.plan(ResolutionRequest(url), over: entries)?.action
    }

    @Test(
        "a screen is reused as the policy says, the topmost of several",
        arguments: [
            ("/show?id=1", #"{"reuse": "sameKey", "key": "id"}"#, .popTo(4)),
            ("/show?id=2", #"{"reuse": "sameKey", "key": "id"}"#, .popTo(3)),
            ("/show?id=3", #"{"reuse": "sameKey", "key": "id"}"#, .push),
            ("/show", #"{"reuse": "sameKey", "key": "id"}"#, .push),
            ("/player?id=1", #"{"reuse": "sameKey", "key": "id"}"#, .push),
            ("/player", #"{"reuse": "sameKey", "key": "id"}"#, .push),
            ("/player", #"{"reuse": "sameKey"}"#, .push),
            ("/show?id=9", #"{"reuse": "anyOfKind", "key": "id"}"#, .popTo(4)),
            ("/player", #"{"reuse": "anyOfKind"}"#, .popTo(2)),
            ("/other", #"{"reuse": "anyOfKind"}"#, .push),
            ("/other", #"{"reuse": "anyOfKind", "verb": "present"}"#, .present),
            ("/player", #"{"reuse": "anyOfKind", "verb": "present"}"#, .popTo(2)),
            ("/player", #"{"reuse": "never"}"#, .push), ("/player", "{}", .push),
        ] as [(String, String, NavigationPlan.Action)])
    func policies(url: String, text: String, expected: NavigationPlan.Action) throws {
        #expect(try action(url, text) == expected)
    }

    @Test(
        "popping returns to a screen of the target, with the same key if one is named",
        arguments: [
            ("/player", #"{"verb": "popTo"}"#, .popTo(2)),
            ("/show?id=2", #"{"verb": "popTo", "key": "id"}"#, .popTo(3)),
            ("/show?id=2", #"{"verb": "popTo"}"#, .popTo(4)),
            ("/show?id=3", #"{"verb": "popTo", "key": "id"}"#, .push),
            ("/player", #"{"verb": "popTo", "key": "id"}"#, .push),
            ("/other", #"{"verb": "popTo"}"#, .push),
            ("/player", #"{"verb": "popTo", "reuse": "never"}"#, .popTo(2)),
            ("/show?id=9", #"{"verb": "popTo", "key": "id", "reuse": "anyOfKind"}"#, .popTo(4)),
        ] as [(String, String, NavigationPlan.Action)])
    func popping(url: String, text: String, expected: NavigationPlan.Action) throws {
        #expect(try action(url, text) == expected)
    }

    @Test("with no screens there is none to return to")
    func emptyStack() throws {
        #expect(try action("/player", #"{"reuse": "anyOfKind"}"#, over: []) == .push)
    }

    @Test("targets and keys are compared byte by byte")
    func bytes() throws {
        let planning = try Planning(["/\u{E9}/{id}": #"{"reuse": "sameKey", "key": "id"}"#])
        func action(_ entry: NavigationPlan.StackEntry) throws -> NavigationPlan.Action? {
            try planning.plan(ResolutionRequest("/\u{E9}/\u{E9}"), over: [entry])?.action
        }
        #expect(try action(NavigationPlan.StackEntry("\u{E9}/{id}", key: "\u{E9}")) == .popTo(0))
        #expect(try action(NavigationPlan.StackEntry("e\u{301}/{id}", key: "\u{E9}")) == .push)
        #expect(try action(NavigationPlan.StackEntry("\u{E9}/{id}", key: "e\u{301}")) == .push)
    }

    @Test("a request may ask for reuse, or forbid it")
    func covering() throws {
        let planning = try Planning(["/player": #"{"reuse": "anyOfKind"}"#, "/main": nil])
        let entries = Self.entries
        #expect(
            try planning.plan(
                ResolutionRequest("/player"), covering: #"{"reuse": "never"}"#, over: entries)?
                .action == .push)
        #expect(
            try planning.plan(
                ResolutionRequest("/main"), covering: #"{"reuse": "anyOfKind"}"#, over: entries)?
                .action == .popTo(0))
    }
}
