import Foundation
import RouteDBRouting
import Testing

/// Times, time zones and times of day.
@Suite struct AccessTimeTests {
    @Test(
        "a time parses from its text",
        arguments: [
            ("2026-01-01", 1_767_225_600_000_000, "2026-01-01T00:00:00Z"),
            ("2026-01-01T00:00Z", 1_767_225_600_000_000, "2026-01-01T00:00:00Z"),
            ("2026-01-01t01:00:00.5+01:00", 1_767_225_600_500_000, "2026-01-01T00:00:00.5Z"),
            ("1969-12-31T23:59:59.999999z", -1, "1969-12-31T23:59:59.999999Z"),
            ("2000-02-29T12:00:00.1234567Z", 951_825_600_123_456, "2000-02-29T12:00:00.123456Z"),
            ("0000-03-01", -62_162_035_200_000_000, "0000-03-01T00:00:00Z"),
            ("9999-12-31T23:59:59Z", 253_402_300_799_000_000, "9999-12-31T23:59:59Z"),
        ])
    func timestamp(text: String, microseconds: Int64, canonical: String) {
        #expect(Timestamp(text)?.microseconds == microseconds)
        #expect(Timestamp(microseconds: microseconds).description == canonical)
        #expect(Timestamp(canonical)?.microseconds == microseconds)
    }

    @Test("days of 800 years, of every kind of year, parse from their text")
    func days() {
        for day in stride(from: Int64(-146_097), to: 146_097, by: 11) {
            let time = Timestamp(microseconds: day * 86_400_000_000 + 1)
            #expect(Timestamp(time.description) == time)
        }
    }

    @Test(
        "an invalid time is refused",
        arguments: [
            "", "2026", "2026-1-01", "2026-13-01", "2026-02-29", "2026-01-01 00:00Z",
            "2026-01-01T", "2026-01-01T00:00", "2026-01-01T24:00Z", "2026-01-01T00:60Z",
            "2026-01-01T00:00:60Z", "2026-01-01T00:00.5Z", "2026-01-01T00:00:00.Z",
            "2026-01-01T00:00:00+1", "2026-01-01T00:00:00Zx", "0000-01-01T00:00:00+01:00",
            "9999-12-31T23:59:59-01:00", "2026-01-01T0:00Z", "2026-01-01TZ", "２026-01-01",
        ])
    func noTime(text: String) { #expect(Timestamp(text) == nil) }

    @Test("extreme times never trap")
    func extremes() throws {
        let zone = try #require(ZoneRules(tzif: Self.berlin))
        for seconds in [Int64.min, -1, 0, .max] {
            #expect(abs(zone.offset(at: seconds)) <= 7_200)
            #expect(!Timestamp(microseconds: seconds).description.isEmpty)
        }
        let rule = try AccessRule.test(
            1, .deny, .anyone, ["time window 22:00-06:00 X"], until: .distantFuture)
        let probe = try AccessProbe([rule], zones: ["X": zone])
        for time in [Timestamp.distantPast, .distantFuture] {
            #expect(probe.resolve("/users/5", at: time).access.shadow.isEmpty)
        }
    }

    @Test("fixed offsets")
    func offsets() {
        let cases = [("UTC", 0), ("Z", 0), ("+05:30", 19_800), ("-03:00", -10_800)]
        for (text, offset) in cases { #expect(ZoneRules(fixed: text)?.offset(at: 0) == offset) }
        for text in ["", "utc", "+5:30", "05:30", "+05:60", "+15:00", "+0530", "Europe/Berlin"] {
            #expect(ZoneRules(fixed: text) == nil)
        }
    }

    @Test("a zone's offset changes with its clocks, and by its rule after the last change")
    func handBuilt() throws {
        let zone = try #require(ZoneRules(tzif: Self.berlin))
        // Before 2000 the first offset holds, then that of the one change, then the rule.
        #expect(zone.offset(at: 0) == 3_208)
        #expect(zone.offset(at: Self.change - 1) == 3_208)
        #expect(zone.offset(at: Self.change) == 3_600)
        let summer = try Self.seconds("2026-03-29T01:00:00Z")
        let winter = try Self.seconds("2026-10-25T01:00:00Z")
        #expect(zone.offset(at: summer - 1) == 3_600 && zone.offset(at: summer) == 7_200)
        #expect(zone.offset(at: winter - 1) == 7_200 && zone.offset(at: winter) == 3_600)
    }

    @Test("rules with southern, half-hour, permanent summer time and days of the year")
    func rules() throws {
        let cases: [(String, [(String, Int)])] = [
            (
                "AEST-10AEDT,M10.1.0,M4.1.0/3",
                [
                    ("2026-01-01T00:00:00Z", 39_600), ("2026-04-04T15:59:59Z", 39_600),
                    ("2026-04-04T16:00:00Z", 36_000), ("2026-10-03T15:59:59Z", 36_000),
                    ("2026-10-03T16:00:00Z", 39_600), ("2026-12-31T23:59:59Z", 39_600),
                ]
            ),
            (
                "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
                [
                    ("2026-04-04T14:59:59Z", 39_600), ("2026-04-04T15:00:00Z", 37_800),
                ]
            ),
            (
                "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
                [
                    ("2026-03-29T00:59:59Z", -7_200), ("2026-03-29T01:00:00Z", -3_600),
                ]
            ),
            (
                "EST5EDT,0/0,J365/25",
                [
                    ("2026-01-01T05:00:00Z", -14_400), ("2026-07-01T00:00:00Z", -14_400),
                    ("2027-01-01T04:59:59Z", -14_400),
                ]
            ),
            (
                "AAA0BBB,J60/0,J61/0",
                [
                    ("2024-02-29T23:59:59Z", 0), ("2024-03-01T00:00:00Z", 3_600),
                    ("2025-03-01T00:00:00Z", 3_600), ("2025-03-01T23:00:00Z", 0),
                ]
            ),
            (
                "AAA0BBB,59/0,60/0",
                [("2024-02-29T00:00:00Z", 3_600), ("2025-03-01T00:00:00Z", 3_600)]
            ),
            ("MSK-3", [("2026-07-01T00:00:00Z", 10_800)]),
        ]
        for (rule, expected) in cases {
            let zone = try #require(ZoneRules(tzif: Self.tzif(footer: rule)), "\(rule)")
            for (time, offset) in expected {
                #expect(zone.offset(at: try Self.seconds(time)) == offset, "\(rule) \(time)")
            }
        }
    }

    @Test("damaged zones are refused without traps")
    func damaged() {
        for count in 0..<Self.berlin.count {
            #expect(ZoneRules(tzif: Array(Self.berlin[..<count])) == nil)
        }
        for index in Self.berlin.indices {
            for byte in [0, 0x7F, 0x80, 0xFF] as [UInt8] {
                var bytes = Self.berlin
                bytes[index] = byte
                _ = ZoneRules(tzif: bytes)?.offset(at: 1_767_225_600)
            }
        }
        for footer in [
            "X", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M13.5.0", "CET-25",
            "CET-1CEST,M3.5.0,M10.6.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J1", "<CET-1",
            "CET-1CEST,M3.5.0,M10.5.0/168", "CET-1CEST,M3.5.0,M10.5.0x", "CET-1:60",
        ] {
            #expect(ZoneRules(tzif: Self.tzif(footer: footer)) == nil, "\(footer)")
        }
    }

    static let database = "/usr/share/zoneinfo"

    @Test(
        "the zones of the system have the same offsets as in Foundation",
        .enabled(if: FileManager.default.fileExists(atPath: database + "/Europe/Berlin")),
        arguments: [
            "Europe/Berlin", "America/New_York", "Australia/Sydney", "America/Santiago",
            "Pacific/Chatham", "Asia/Kolkata", "America/Nuuk", "UTC", "Africa/Casablanca",
        ])
    func system(name: String) throws {
        let path = "\(Self.database)/\(name)"
        guard let data = FileManager.default.contents(atPath: path),
            let expected = TimeZone(identifier: name)
        else { return }
        let zone = try #require(ZoneRules(tzif: Array(data)))
        let start = try Self.seconds("1975-01-01T00:00:00Z")
        // Foundation's own knowledge ends in 2037.
        let end = try Self.seconds("2037-01-01T00:00:00Z")
        for seconds in stride(from: start, to: end, by: 31 * 3_600 + 1_800) {
            let date = Date(timeIntervalSince1970: Double(seconds))
            if zone.offset(at: seconds) != expected.secondsFromGMT(for: date) {
                Issue.record("\(name) at \(Timestamp(microseconds: seconds * 1_000_000))")
                return
            }
        }
    }

    @Test("a window uses the clocks of its zone, and may cross midnight")
    func windows() throws {
        let zones = ["Europe/Berlin": try #require(ZoneRules(tzif: Self.berlin))]
        let cases: [(String, [(String, Bool)])] = [
            (
                "09:00-17:00 Europe/Berlin",
                [
                    ("2026-01-05T07:59:59.999999Z", false), ("2026-01-05T08:00:00Z", true),
                    ("2026-01-05T15:59:59Z", true), ("2026-01-05T16:00:00Z", false),
                    ("2026-07-06T07:00:00Z", true), ("2026-07-06T06:59:59Z", false),
                ]
            ),
            // The clocks go from 02:00 to 03:00, and in autumn twice from 02:00 to 03:00.
            (
                "02:00-03:00 Europe/Berlin",
                [
                    ("2026-03-29T00:59:59Z", false), ("2026-03-29T01:00:00Z", false),
                    ("2026-10-25T00:00:00Z", true), ("2026-10-25T01:59:59Z", true),
                    ("2026-10-25T02:00:00Z", false),
                ]
            ),
            // 2026-01-02 was a Friday.
            (
                "fri 22:00-06:00",
                [
                    ("2026-01-02T21:59:00Z", false), ("2026-01-02T22:00:00Z", true),
                    ("2026-01-03T05:59:59Z", true), ("2026-01-03T06:00:00Z", false),
                    ("2026-01-02T05:00:00Z", false), ("2026-01-03T23:00:00Z", false),
                ]
            ),
            ("sun 23:00-01:00", [("2026-01-05T00:59:00Z", true), ("2026-01-04T00:30:00Z", false)]),
            (
                "fri 00:00-00:00 -01:00",
                [
                    ("2026-01-02T00:59:59Z", false), ("2026-01-02T01:00:00Z", true),
                    ("2026-01-03T00:59:59Z", true), ("2026-01-03T01:00:00Z", false),
                ]
            ),
            ("wed 12:00-24:00", [("1969-12-31T23:59:59Z", true), ("1970-01-01T00:00:00Z", false)]),
        ]
        for (window, expected) in cases {
            let rule = try AccessRule.test(1, .deny, .anyone, ["time window \(window)"])
            let probe = try AccessProbe([rule], zones: zones)
            for (text, isInside) in expected {
                let time = try #require(Timestamp(text))
                let isDenied = probe.resolve("/users/5", at: time).outcome == .denied
                #expect(isDenied == isInside, "\(window) at \(text)")
            }
        }
    }

    private static let change: Int64 = 946_684_800

    /// Berlin as it would be if it had kept its own sun until 2000.
    private static let berlin = tzif(footer: "CET-1CEST,M3.5.0,M10.5.0/3")

    /// A file with one change, from 53 min 28 s ahead to one hour ahead.
    private static func tzif(footer: String) -> [UInt8] {
        func number(_ value: Int64, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) }
        }
        func part(_ size: Int) -> [UInt8] {
            var bytes = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
            for count in [0, 0, 0, 1, 2, 8] { bytes += number(Int64(count), 4) }
            bytes += number(change, size) + [1]
            bytes += number(3_208, 4) + [0, 0] + number(3_600, 4) + [0, 4]
            return bytes + Array("LMT\0CET\0".utf8)
        }
        return part(4) + part(8) + Array("\n\(footer)\n".utf8)
    }

    private static func seconds(_ text: String) throws -> Int64 {
        try #require(Timestamp(text)).wholeSeconds
    }
}
