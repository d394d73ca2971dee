import RouteDBRouting
import Testing

/// The numbered statements of `Docs/access.md`, 10 to 15.
@Suite struct AccessDecisionTests {
    @Test("10: order and age only affect the code, message and target")
    func order() throws {
        let rules = [
            try AccessRule.test(1, .deny, .anyone, ["context.a = 1"]),
            try .test(2, .deny, code: "blocked"),
            try .test(3, .deny, code: "late", message: "Sorry."),
            try .test(4, .allow, code: "fine", message: "Welcome."),
        ]
        for count in 0..<4 {
            let turned = Array(rules[count...] + rules[..<count])
            #expect(try AccessProbe(turned).resolve("/users/5").outcome == .denied)
        }
        let access = try AccessProbe(rules).resolve("/users/5").access
        #expect(access.rules.map(\.rawValue) == [1, 2, 3])
        #expect(access.code == "blocked" && access.message == "Sorry.")
        let allowed = try AccessProbe([rules[3]]).resolve("/users/5").access
        #expect(allowed.code == nil && allowed.message == nil)
    }

    @Test("11: shadow rules are evaluated and reported, and change nothing")
    func shadow() throws {
        let shadows = [
            try AccessRule.test(1, .deny, shadow: true, code: "no"),
            try .test(2, .challenge("login"), shadow: true),
            try .test(3, .allow, shadow: true),
            try .test(4, .allow, .role("nobody"), shadow: true),
        ]
        let access = try AccessProbe(shadows).resolve("/users/5").access
        #expect(access.verdict == .allow && access.reason == .open)
        #expect(access.shadow.map(\.rawValue) == [1, 2, 3])
        #expect(access.rules.isEmpty && access.code == nil && access.challengeTarget == nil)
        let closed = try AccessProbe(shadows, access: .closed)
        #expect(closed.verdict() == "deny closed")
    }

    @Test("12: without a time, an allow rule with `until` has expired, and others have not")
    func unknownTime() throws {
        let later = AccessProbe.time + .microseconds(1)
        let allow = try AccessProbe([.test(1, .allow, until: later)])
        #expect(allow.verdict() == "allow rules 1")
        #expect(allow.verdict(at: nil) == "deny not-allowed")
        let deny = try AccessProbe([.test(1, .deny, until: AccessProbe.time - .microseconds(1))])
        #expect(deny.verdict() == "allow open")
        #expect(deny.verdict(at: nil) == "deny rules 1")
        let challenge = try AccessProbe([.test(1, .challenge("login"), until: AccessProbe.time)])
        #expect(challenge.verdict(at: nil) == "challenge rules 1")
        let window = try AccessProbe([.test(1, .deny, .anyone, ["time window 09:00-10:00"])])
        #expect(window.verdict(at: nil) == "deny rules 1")
    }

    @Test("13: a refusal is final: no next match and no fallback target")
    func final() throws {
        for effect in [AccessRule.Effect.deny, .challenge("login")] {
            let probe = try AccessProbe([.test(1, effect)], fallbackTarget: "lost")
            for request in [ResolutionRequest("/users/5"), ResolutionRequest(named: "users")] {
                let first = probe.table.resolve(request)
                let expected: Resolution.Outcome = effect == .deny ? .denied : .challenged
                #expect(first.outcome == expected)
                for next in [
                    probe.table.resolve(request, after: first),
                    probe.table.resolve(request, declining: first),
                ] {
                    #expect(next.outcome == expected)
                    #expect(next.target == (effect == .deny ? nil : "login"))
                }
            }
        }
    }

    @Test("13: a declined match may be followed by a denial")
    func deniedBehind() throws {
        let probe = try AccessProbe([.test(1, .deny, on: .route(AccessProbe.home))])
        let first = probe.resolve("/users/5")
        #expect(first.outcome == .matched)
        #expect(probe.table.resolve(first.request, declining: first).outcome == .denied)
    }

    @Test("15: a route requested by name is decided like one of a URL")
    func named() throws {
        let probe = try AccessProbe([
            .test(1, .allow, .role("admin")), .test(2, .deny, .anyone, ["param.id = 5"]),
        ])
        var request = ResolutionRequest(named: "users")
        // A name has no parameters, so the denial cannot be told not to apply.
        request.principal = RequestPrincipal("alice", roles: ["admin"])
        #expect(probe.table.resolve(request).outcome == .denied)
        let open = try AccessProbe([.test(1, .allow, .role("admin"))])
        #expect(open.table.resolve(request).outcome == .matched)
        request.principal = nil
        #expect(open.table.resolve(request).outcome == .denied)
    }

    @Test("a changed table keeps its rules")
    func changing() throws {
        let probe = try AccessProbe([.test(1, .deny)])
        let route = Route(
            id: AccessProbe.users, namespace: AccessProbe.namespace,
            pattern: try RoutePattern("/people/{id}"), target: "user")
        let table = probe.table.changing(to: 2, removing: [], upserting: [route])
        #expect(table.resolve("/people/5").outcome == .denied)
        #expect(table.resolve("/users/5").route?.id == AccessProbe.home)
    }
}
