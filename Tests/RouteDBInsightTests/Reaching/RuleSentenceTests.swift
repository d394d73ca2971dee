import RouteDB
import RouteDBInsight
import RouteDBTestSupport
import Testing

/// Access rules and conditions in words.
@Suite struct RuleSentenceTests {
    @Test(
        "a condition is said as a clause",
        arguments: [
            ("param.id = 5", "the parameter 'id' is 5"),
            ("param.id range 1..9", "the parameter 'id' is from 1 to 9"),
            ("query.n range 2..", "the query's 'n' is at least 2"),
            ("query.tab in a,b,c", "the query's 'tab' is 'a', 'b' or 'c'"),
            ("context.ip network 10.0.0.0/8", "the context's 'ip' is in 10.0.0.0/8"),
            ("context.version version 2.1..", "the context's 'version' is version 2.1 or newer"),
            ("context.path prefix /a", "the context's 'path' begins with '/a'"),
            (
                "principal percent 20 salt beta",
                "the principal is among 20% of all (chosen by 'beta')"
            ),
            (
                "time period 2026-01-01..2026-02-01",
                "it is between 2026-01-01T00:00:00Z and 2026-02-01T00:00:00Z"
            ),
            (
                "time window mon-fri 09:00-17:00 UTC",
                "it is Monday to Friday, 09:00 to 17:00 (UTC)"
            ),
            (
                "time window sat,sun 22:00-06:00 UTC",
                "it is Saturday, Sunday, 22:00 to 06:00 of the next day (UTC)"
            ),
        ])
    func clauses(condition: String, clause: String) throws {
        #expect(try AccessRule.Condition(condition).clause == clause)
    }

    @Test("each effect and subject has a sentence")
    func sentences() throws {
        func text(_ rule: AccessRule) -> String { RuleSentence(rule).text(about: "'admin'") }
        let rules: [(AccessRule, String)] = [
            (try ReachScene.rule(1, .deny, .anyone), "Nobody may open 'admin'."),
            (
                try ReachScene.rule(1, .deny, .anonymous),
                "Callers without a principal may not open 'admin'."
            ),
            (
                try ReachScene.rule(1, .allow, .role("staff"), ["param.id = 5"], until: 0),
                "Principals with the role 'staff' may open 'admin' if the parameter 'id' is 5,"
                    + " until 1970-01-01T00:00:00Z."
            ),
            (
                try ReachScene.rule(1, .challenge("login"), .claim("age", .int(3)), isShadow: true),
                "Only watched: Principals whose claim 'age' is 3 may open 'admin' after 'login'."
            ),
        ]
        for (rule, sentence) in rules { #expect(text(rule) == sentence) }
    }

    @Test("a route's callers are those of its rules, and what holds for the rest")
    func callers() throws {
        let deny = try ReachScene.rule(1, .deny, .principal("m"))
        let allow = try ReachScene.rule(2, .allow, .role("a"))
        let over = try ReachScene.rule(3, .allow, .role("b"), until: 5)
        let shadow = try ReachScene.rule(4, .deny, .anyone, isShadow: true)
        func callers(
            _ rules: [AccessRule], _ access: RouteNamespace.Access = .open
        ) throws -> RouteCallers {
            let snapshot = try ReachScene.snapshot(rules, access: access)
            return RouteCallers(try snapshot.route("r1"), in: snapshot, at: 5)
        }
        let named = try callers([allow, deny, over, shadow])
        #expect(named.rules == [deny, allow] && named.watching == [shadow])
        #expect(named.others == .notNamed)
        #expect(try callers([deny, over]).others == .allowed)
        #expect(try callers([over], .closed).others == .closed)
    }
}
