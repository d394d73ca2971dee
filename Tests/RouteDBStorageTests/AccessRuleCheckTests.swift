import RouteDBDatabase
import RouteDBRouting
import RouteDBStorage
import RouteDBTestSupport
import Testing

struct AccessRuleCheckTests {
    let fixture: RegistryFixture

    init() throws {
        fixture = try RegistryFixture()
        try fixture.edit { editor in
            try editor.addNamespace(NamespaceDraft(name: "n"))
            try editor.add(RouteDraft(pattern: "/user/{id:int}", target: "u", name: "user"))
            try editor.addRule(
                RuleDraft(
                    .deny, in: .route("user"), for: .claim("k", 1),
                    conditions: [AccessRule.Condition(.parameter("id"), .oneOf([1]))]))
            try editor.addRule(RuleDraft(.challenge("t"), in: .namespace("n")))
        }
    }

    @Test("a registry with rules is sound")
    func sound() throws {
        #expect(try fixture.store.check().isEmpty)
    }

    @Test(
        "planted damage is found",
        arguments: [
            ("UPDATE access_rule SET effect = 'maybe'", RegistryFinding.Rule.accessRules),
            ("UPDATE access_rule SET target = NULL", .accessRules),
            ("UPDATE access_rule SET target = 't' WHERE id = 1", .accessRules),
            ("UPDATE access_rule SET subject = 'all'", .accessRules),
            ("UPDATE access_rule SET subject_name = NULL", .accessRules),
            ("UPDATE access_rule SET subject_value = '{'", .accessRules),
            ("UPDATE access_rule SET conditions = '{'", .accessRules),
            ("UPDATE access_rule SET conditions = '[1]'", .accessRules),
            ("UPDATE access_rule SET conditions = '[\"time is late\"]'", .accessRules),
            (
                "UPDATE access_rule SET conditions = '[\"time window 1:00-2:00 No/Where\"]'",
                .accessRules
            ),
            ("UPDATE access_rule SET namespace = 1 WHERE id = 1", .accessRules),
            ("UPDATE access_rule SET namespace = 9 WHERE id = 2", .liveRows),
            ("UPDATE access_rule SET route = 9 WHERE id = 1", .liveRows),
            ("UPDATE access_rule SET ended_by = made_by", .versions),
            ("UPDATE access_rule SET ended_by = 9", .foreignKeys),
            ("UPDATE access_rule SET is_shadow = 2", .integrity),
            ("UPDATE namespace SET access = 'ajar'", .policies),
        ])
    func damage(sql: String, rule: RegistryFinding.Rule) throws {
        try fixture.damage(sql)
        let found = try fixture.store.check()
        #expect(found.contains { $0.rule == rule }, "\(found)")
    }

    @Test(
        "a damaged rule is an error when read, neither a trap nor ignored",
        arguments: ["effect = 'maybe'", "subject = 'all'", "conditions = '[\"\"]'"])
    func reading(damage: String) throws {
        try fixture.damage("UPDATE access_rule SET \(damage)")
        #expect(try code { try fixture.reopened().snapshot() } == .corrupt)
        try fixture.damage("UPDATE access_rule SET ended_by = 9")
    }

    @Test("a change that removes a rule's parameter is a finding")
    func lostParameter() throws {
        try fixture.edit { editor in
            var draft = try editor.draft(of: "user")
            draft.pattern = "/user/{name}"
            try editor.replace("user", with: draft)
        }
        let found = try fixture.store.check()
        #expect(found.map(\.rule) == [.accessRules])
        #expect(
            found.first?.message
                == "access rule 1: no route it covers has a parameter 'id'")
    }

    @Test("a change that makes a rule's value impossible is a finding")
    func impossibleValue() throws {
        try fixture.edit { editor in
            var draft = try editor.draft(of: "user")
            draft.pattern = "/user/{id:uuid}"
            try editor.replace("user", with: draft)
        }
        #expect(
            try fixture.store.check().map(\.message) == [
                "access rule 1: no route it covers allows 1 for the parameter 'id'"
            ])
    }

    @Test("an unknown time zone is a finding, and its rule cannot be evaluated")
    func missingZone() throws {
        try fixture.damage(
            "UPDATE access_rule SET conditions = '[\"time window 01:00-02:00 No/Where\"]'"
                + " WHERE id = 1")
        let store = try fixture.reopened()
        #expect(
            try store.check().filter { $0.rule == .accessRules }.map(\.message) == [
                "access rule 1: unknown time zone 'No/Where', so the rule's time condition cannot"
                    + " be evaluated"
            ])
        let snapshot = try store.snapshot()
        #expect(snapshot.zones.isEmpty)
        let table = RoutingTable(snapshot)
        #expect(table.missingZones == ["No/Where"])
        var request = ResolutionRequest("/user/1")
        (request.principal, request.time) = (RequestPrincipal("a", claims: ["k": 1]), 0)
        // Noon is not in the window; a denial that cannot tell applies.
        #expect(table.resolve(request).outcome == .denied)
    }
}
