import RouteDBRouting
import RouteDBTestSupport
import Testing

@testable import RouteDB
@testable import RouteDBTraffic

@Suite("Buckets of time")
struct BucketClockTests {
    /// 2026-03-29T01:00:00Z and 2026-10-25T01:00:00Z, when the clocks of a place like London change.
    private static let zone = ZoneRules.changing(at: 1_774_746_000, backAt: 1_792_890_000)

    private func labels(_ from: String, _ to: String, _ bucket: String) throws -> [String] {
        let zone = try #require(Self.zone)
        let from = try #require(Timestamp(from)).microseconds
        let to = try #require(Timestamp(to)).microseconds
        let clock = try BucketClock(
            from...to, bucket: try #require(TimeBucket(bucket)), zone: zone)
        return clock.starts.indices.map { index in
            "\(clock.label(of: index)) \((clock.end(of: index) - clock.starts[index]) / 3_600_000_000)"
        }
    }

    @Test("a day has 23 or 25 hours when the clocks change")
    func days() throws {
        #expect(
            try labels("2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z", "1d")
                == ["2026-03-28 24", "2026-03-29 23", "2026-03-30 24"])
        #expect(
            try labels("2026-10-24T12:00:00Z", "2026-10-26T12:00:00Z", "1d")
                == ["2026-10-24 24", "2026-10-25 25", "2026-10-26 24"])
    }

    @Test("a repeated hour is two buckets, and a skipped one is none")
    func hours() throws {
        #expect(
            try labels("2026-10-24T23:30:00Z", "2026-10-25T02:10:00Z", "1h") == [
                "2026-10-25T00:00:00+01:00 1", "2026-10-25T01:00:00+01:00 1",
                "2026-10-25T01:00:00Z 1", "2026-10-25T02:00:00Z 1",
            ])
        #expect(
            try labels("2026-03-29T00:00:00Z", "2026-03-29T02:10:00Z", "1h") == [
                "2026-03-29T00:00:00Z 1", "2026-03-29T02:00:00+01:00 1",
                "2026-03-29T03:00:00+01:00 1",
            ])
    }

    @Test("longer buckets follow local time")
    func longBuckets() throws {
        #expect(
            try labels("2026-10-24T23:00:00Z", "2026-10-25T12:00:00Z", "6h") == [
                "2026-10-25T00:00:00+01:00 7", "2026-10-25T06:00:00Z 6", "2026-10-25T12:00:00Z 6",
            ])
        #expect(
            try labels("2026-03-29T00:00:00Z", "2026-03-29T12:00:00Z", "6h") == [
                "2026-03-29T00:00:00Z 5", "2026-03-29T06:00:00+01:00 6",
                "2026-03-29T12:00:00+01:00 6",
            ])
    }

    @Test("weeks begin on Monday, months on their first day")
    func calendars() throws {
        #expect(
            try labels("2026-01-01T00:00:00Z", "2026-01-12T00:00:00Z", "1w")
                == ["2025-12-29 168", "2026-01-05 168", "2026-01-12 168"])
        #expect(
            try labels("2026-01-31T00:00:00Z", "2026-03-01T00:00:00Z", "1mo")
                == ["2026-01-01 744", "2026-02-01 672", "2026-03-01 743"])
        #expect(
            try labels("1968-02-29T00:00:00Z", "1968-03-01T00:00:00Z", "1d")
                == ["1968-02-29 24", "1968-03-01 24"])
    }

    @Test("buckets are contiguous, and each time is in the one of its local time")
    func everyTime() throws {
        let zone = try #require(Self.zone)
        var random = SeededGenerator(seed: 3)
        for bucket in ["7m", "15m", "30m", "1h", "2h", "5h", "1d", "3d", "1w", "2mo"] {
            let length = try #require(TimeBucket(bucket))
            let from: Int64 = [1_774_746_000, 1_792_890_000][random.below(2)] - 3 * 86_400
            let first = (from + Int64(random.below(86_400))) * 1_000_000
            let last = first + 5 * 86_400_000_000
            let clock = try BucketClock(first...last, bucket: length, zone: zone)
            #expect(clock.starts[0] <= first && clock.end > last)
            #expect(zip(clock.starts, clock.starts.dropFirst()).allSatisfy { $0 < $1 })
            for _ in 0..<500 {
                let time = Int64.random(in: first...last, using: &random)
                let index = clock.index(of: time)
                #expect(clock.starts[index] <= time && time < clock.end(of: index))
                // What the clocks show is of the bucket that they showed when it began.
                let shown = [clock.starts[index], time].map {
                    length.floor(zone.local(at: $0.flooringDivision(by: 1_000_000).quotient))
                }
                #expect(shown[0] == shown[1], "\(bucket) \(Timestamp(microseconds: time))")
            }
        }
    }

    @Test("too many buckets and times out of range are errors")
    func limits() throws {
        #expect(throws: RouteDBError.self) {
            try BucketClock(0...1_000_000_000_000, bucket: TimeBucket("1s") ?? .day, zone: .utc)
        }
        #expect(throws: RouteDBError.self) {
            try BucketClock(.min ... .max, bucket: .month, zone: .utc)
        }
        let second = try #require(TimeBucket("1s"))
        for limit in [1_000, BucketClock.limit] {
            let end = Int64(limit) * 1_000_000
            let most = try BucketClock(0...end - 1, bucket: second, zone: .utc, limit: limit)
            #expect(most.starts.count == limit)
            #expect(throws: RouteDBError.self) {
                _ = try BucketClock(0...end, bucket: second, zone: .utc, limit: limit)
            }
        }
    }

    @Test("lengths are parsed and printed")
    func lengths() {
        for text in ["1m30s", "15m", "1h", "1h30m", "6h", "1d", "2w", "3mo"] {
            #expect(TimeBucket(text)?.description == text)
        }
        #expect(TimeBucket("24h") == .day && TimeBucket("h") == .hour)
        for text in ["", "0h", "-1h", "1", "1y", "99999999999999999999s", "1 h", "500ms"] {
            #expect(TimeBucket(text) == nil)
        }
    }
}
