#if Server
import RouteDB
import RouteDBPages
import RouteDBTraffic
import Testing

@Suite("Periods of pages")
struct HitPeriodTests {
    private static let now = Timestamp(microseconds: 1_767_323_045_000_001)

    @Test(
        "a preset ends with the minute that has begun",
        arguments: [("24h", 24), ("7d", 168), ("30d", 720)])
    func presets(name: String, hours: Int64) throws {
        let period = try HitPeriod(name, now: Self.now)
        #expect("\(period.until)" == "2026-01-02T03:05:00Z")
        #expect(period.until - period.since == .seconds(hours * 3_600) && period.isPreset)
    }

    @Test("days begin in the zone of the pages, also where clocks change")
    func zone() throws {
        let india = PageZone("+05:30", try #require(ZoneRules.named("+05:30")))
        let period = try HitPeriod("2026-01-01..2026-01-02", now: Self.now, zone: india)
        #expect("\(period.since)" == "2025-12-31T18:30:00Z")
        #expect("\(period.until)" == "2026-01-02T18:30:00Z")
        #expect(india.text(period.since) == "2026-01-01 00:00")
        guard let rules = ZoneRules.named("Europe/Berlin") else { return }
        let long = try HitPeriod(
            "2026-10-25..2026-10-25", now: Self.now, zone: PageZone("Europe/Berlin", rules))
        #expect(long.until - long.since == .seconds(25 * 3_600))
    }

    @Test("a period between two times ends with the second one")
    func times() throws {
        let period = try HitPeriod("2026-01-31T09:00..2026-01-31T12:15", now: Self.now)
        #expect(
            "\(period.since)" == "2026-01-31T09:00:00Z"
                && "\(period.until)" == "2026-01-31T12:15:00Z")
    }

    @Test("days are whole ones, in UTC")
    func days() throws {
        let period = try HitPeriod("2015-05-17..2015-05-20", now: Self.now)
        #expect(
            "\(period.since)" == "2015-05-17T00:00:00Z"
                && "\(period.until)" == "2015-05-21T00:00:00Z")
        #expect(
            !period.isPreset && period.name == HitPeriod.name(from: "2015-05-17", to: "2015-05-20"))
        let day = try HitPeriod("2016-02-29..2016-02-29", now: Self.now)
        #expect(day.until - day.since == .seconds(86_400))
    }

    @Test(
        "what is no period is refused, with those that there are",
        arguments: [
            "", "1y", "..", "2015-05-17..", "2015-05-20..2015-05-17", "2015-02-30..2015-03-01",
            "2015-05-17..2015-05-20..2015-05-21", "2015-05-17T00:00:00Z..2015-05-18", "<script>",
            "2015-05-17T00:00..2015-05-18",
            "2015-05-17T09:00..2015-05-17T08:00", "2015-05-17T25:00..2015-05-18T00:00",
        ])
    func refused(name: String) {
        let error = #expect(throws: RouteDBError.self) { try HitPeriod(name, now: Self.now) }
        #expect(
            error?.code == .invalidValue && error?.hint?.contains("2026-01-01..2026-01-31") == true)
    }
}
#endif
