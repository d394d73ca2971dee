import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

/// Routes in other languages, and of kinds.
struct DialectRouteTests {
    let fixture: RegistryFixture

    init() throws {
        fixture = try RegistryFixture()
        try fixture.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "legacy", profile: .jlroutes))
        }
    }

    private func route(_ id: Int64 = 1) throws -> Route {
        let routes = try fixture.store.snapshot().routes
        return try #require(routes.first { $0.id.rawValue == id })
    }

    @Test("a route keeps the text and syntax in which it was written")
    func written() throws {
        try fixture.add(
            RouteDraft(pattern: "/user/:id", target: "t", namespace: "legacy"),
            RouteDraft(
                pattern: "/user/<id>/x", syntax: .native, target: "t", namespace: "legacy"))
        #expect(try route(1).dialectText == "/user/:id")
        #expect(try route(1).pattern?.description == "/user/{id}")
        #expect(try route(2).dialectText == nil)
        let legacy = try #require(PatternSyntax("jlroutes"))
        #expect(try fixture.store.syntaxes() == [RouteID(rawValue: 1): legacy])
        #expect(try fixture.store.syntaxes(at: 2).isEmpty)
        #expect(try fixture.edit { try $0.draft(of: "#1") }.syntax == legacy)
        #expect(try fixture.edit { try $0.draft(of: "#2") }.syntax == .native)
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("changing the profile leaves existing routes unchanged")
    func otherProfile() throws {
        try fixture.add(RouteDraft(pattern: "/user/:id", target: "t", namespace: "legacy"))
        let before = try route()
        try fixture.edit { editor in
            try editor.updateNamespace("legacy") { (draft) throws(RouteDBError) in
                draft.profile = .urlnavigator
            }
            try editor.setEnabled("#1", false)
            try editor.rename("#1", to: "user")
        }
        let after = try route()
        #expect(after.pattern == before.pattern && after.dialectText == before.dialectText)
        #expect(after.name == "user" && !after.isEnabled)
        #expect(try fixture.store.check().isEmpty)
    }

    @Test("a route can be rewritten in another syntax without changing its meaning")
    func rewritten() throws {
        try fixture.add(RouteDraft(pattern: "/user/:id", target: "t", namespace: "legacy"))
        try fixture.edit { editor in
            var draft = try editor.draft(of: "#1")
            (draft.pattern, draft.syntax) = ("/user/{id}", .native)
            #expect(try editor.replace("#1", with: draft) == .replaced(RouteID(rawValue: 1)))
            #expect(try editor.replace("#1", with: draft) == .unchanged(RouteID(rawValue: 1)))
        }
        #expect(try route().dialectText == nil)
    }

    @Test("an unknown syntax of a stored route is an error, not a trap")
    func damagedSyntax() throws {
        try fixture.add(RouteDraft(pattern: "/a", target: "t"))
        try fixture.damage("UPDATE route SET syntax = 'other'")
        #expect(try code { try fixture.edit { try $0.rename("#1", to: "x") } } == .corrupt)
        #expect(try code { try fixture.store.syntaxes() } == .corrupt)
    }

    @Test("a reference by pattern is parsed in the namespace's syntax, then natively")
    func references() throws {
        try fixture.add(
            RouteDraft(pattern: "/user/:id", target: "t", namespace: "legacy"),
            RouteDraft(pattern: "/user/{id}", target: "t"))
        let snapshot = try fixture.store.snapshot()
        for text in ["legacy:/user/:id", "legacy:/user/{id}", "legacy:/user/<id>"] {
            let reference = RouteReference(text)
            #expect(try fixture.edit { try $0.id(of: reference) }.rawValue == 1)
            #expect(try snapshot.route(reference).id.rawValue == 1)
        }
        let error = try complaint { try fixture.edit { try $0.id(of: "/user/:id") } }
        #expect(error.contains("#1 legacy:(/user/:id)"))
        #expect(try code { try snapshot.route("/user/:id") } == .nameAmbiguous)
        for read in [
            { _ = try fixture.edit { try $0.id(of: "default:/user/{") } },
            { _ = try snapshot.route("default:/user/{") },
        ] {
            #expect(try code(read) == .invalidPattern)
        }
    }

    @Test("routes of different kinds may have one pattern; of one kind they are duplicates")
    func kinds() throws {
        let view = RouteDraft(pattern: "/a", target: "v", kind: "view")
        try fixture.add(
            view, RouteDraft(pattern: "/a", target: "h", kind: "handler"),
            RouteDraft(pattern: "/a", target: "n"))
        #expect(try fixture.store.snapshot().routes.map(\.kind) == ["view", "handler", nil])
        var other = view
        other.target = "w"
        #expect(try code { try fixture.add(other) } == .routeConflict)
        #expect(try complaint { try fixture.add(other) }.contains("of the kind 'view'"))
        #expect(try fixture.edit { try $0.add(view) } == .unchanged(RouteID(rawValue: 1)))
        other.kind = "handler"
        #expect(
            try code { try fixture.edit { try $0.replace("#1", with: other) } } == .routeConflict)
        other.kind = "other"
        try fixture.edit { try $0.replace("#1", with: other) }
        #expect(try route().kind == "other")
        #expect(try fixture.store.changes(since: 5)?.upserted.map(\.kind) == ["other"])
    }

    @Test("where equal text replaces, different texts with one meaning are both kept")
    func sameText() throws {
        try fixture.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "app", profile: .urlnavigator))
        }
        func draft(_ pattern: String, _ target: String) -> RouteDraft {
            RouteDraft(pattern: pattern, target: target, namespace: "app")
        }
        func add(_ pattern: String, _ target: String) throws -> EditOutcome<RouteID> {
            try fixture.edit { try $0.add(draft(pattern, target)) }
        }
        let ids = (1...3).map { RouteID(rawValue: $0) }
        #expect(try add("app://x/<a>", "one") == .added(ids[0]))
        #expect(try add("app://x/<a>/", "two") == .added(ids[1]))
        #expect(try add("app://x/<a>/", "two") == .unchanged(ids[1]))
        #expect(try add("app://x/<a>/", "three") == .replaced(ids[1]))
        #expect(try add("app://x/<a>", "four") == .replaced(ids[0]))
        #expect(try add("app:/x/<string:a>", "five") == .added(ids[2]))
        #expect(try fixture.store.snapshot().routes.map(\.target) == ["four", "three", "five"])
        // Who says what happens with duplicates means patterns that match the same.
        let replaced = try fixture.edit {
            try $0.add(draft("app://x//<a>", "six"), onDuplicate: .replace)
        }
        #expect(replaced == .replaced(ids[0]))
        try fixture.edit { editor in
            _ = try editor.replace("#3", with: draft("app://x/<a>//", "seven"))
        }
        #expect(try fixture.store.check().isEmpty)
    }

    @Test(
        "a kind is a short text", arguments: ["", " a", "a\n", String(repeating: "k", count: 256)])
    func badKind(kind: String) throws {
        let draft = RouteDraft(pattern: "/a", target: "v", kind: kind)
        #expect(try code { try fixture.add(draft) } == .invalidValue)
    }

    @Test("every policy is stored")
    func policies() throws {
        var draft = NamespaceDraft(name: "p", profile: .aroute)
        for policy in NamespacePolicy.allCases { draft.overrides[policy] = policy.values.last }
        draft.overrides[.marks] = "[]"
        draft.overrides[.castMark] = "="
        let namespace = draft
        try fixture.edit { try $0.addNamespace(namespace) }
        let stored = try fixture.store.snapshot().namespaces.first { $0.name == "p" }
        #expect(stored?.overrides == draft.overrides)
        #expect(try fixture.store.check().isEmpty)
    }

    @Test(
        "marks that cannot be told apart are refused",
        arguments: [
            [NamespacePolicy.marks: "|"], [.castMark: "{"], [.marks: "::", .castMark: ":"],
        ])
    func marks(overrides: NamespacePolicy.Overrides) throws {
        let draft = NamespaceDraft(name: "p", profile: .aroute, overrides: overrides)
        #expect(try code { try fixture.edit { try $0.addNamespace(draft) } } == .invalidValue)
    }

    @Test("an invalid value of a policy is refused with the valid ones")
    func badMarks() throws {
        let draft = NamespaceDraft(name: "p", overrides: [.marks: "{/"])
        #expect(
            try complaint { try fixture.edit { try $0.addNamespace(draft) } }
                .contains("one or two characters"))
    }
}
