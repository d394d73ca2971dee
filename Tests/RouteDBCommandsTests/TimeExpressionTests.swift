import RouteDB
import RouteDBTestSupport
import Testing

@testable import RouteDBCommands

struct TimeExpressionTests {
    private static let now: Timestamp = 1_767_323_045_000_000

    @Test(
        "an age is before now",
        arguments: [
            ("30s", 30), ("30m", 1_800), ("12h", 43_200), ("7d", 604_800), ("2w", 1_209_600),
            ("1h30m", 5_400), ("1w2d", 777_600), ("now", 0), ("+7d", -604_800),
        ])
    func age(text: String, seconds: Int64) throws {
        let bound = try TimeExpression(text)
        #expect(bound.time(now: Self.now, zone: .utc) == Self.now - .seconds(seconds))
    }

    @Test("a date begins with the day of the time zone")
    func date() throws {
        let bound = try TimeExpression("2026-01-02")
        let zone = try #require(ZoneRules(fixed: "+02:00"))
        let utc = try #require(Timestamp("2026-01-02T00:00:00Z"))
        let east = try #require(Timestamp("2026-01-02T00:00:00+02:00"))
        #expect(bound.time(now: Self.now, zone: .utc) == utc)
        #expect(bound.time(now: Self.now, zone: zone) == east)
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
            #expect(try TimeExpression(text).time(now: Self.now, zone: zone) == start)
        }
        let yesterday = try #require(Timestamp("2026-01-01"))
        #expect(try TimeExpression("yesterday").time(now: Self.now, zone: .utc) == yesterday)
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

/// Lengths of time, read and written.
@Suite struct DurationTextTests {
    private static let second: Int64 = 1_000_000

    @Test(
        "what is written is read back",
        arguments: [
            ("0s", 0), ("12µs", 12), ("250ms", 250_000), ("1s250ms", 1_250_000),
            ("1h30m", 5_400 * second), ("90d", 90 * 86_400 * second), ("2w", 14 * 86_400 * second),
            ("8d3h", (8 * 24 + 3) * 3_600 * second),
        ])
    func exact(text: String, microseconds: Int64) {
        #expect(DurationText.text(microseconds) == text)
        #expect(DurationText.microseconds(text) == microseconds)
    }

    @Test(
        "a measured time is short, and can be read back",
        arguments: [
            (0, "0µs"), (999, "999µs"), (1_000, "1ms"), (1_234, "1.2ms"), (999_999, "1s"),
            (59_949_999, "59.9s"), (59_999_999, "1m"), (61_500_000, "1m2s"),
            (3_599_999_999, "1h"), (5_430 * second, "1h31m"), (200_000 * second, "2d8h"),
        ])
    func rounded(microseconds: Int64, text: String) {
        #expect(DurationText.rounded(.microseconds(microseconds)) == text)
        #expect(DurationText.microseconds(text) != nil)
    }

    @Test("extreme lengths are written without a trap")
    func extremes() {
        for microseconds in [Int64.min, .min + 1, .max - 1, .max] {
            #expect(!DurationText.text(microseconds).isEmpty)
            #expect(!DurationText.rounded(.microseconds(microseconds)).isEmpty)
            _ = DurationText.words(microseconds)
        }
    }

    @Test("fractions and other spellings are read")
    func spellings() {
        #expect(DurationText.microseconds("1.5h") == 5_400 * Self.second)
        #expect(DurationText.microseconds("0.25s") == 250_000)
        #expect(DurationText.microseconds("1.2ms") == 1_200)
        #expect(DurationText.microseconds("12us") == 12)
        #expect(DurationText.microseconds("12\u{3BC}s") == 12)
        for text in ["1.h", ".5h", "1.5h30m", "1ms1s", "1..5s", "5", "µs", "1.5"] {
            #expect(DurationText.microseconds(text) == nil, "\(text)")
        }
    }

    @Test("words name the longest unit up to days")
    func words() {
        #expect(DurationText.words(30 * 86_400 * Self.second) == "30 days")
        #expect(DurationText.words(5_400 * Self.second) == "90 minutes")
        #expect(DurationText.words(Self.second) == "1 second")
    }
}
