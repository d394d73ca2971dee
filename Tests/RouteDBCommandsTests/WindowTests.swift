import RouteDB
import Testing

@testable import RouteDBCommands

struct WindowTests {
    private static let now: Int64 = 1_767_323_045_000_000

    @Test(
        "an age is before now",
        arguments: [
            ("30s", 30), ("30m", 1_800), ("12h", 43_200), ("7d", 604_800), ("2w", 1_209_600),
        ])
    func age(text: String, seconds: Int64) throws {
        let bound = try WindowBound(text)
        #expect(bound.microseconds(now: Self.now, zone: .utc) == Self.now - seconds * 1_000_000)
    }

    @Test("a date begins where the zone's day does")
    func date() throws {
        let bound = try WindowBound("2026-01-02")
        let zone = try #require(ZoneRules(fixed: "+02:00"))
        let utc = try #require(Timestamp("2026-01-02T00:00:00Z"))
        let east = try #require(Timestamp("2026-01-02T00:00:00+02:00"))
        #expect(bound.microseconds(now: Self.now, zone: .utc) == utc.microseconds)
        #expect(bound.microseconds(now: Self.now, zone: zone) == east.microseconds)
    }

    @Test(
        "what is no time is refused",
        arguments: ["", "d", "-7d", "7", "7y", "99999999999999999999d", "999999999w", "soon"]
    )
    func refused(text: String) {
        #expect(throws: (any Error).self) { try WindowBound(text) }
    }
}
