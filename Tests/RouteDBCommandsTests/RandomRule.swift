import RouteDB
import RouteDBStorage
import RouteDBTestSupport

/// Makes access rules that a registry accepts, whatever its routes are.
struct RandomRule {
    let texts: [String]

    private static let conditions = [
        "query.a = 1", "query.\"b c\" in 1,\"1\",true,\"x,y\"", "context.ip network 10.0.0.0/8,::1",
        "context.v version 1.2.3-rc.1..2", "principal percent 12.5 salt \"a b\"",
        "context.n range ..0.5", "query.q prefix \"\\\"\"", "time period 2026-01-01..",
        "time window mon-fri 22:00-06:00 +05:30", "time period ..2026-01-01T00:00:00.000001Z",
    ]

    /// A rule for a place.
    func draft(in place: DefaultPlace, _ random: inout SeededGenerator) throws -> RuleDraft {
        let effect: AccessRule.Effect = random.pick([
            .allow, .deny, .challenge(random.pick(texts)),
        ])
        var draft = RuleDraft(effect, in: place, for: subject(&random))
        for text in Self.conditions where random.oneIn(4) {
            draft.conditions.append(try AccessRule.Condition(text))
        }
        draft.isShadow = random.oneIn(4)
        if random.oneIn(4) { draft.until = random.pick([0, -1, 1_767_225_600_000_001]) }
        if random.oneIn(2) { draft.code = random.pick(texts) }
        if random.oneIn(2) { draft.message = random.pick(texts) }
        return draft
    }

    private func subject(_ random: inout SeededGenerator) -> AccessRule.Subject {
        let name = random.pick(texts)
        return random.pick([
            .anyone, .anonymous, .authenticated, .principal(name), .role(name), .claim(name, nil),
            .claim(name, random.pick([.string(name), 1, .double(1), true])),
        ])
    }
}
