import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

struct AddingTests {
    let fixture: RegistryFixture

    init() throws {
        fixture = try RegistryFixture()
    }

    private func add(
        _ draft: RouteDraft, onDuplicate rule: DuplicateRule? = nil
    ) throws -> EditOutcome<RouteID> {
        try fixture.edit { try $0.add(draft, onDuplicate: rule) }
    }

    @Test("a route is stored as drafted, with its pattern in canonical form")
    func stored() throws {
        let draft = RouteDraft(
            pattern: "myapp://user/:id", target: "user.profile", name: "user", group: "people",
            priority: -7, isEnabled: false, defaults: ["tab": "posts", "n": [1, nil, true]])
        #expect(try add(draft) == .added(RouteID(rawValue: 1)))
        let snapshot = try fixture.store.snapshot()
        #expect(snapshot.revision == 2)
        let pattern = try RoutePattern("myapp://user/{id}")
        #expect(
            snapshot.routes == [
                Route(
                    id: RouteID(rawValue: 1), namespace: NamespaceID(rawValue: 1), name: "user",
                    group: "people", pattern: pattern, target: "user.profile", priority: -7,
                    isEnabled: false)
            ])
        let defaults = snapshot.defaults[.route(RouteID(rawValue: 1))]
        #expect(defaults?["tab"] == "posts")
        #expect(defaults?["n"] == [1, nil, true])
        #expect(try fixture.edit { try $0.draft(of: "#1").pattern } == "myapp://user/:id")
    }

    @Test(
        "an identical route is unchanged, and makes no revision", arguments: DuplicateRule.allCases)
    func identical(rule: DuplicateRule) throws {
        let draft = RouteDraft(
            pattern: "/a/{b}", target: "a", name: "n", defaults: ["x": 1, "y": 2])
        try fixture.add(draft)
        var again = draft
        again.pattern = "/a/:b"
        again.defaults = ["y": 2, "x": 1]
        #expect(try add(again, onDuplicate: rule) == .unchanged(RouteID(rawValue: 1)))
        #expect(try fixture.store.latestRevision() == 2)
    }

    @Test("a different route with an equal pattern follows the rule that was given")
    func rules() throws {
        try fixture.add(RouteDraft(pattern: "/a", target: "old", defaults: ["x": 1, "y": 1]))
        let draft = RouteDraft(pattern: "/a", target: "new", defaults: ["x": 2])
        #expect(try code { try add(draft) } == .routeConflict)
        #expect(try code { try add(draft, onDuplicate: .error) } == .routeConflict)
        #expect(try complaint { try add(draft) }.contains("#1"))
        #expect(try add(draft, onDuplicate: .skip) == .skipped(RouteID(rawValue: 1)))
        #expect(try fixture.store.latestRevision() == 2)
        #expect(try add(draft, onDuplicate: .replace) == .replaced(RouteID(rawValue: 1)))
        let snapshot = try fixture.store.snapshot()
        #expect(snapshot.routes.map(\.target) == ["new"])
        #expect(snapshot.defaults == [.route(RouteID(rawValue: 1)): ["x": 2]])
        let third = RouteDraft(pattern: "/a", target: "third")
        #expect(try add(third, onDuplicate: .keepBoth) == .added(RouteID(rawValue: 2)))
        #expect(try add(third, onDuplicate: .keepBoth) == .unchanged(RouteID(rawValue: 2)))
        #expect(try fixture.store.check().isEmpty)
    }

    @Test(
        "without a rule the namespace's policy decides",
        arguments: [
            ("replace", EditOutcome.replaced(RouteID(rawValue: 1))),
            ("keep-first", .skipped(RouteID(rawValue: 1))),
            ("keep-both", .added(RouteID(rawValue: 2))),
        ])
    func policy(value: String, outcome: EditOutcome<RouteID>) throws {
        try fixture.add(RouteDraft(pattern: "/a", target: "old"))
        try fixture.edit { editor in
            try editor.updateNamespace("default") { $0.overrides[.registration] = value }
        }
        #expect(try add(RouteDraft(pattern: "/a", target: "new")) == outcome)
    }

    @Test("equal patterns in two namespaces are not duplicates")
    func namespaces() throws {
        try fixture.edit { try $0.addNamespace(NamespaceDraft(name: "shop")) }
        try fixture.add(
            RouteDraft(pattern: "/a", target: "x", name: "n"),
            RouteDraft(pattern: "/a", target: "x", name: "n", namespace: "shop"))
        #expect(try fixture.ids() == [1, 2])
    }

    @Test("a name belongs to one route of its namespace and group")
    func names() throws {
        try fixture.add(
            RouteDraft(pattern: "/a", target: "x", name: "n"),
            RouteDraft(pattern: "/b", target: "x", name: "n", group: "g"),
            RouteDraft(pattern: "/c", target: "x"))
        let taken = RouteDraft(pattern: "/d", target: "x", name: "n")
        for rule in DuplicateRule.allCases {
            #expect(try code { try add(taken, onDuplicate: rule) } == .routeConflict)
        }
        let text = try complaint { try add(taken) }
        #expect(text.contains("#1") && text.contains("'/a'"))
        let replacing = RouteDraft(pattern: "/c", target: "x", name: "n", group: "g")
        #expect(try code { try add(replacing, onDuplicate: .replace) } == .routeConflict)
        #expect(try fixture.store.latestRevision() == 4)
    }

    @Test("an id is never used again")
    func ids() throws {
        try fixture.add(RouteDraft(pattern: "/a", target: "x"))
        try fixture.edit { try $0.remove("#1") }
        #expect(try add(RouteDraft(pattern: "/a", target: "x")) == .added(RouteID(rawValue: 2)))
    }

    @Test("an invalid pattern is refused with the place and a hint")
    func invalidPattern() throws {
        let draft = RouteDraft(pattern: "/a/{b", target: "x")
        #expect(try code { try add(draft) } == .invalidPattern)
        #expect(
            try complaint { try add(draft) }.contains("'/a/{b' is not a valid pattern, at byte 3"))
    }

    @Test(
        "texts that break their rules are refused",
        arguments: [
            RouteDraft(pattern: "/a", target: ""),
            RouteDraft(pattern: "/a", target: "a\u{0}b"),
            RouteDraft(pattern: "/a", target: " a"),
            RouteDraft(pattern: "/a", target: String(repeating: "a", count: 256)),
            RouteDraft(pattern: "/a", target: "a", name: ""),
            RouteDraft(pattern: "/a", target: "a", name: "a/b"),
            RouteDraft(pattern: "/a", target: "a", name: "a:b"),
            RouteDraft(pattern: "/a", target: "a", name: "#1"),
            RouteDraft(pattern: "/a", target: "a", name: "a\n"),
            RouteDraft(pattern: "/a", target: "a", group: ""),
            RouteDraft(pattern: "/a", target: "a", group: "*"),
            RouteDraft(pattern: "/a", target: "a", defaults: ["": 1]),
        ])
    func invalidValues(draft: RouteDraft) throws {
        #expect(try code { try add(draft) } == .invalidValue)
        #expect(try fixture.store.latestRevision() == 1)
    }

    @Test("names, targets and values of every language are kept byte for byte")
    func unicode() throws {
        let draft = RouteDraft(
            pattern: "/caf\u{E9}", syntax: .native, target: "пользователь", name: "ユーザー",
            group: "e\u{301}",
            defaults: ["schlüssel": "a\u{0}b"])
        try fixture.add(draft)
        let route = try #require(try fixture.store.snapshot().routes.first)
        #expect(route.target == draft.target && route.name == draft.name)
        #expect(route.group.map { Array($0.utf8) } == Array("e\u{301}".utf8))
        #expect(try fixture.edit { try $0.draft(of: "#1") } == draft)
    }

    @Test("an unknown namespace is refused with a suggestion")
    func unknownNamespace() throws {
        let draft = RouteDraft(pattern: "/a", target: "x", namespace: "defualt")
        #expect(try code { try add(draft) } == .namespaceNotFound)
        #expect(try complaint { try add(draft) }.contains("Did you mean 'default'?"))
    }
}
