import RouteDBRouting
import Testing

/// The numbered statements of `Docs/access.md`, 1 to 9.
@Suite struct AccessRuleTests {
    let alice = RequestPrincipal("alice", roles: ["admin"], claims: ["tier": "gold", "level": 5])

    @Test("1: a rule on a route, its group or its namespace is considered")
    func scopes() throws {
        let scopes: [RouteScope] = [
            .route(AccessProbe.users), .group(AccessProbe.namespace, "g"),
            .namespace(AccessProbe.namespace),
        ]
        for (count, scope) in scopes.enumerated() {
            let probe = try AccessProbe([try .test(1, .deny, on: scope)])
            let denied = ["/users/5", "/admins/5", "/x/5", "other:/users/5"].filter {
                probe.resolve($0).outcome == .denied
            }
            #expect(denied == Array(["/users/5", "/admins/5", "/x/5"].prefix(count + 1)))
            #expect(probe.resolve("/users/5").consideredRules.count == 1)
            #expect(probe.resolve("other:/users/5").consideredRules.isEmpty)
        }
    }

    @Test("1: names of groups are compared by bytes")
    func groupBytes() throws {
        let namespace = RouteNamespace(id: AccessProbe.namespace, name: RouteNamespace.defaultName)
        let route = Route(
            id: AccessProbe.users, namespace: namespace.id, group: "\u{E9}",
            pattern: try RoutePattern("/users/{id}"), target: "user")
        for (name, outcome) in [("\u{E9}", Resolution.Outcome.denied), ("e\u{301}", .matched)] {
            let rule = try AccessRule.test(1, .deny, on: .group(namespace.id, name))
            let table = RoutingTable(
                RegistrySnapshot(
                    revision: 1, namespaces: [namespace], routes: [route], accessRules: [rule]))
            #expect(table.resolve("/users/5").outcome == outcome)
            #expect(
                table.resolve("/users/5").consideredRules.count == (outcome == .denied ? 1 : 0))
        }
    }

    @Test("2: a rule applies to those whom its subject includes")
    func subjects() throws {
        let bob = RequestPrincipal("bob", claims: ["tier": "silver"])
        let cases: [(AccessRule.Subject, anonymous: Bool, alice: Bool, bob: Bool)] = [
            (.anyone, true, true, true), (.anonymous, true, false, false),
            (.authenticated, false, true, true), (.principal("alice"), false, true, false),
            (.role("admin"), false, true, false), (.claim("tier", nil), false, true, true),
            (.claim("tier", "gold"), false, true, false), (.claim("level", 5), false, true, false),
            (.claim("level", "5"), false, true, false), (.claim("level", 6), false, false, false),
        ]
        for (subject, anonymous, isAlice, isBob) in cases {
            let probe = try AccessProbe([try .test(1, .deny, subject)])
            for (who, expected) in [(nil, anonymous), (alice, isAlice), (bob, isBob)] {
                let resolution = probe.resolve("/users/5", as: who)
                #expect((resolution.outcome == .denied) == expected, "\(subject) \(who as Any)")
                #expect(resolution.consideredRules.map(\.isForPrincipal) == [expected])
            }
        }
    }

    @Test("2: ids, roles and claims are compared by bytes")
    func subjectBytes() throws {
        let composed = RequestPrincipal("\u{E9}", roles: ["\u{E9}"], claims: ["\u{E9}": "\u{E9}"])
        let other = "e\u{301}"
        let subjects: [AccessRule.Subject] = [
            .principal(other), .role(other), .claim(other, nil), .claim("\u{E9}", .string(other)),
        ]
        for subject in subjects {
            #expect(try AccessProbe([.test(1, .deny, subject)]).verdict(composed) == "allow open")
        }
    }

    @Test("3: a rule applies if every condition holds and it has not expired")
    func applying() throws {
        let rule = try AccessRule.test(
            1, .deny, .anyone, ["param.id = 5", "context.a = 1"], until: AccessProbe.time)
        let probe = try AccessProbe([rule])
        #expect(probe.verdict(at: AccessProbe.time - .microseconds(1), ["a": 1]) == "deny rules 1")
        #expect(probe.verdict(at: AccessProbe.time - .microseconds(1), ["a": 2]) == "allow open")
        #expect(
            probe.verdict(at: AccessProbe.time - .microseconds(1), ["a": 1], url: "/users/6")
                == "allow open")
        #expect(probe.verdict(at: AccessProbe.time, ["a": 1]) == "allow open")
    }

    @Test(
        "4: a missing attribute keeps only allow rules from applying",
        arguments: [
            "param.x = 1", "query.x = 1", "context.x = 1", "principal = a", "param.id range 1..9",
            "context.text network 10.0.0.0/8", "context.text version 1..",
            "context.number prefix a",
            "query.key = 1", "context.null = 1", "query.two = 1", "query.mixed = 1",
            "time window 09:00-17:00 No/Where",
        ])
    func lacking(condition: String) throws {
        let context: JSONObject = ["text": "x", "number": 1, "null": nil]
        let url = "/users/a?key&two=1&two=2&mixed=1&mixed"
        let challenge = AccessRule.Effect.challenge("login")
        for (effect, expected) in [
            (.allow, "deny not-allowed"), (.deny, "deny rules 1"), (challenge, "challenge rules 1"),
        ] {
            let probe = try AccessProbe([.test(1, effect, .anyone, [condition])])
            #expect(probe.verdict(context, url: url) == expected)
            let rule = try #require(probe.resolve(url, context).consideredRules.first)
            #expect(rule.findings == [.unknown])
            #expect(rule.applies == (effect != .allow))
        }
    }

    @Test("5, 6, 7: deny beats challenge beats allow")
    func precedence() throws {
        let rules = [
            try AccessRule.test(1, .allow), try .test(2, .challenge("first")),
            try .test(3, .deny), try .test(4, .challenge("second")),
        ]
        #expect(try AccessProbe(rules).verdict() == "deny rules 3")
        let mild = try AccessProbe([rules[0], rules[3], rules[1]])
        #expect(mild.verdict() == "challenge rules 4 2")
        #expect(mild.resolve("/users/5").target == "second")
        #expect(try AccessProbe([rules[0]]).verdict() == "allow rules 1")
    }

    @Test("5, 6: a denial has no target, a challenge has its own, and both have the route")
    func targets() throws {
        let denied = try AccessProbe([.test(1, .deny)], fallbackTarget: "lost").resolve("/users/5")
        #expect(denied.outcome == .denied)
        #expect(denied.target == nil && denied.route == nil)
        #expect(denied.foundRoute?.target == "user")
        #expect(denied.parameters == ["id": "5"])
        let challenged = try AccessProbe([.test(1, .challenge("login"))]).resolve("/users/5")
        #expect(challenged.outcome == .challenged)
        #expect(challenged.target == "login" && challenged.route == nil)
        #expect(challenged.access.challengeTarget == "login")
        #expect(challenged.request.url == "/users/5")
    }

    @Test("8: an allow rule closes its scope to everyone that no allow rule names")
    func closing() throws {
        let group = RouteScope.group(AccessProbe.namespace, "g")
        let probe = try AccessProbe([.test(1, .allow, .role("admin"), on: group)])
        #expect(probe.verdict() == "deny not-allowed")
        #expect(probe.verdict(alice) == "allow rules 1")
        #expect(probe.verdict(url: "/admins/1") == "deny not-allowed")
        #expect(probe.verdict(url: "/x/1") == "allow open")
        #expect(probe.verdict(url: "other:/users/1") == "allow open")
    }

    @Test("8: whatever the conditions of the allow rule")
    func closingByConditions() throws {
        let probe = try AccessProbe([
            .test(1, .allow, .role("admin"), ["time window 09:00-17:00"])
        ])
        let morning = AccessProbe.time + .seconds(10 * 3_600)
        #expect(probe.verdict(alice, at: morning) == "allow rules 1")
        #expect(probe.verdict(alice) == "deny not-allowed")
        #expect(probe.verdict(RequestPrincipal("bob")) == "deny not-allowed")
    }

    @Test("8: but not after it expires")
    func closingByTime() throws {
        let first = try AccessRule.test(1, .allow, .role("x"), until: AccessProbe.time)
        let probe = try AccessProbe([first])
        #expect(probe.verdict(at: AccessProbe.time - .microseconds(1)) == "deny not-allowed")
        #expect(probe.verdict(at: AccessProbe.time) == "allow open")
        let second = try AccessRule.test(
            2, .allow, .role("y"), until: AccessProbe.time + .microseconds(9))
        #expect(try AccessProbe([second, first]).verdict() == "deny not-allowed")
        #expect(
            try AccessProbe([second, first]).verdict(at: AccessProbe.time + .microseconds(9))
                == "allow open")
    }

    @Test("9: what no allow rule covers follows the namespace's policy")
    func defaults() throws {
        #expect(try AccessProbe([]).verdict() == "allow open")
        let closed = try AccessProbe([.test(1, .allow)], access: .closed)
        #expect(closed.verdict() == "allow rules 1")
        #expect(closed.verdict(url: "/x/5") == "deny closed")
        #expect(try AccessProbe([], access: .closed).resolve("/users/5").outcome == .denied)
        #expect(closed.verdict(url: "other:/users/5") == "allow open")
        #expect(closed.verdict(url: "/none") == "allow open")
        #expect(closed.resolve("/none").outcome == .unmatched)
    }
}

extension AccessProbe {
    fileprivate func verdict(_ context: JSONObject, url: String) -> String {
        verdict(nil, at: Self.time, context, url: url)
    }

    fileprivate func resolve(_ url: String, _ context: JSONObject) -> Resolution {
        resolve(url, as: nil, at: Self.time, context)
    }
}
