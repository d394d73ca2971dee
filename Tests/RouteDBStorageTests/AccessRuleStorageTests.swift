import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

struct AccessRuleStorageTests {
    let fixture: RegistryFixture

    init() throws {
        fixture = try RegistryFixture()
        try fixture.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "n", access: .closed))
            try editor.add(
                RouteDraft(pattern: "/user/{id:int}", target: "u", name: "user", group: "g"))
            try editor.add(RouteDraft(pattern: "/b", target: "b", name: "b", namespace: "n"))
        }
    }

    private func rules(at revision: Int64? = nil) throws -> [AccessRule] {
        try fixture.store.snapshot(at: revision).accessRules
    }

    @discardableResult
    private func add(_ draft: RuleDraft) throws -> EditOutcome<RuleID> {
        try fixture.edit { try $0.addRule(draft) }
    }

    private static let drafts = [
        RuleDraft(.allow, in: .namespace("n")),
        RuleDraft(.deny, in: .group(namespace: "default", group: "e\u{301}"), for: .anonymous),
        RuleDraft(.challenge("login"), in: .route("user"), for: .authenticated, isShadow: true),
        RuleDraft(
            .deny, in: .route("n:b"), for: .principal("é"), until: -1, code: "c", message: "m, n"),
        RuleDraft(.allow, in: .namespace("n"), for: .role("e\u{301}")),
        RuleDraft(.allow, in: .namespace("n"), for: .claim("plan", nil)),
        RuleDraft(.allow, in: .namespace("n"), for: .claim("plan", .double(1))),
        RuleDraft(
            .deny, in: .route("user"),
            conditions: [
                AccessRule.Condition(.parameter("id"), .range(1, nil)),
                AccessRule.Condition(.query("a b"), .oneOf([1, "1", "x,y"])),
                AccessRule.Condition(.time, .period(nil, 1)),
            ]),
    ]

    @Test("a rule is read as it was added", arguments: drafts)
    func roundTrip(draft: RuleDraft) throws {
        let id = RuleID(rawValue: 1)
        #expect(try add(draft) == .added(id))
        let rule = try #require(try rules().first)
        #expect(rule.effect == draft.effect && rule.subject == draft.subject)
        #expect(rule.conditions == draft.conditions && rule.isShadow == draft.isShadow)
        #expect(rule.until == draft.until && rule.code == draft.code)
        #expect(rule.message == draft.message)
        #expect(try fixture.edit { try $0.rules(in: draft.place) } == [rule])
        #expect(try fixture.store.check().isEmpty)
        let revision = try fixture.store.latestRevision()
        #expect(try add(draft) == .unchanged(id))
        #expect(try fixture.store.latestRevision() == revision)
    }

    @Test("rules that differ in anything, even the bytes of a name, are different")
    func differing() throws {
        let place = DefaultPlace.route("user")
        let drafts = [
            RuleDraft(.deny, in: place), RuleDraft(.allow, in: place),
            RuleDraft(.deny, in: place, isShadow: true), RuleDraft(.deny, in: place, until: 1),
            RuleDraft(.deny, in: place, code: "c"), RuleDraft(.deny, in: place, message: "c"),
            RuleDraft(.deny, in: place, for: .role("é")),
            RuleDraft(.deny, in: place, for: .role("e\u{301}")),
            RuleDraft(.deny, in: place, for: .claim("k", 1)),
            RuleDraft(.deny, in: place, for: .claim("k", "1")),
            RuleDraft(.deny, in: .group(namespace: "default", group: "g")),
            RuleDraft(.deny, in: .namespace("default")),
        ]
        for draft in drafts { try add(draft) }
        #expect(try rules().map(\.id.rawValue) == Array(1...12))
        #expect(try fixture.edit { try $0.rules(in: place) }.count == 10)
    }

    @Test("a removed rule remains in the past, and its number is not reused")
    func removing() throws {
        try add(RuleDraft(.deny, in: .route("user")))
        let revision = try fixture.store.latestRevision()
        let id = RuleID(rawValue: 1)
        #expect(try fixture.edit { try $0.removeRule(id) }.effect == .deny)
        #expect(try rules().isEmpty)
        #expect(try rules(at: revision).map(\.id) == [id])
        let text = try complaint { try fixture.edit { try $0.removeRule(id) } }
        #expect(text.contains("Revision \(revision + 1) removed it."))
        #expect(try code { try fixture.edit { try $0.removeRule(id) } } == .ruleNotFound)
        #expect(try add(RuleDraft(.deny, in: .route("user"))) == .added(RuleID(rawValue: 2)))
    }

    @Test("the rules of a route, a namespace and its groups end with it")
    func endings() throws {
        try add(RuleDraft(.deny, in: .route("user")))
        try add(RuleDraft(.deny, in: .group(namespace: "default", group: "g")))
        try add(RuleDraft(.deny, in: .namespace("n")))
        try add(RuleDraft(.deny, in: .group(namespace: "n", group: "x")))
        try add(RuleDraft(.deny, in: .route("n:b")))
        try fixture.edit { try $0.remove("user") }
        #expect(try rules().map(\.id.rawValue) == [2, 3, 4, 5])
        try fixture.edit { try $0.removeNamespace("n", removingRoutes: true) }
        #expect(try rules().map(\.id.rawValue) == [2])
        #expect(try fixture.store.check() == [])
    }

    @Test("a route keeps its rules when it is renamed, moved or disabled")
    func staying() throws {
        try add(RuleDraft(.deny, in: .route("user")))
        try fixture.edit { editor in
            try editor.rename("user", to: "u")
            var draft = try editor.draft(of: "u")
            (draft.namespace, draft.isEnabled) = ("n", false)
            try editor.replace("u", with: draft)
        }
        #expect(try rules().map(\.scope) == [.route(RouteID(rawValue: 1))])
    }

    @Test(
        "a mistake in a rule is reported, and nothing is added",
        arguments: [
            (RuleDraft(.challenge(""), in: .route("user")), RouteDBError.Code.invalidValue),
            (RuleDraft(.deny, in: .route("user"), for: .role("")), .invalidValue),
            (RuleDraft(.deny, in: .route("user"), for: .role(" a")), .invalidValue),
            (RuleDraft(.deny, in: .route("user"), for: .principal("a\u{0}")), .invalidValue),
            (RuleDraft(.deny, in: .route("user"), for: .claim("", nil)), .invalidValue),
            (RuleDraft(.deny, in: .route("user"), for: .claim("a", [])), .invalidRule),
            (RuleDraft(.deny, in: .route("user"), for: .claim("a", .null)), .invalidRule),
            (RuleDraft(.deny, in: .route("user"), code: ""), .invalidValue),
            (RuleDraft(.deny, in: .route("user"), message: "a\n"), .invalidValue),
            (RuleDraft(.deny, in: .route("user"), until: .distantFuture), .invalidRule),
            (RuleDraft(.deny, in: .route("user"), until: .distantPast), .invalidRule),
            (RuleDraft(.deny, in: .route("none")), .routeNotFound),
            (RuleDraft(.deny, in: .namespace("none")), .namespaceNotFound),
            (RuleDraft(.deny, in: .group(namespace: "n", group: "a/b")), .invalidValue),
            (.asking(.parameter("other"), .oneOf([1]), in: .route("user")), .invalidRule),
            (.asking(.parameter("id"), .oneOf([1]), in: .route("n:b")), .invalidRule),
            (.asking(.parameter("id"), .oneOf([1]), in: .namespace("n")), .invalidRule),
            (
                .asking(
                    .parameter("id"), .oneOf([1]), in: .group(namespace: "default", group: "x")),
                .invalidRule
            ),
            (.asking(.parameter("id"), .oneOf([1, "007"]), in: .route("user")), .invalidRule),
            (.asking(.query("a"), .range(9, 1), in: .route("user")), .invalidRule),
            (.asking(.query("a"), .range(nil, nil), in: .route("user")), .invalidRule),
            (
                .asking(.query("a"), .range(ExactNumber(.nan), nil), in: .route("user")),
                .invalidRule
            ),
            (.asking(.query(""), .oneOf([1]), in: .route("user")), .invalidRule),
            (.asking(.query("a"), .oneOf([]), in: .route("user")), .invalidRule),
            (.asking(.query("a"), .oneOf([nil]), in: .route("user")), .invalidRule),
            (.asking(.query("a"), .percent(101, salt: ""), in: .route("user")), .invalidRule),
            (.asking(.query("a"), .period(1, 2), in: .route("user")), .invalidRule),
            (.asking(.time, .period(.distantPast, nil), in: .route("user")), .invalidRule),
            (.asking(.time, .oneOf([1]), in: .route("user")), .invalidRule),
            (.asking(.time, .window(zone: "Nowhere/Town"), in: .route("user")), .invalidRule),
            (.asking(.time, .window(zone: "../../etc/passwd"), in: .route("user")), .invalidRule),
            (.asking(.time, .window(zone: "/etc/passwd"), in: .route("user")), .invalidRule),
        ])
    func refused(draft: RuleDraft, expected: RouteDBError.Code) throws {
        #expect(try code { try add(draft) } == expected)
        #expect(try rules().isEmpty)
    }

    @Test("a rule may test a parameter that any route of its scope has")
    func parameters() throws {
        for place in [
            DefaultPlace.route("user"), .group(namespace: "default", group: "g"),
            .namespace("default"),
        ] {
            try add(.asking(.parameter("id"), .oneOf([1]), in: place))
        }
        #expect(try rules().count == 3)
    }

    @Test("a rule for a removed route is refused, with the revision")
    func removedRoute() throws {
        try fixture.edit { try $0.remove("user") }
        let text = try complaint { try add(RuleDraft(.deny, in: .route("#1"))) }
        #expect(text.contains("Revision 3 removed it."))
    }

    @Test("any change of rules needs a full reload")
    func changes() throws {
        for edit in [
            { (editor: RegistryEditor) in _ = try editor.addRule(.init(.deny, in: .route("user")))
            },
            { _ = try $0.removeRule(RuleID(rawValue: 1)) },
            { _ = try $0.addRule(.init(.deny, in: .route("user"))) }, { _ = try $0.remove("user") },
        ] {
            let revision = try fixture.store.latestRevision()
            try fixture.edit(edit)
            #expect(try fixture.store.changes(since: revision)?.needsFullReload == true)
        }
    }

    @Test("a namespace's access is stored, changed and kept in the past")
    func access() throws {
        let access = { (revision: Int64?) in
            try fixture.store.snapshot(at: revision).namespace(named: "n").access
        }
        #expect(try access(nil) == .closed)
        let change = { (wanted: RouteNamespace.Access) in
            try fixture.edit { try $0.updateNamespace("n") { $0.access = wanted } }
        }
        #expect(try change(.open) == .replaced(NamespaceID(rawValue: 2)))
        #expect(try change(.open) == .unchanged(NamespaceID(rawValue: 2)))
        #expect(try access(nil) == .open)
        #expect(try access(2) == .closed)
    }
}

extension RuleDraft {
    /// A denial under one condition.
    fileprivate static func asking(
        _ attribute: AccessRule.Condition.Attribute, _ test: AccessRule.Condition.Test,
        in place: DefaultPlace
    ) -> RuleDraft {
        RuleDraft(.deny, in: place, conditions: [AccessRule.Condition(attribute, test)])
    }
}

extension AccessRule.Condition.Test {
    fileprivate static func window(zone: String) -> Self {
        .window(TimeWindow(days: 0b111_1111, start: 0, end: 60, zone: zone))
    }
}
