import RouteDBRouting
import RouteDBTestSupport
import Testing

struct ZoneClockTests {
    @Test("a repeated local time is the first one, a skipped one is the transition")
    func jumps() throws {
        // Two transitions: at 1,000,000 forward by an hour, at 2,000,000 back again.
        let zone = try #require(ZoneRules.changing(at: 1_000_000, backAt: 2_000_000))
        #expect(zone.seconds(ofLocal: 999_999) == 999_999)
        #expect(zone.seconds(ofLocal: 1_000_000) == 1_000_000)
        #expect(zone.seconds(ofLocal: 1_001_800) == 1_000_000)
        #expect(zone.seconds(ofLocal: 1_003_600) == 1_000_000)
        #expect(zone.seconds(ofLocal: 1_003_601) == 1_000_001)
        #expect(zone.seconds(ofLocal: 2_000_000) == 1_996_400)
        #expect(zone.seconds(ofLocal: 2_003_599) == 1_999_999)
        #expect(zone.seconds(ofLocal: 2_003_600) == 2_003_600)
    }

    @Test("the local time is the requested one, unless it is skipped")
    func roundTrip() throws {
        let zone = try #require(ZoneRules.changing(at: 1_000_000, backAt: 2_000_000))
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let local = Int64(generator.below(3_000_000))
            let time = zone.seconds(ofLocal: local)
            if (1_000_000..<1_003_600).contains(local) {
                #expect(time == 1_000_000)
            } else {
                #expect(zone.local(at: time) == local)
                #expect(zone.local(at: time - 3_600) != local)
            }
        }
    }
}
