import RouteDBRouting
import RouteDBTestSupport
import Testing

struct ZoneClockTests {
    @Test("what a zone's clocks show twice is the first time, what they skip is the jump")
    func jumps() throws {
        // Two transitions: at 1,000,000 forward by an hour, at 2,000,000 back again.
        let zone = try #require(ZoneRules(tzif: Self.file))
        #expect(zone.seconds(ofLocal: 999_999) == 999_999)
        #expect(zone.seconds(ofLocal: 1_000_000) == 1_000_000)
        #expect(zone.seconds(ofLocal: 1_001_800) == 1_000_000)
        #expect(zone.seconds(ofLocal: 1_003_600) == 1_000_000)
        #expect(zone.seconds(ofLocal: 1_003_601) == 1_000_001)
        #expect(zone.seconds(ofLocal: 2_000_000) == 1_996_400)
        #expect(zone.seconds(ofLocal: 2_003_599) == 1_999_999)
        #expect(zone.seconds(ofLocal: 2_003_600) == 2_003_600)
    }

    @Test("the clocks show at that time what was asked for, unless they skip it")
    func roundTrip() throws {
        let zone = try #require(ZoneRules(tzif: Self.file))
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

    /// A zone of two transitions, as a version 1 file.
    private static var file: [UInt8] {
        func big(_ number: Int32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }
        var bytes = Array("TZif".utf8) + [UInt8](repeating: 0, count: 16)
        for count in [0, 0, 0, 2, 2, 4] as [Int32] { bytes += big(count) }
        bytes += big(1_000_000) + big(2_000_000) + [1, 0]
        bytes += big(0) + [0, 0] + big(3_600) + [1, 0]
        return bytes + [65, 66, 67, 0]
    }
}
