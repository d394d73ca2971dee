import RouteDB
import Testing

@testable import RouteDBCommands

struct TimeExpressionTests {
    private static let now: Int64 = 1_767_323_045_000_000

    @Test(
        "an age is before now",
        arguments: [
            ("30s", 30), ("30m", 1_800), ("12h", 43_200), ("7d", 604_800), ("2w", 1_209_600),
            ("1h30m", 5_400), ("1w2d", 777_600), ("now", 0), ("+7d", -604_800),
        ])
    func age(text: String, seconds: Int64) throws {
        let bound = try TimeExpression(text)
        #expect(bound.microseconds(now: Self.now, zone: .utc) == Self.now - seconds * 1_000_000)
    }

    @Test("a date begins with the day of the time zone")
    func date() throws {
        let bound = try TimeExpression("2026-01-02")
        let zone = try #require(ZoneRules(fixed: "+02:00"))
        let utc = try #require(Timestamp("2026-01-02T00:00:00Z"))
        let east = try #require(Timestamp("2026-01-02T00:00:00+02:00"))
        #expect(bound.microseconds(now: Self.now, zone: .utc) == utc.microseconds)
        #expect(bound.microseconds(now: Self.now, zone: zone) == east.microseconds)
    }

    @Test(
        "an invalid time is refused",
        arguments: [
            "", "d", "-7d", "7", "7y", "99999999999999999999d", "999999999w", "soon",
            "1h1h", "30m1h", "1h30", "+", "+now", "1 h",
        ]
    )
    func refused(text: String) {
        #expect(throws: (any Error).self) { try TimeExpression(text) }
    }

    @Test("days are those of the time zone")
    func days() throws {
        let zone = try #require(ZoneRules(fixed: "-04:00"))
        for (text, day) in [("today", "01"), ("tomorrow", "02")] {
            let start = try #require(Timestamp("2026-01-\(day)T00:00:00-04:00"))
            #expect(
                try TimeExpression(text).microseconds(now: Self.now, zone: zone)
                    == start.microseconds)
        }
        let yesterday = try #require(Timestamp("2026-01-01"))
        #expect(
            try TimeExpression("yesterday").microseconds(now: Self.now, zone: .utc)
                == yesterday.microseconds)
    }

    @Test("every option that takes a time accepts every form")
    func options() async throws {
        let tool = try Tool()
        await tool("add", "/a", "--target", "t", "--name", "a")
        for time in ["now", "today", "1h30m", "2026-01-02T03:04:05Z", "2026-01-02"] {
            #expect(await tool("resolve", "/a", "--at", time).status == 0, "\(time)")
            #expect(
                await tool("list", "--as-of", time).status == (time == "1h30m" ? 2 : 0), "\(time)")
        }
        #expect(await tool("list", "--as-of", "yesterday").status == 2)
        #expect(
            await tool("acl", "deny", "a", "--anyone", "--until", "7d").status == 0)
        let rules = try await tool("acl", "list", "--json").object
        #expect("\(rules)".contains("2026-01-09T03:04:05Z"))
        let wrong = await tool("resolve", "/a", "--at", "soon")
        #expect(wrong.status == 64 && wrong.diagnostics.contains("'1h30m'"))
    }
}
