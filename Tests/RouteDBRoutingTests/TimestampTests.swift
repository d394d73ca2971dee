import RouteDBRouting
import Testing

@Suite("Points in time")
struct TimestampTests {
    @Test(
        "times are ISO 8601 in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (951_827_696_000_000, "2000-02-29T12:34:56Z"),
            (-1, "1969-12-31T23:59:59Z"), (4_107_542_400_000_000, "2100-03-01T00:00:00Z"),
        ] as [(Int64, String)])
    func times(microseconds: Int64, text: String) {
        #expect(Timestamp(microseconds: microseconds).inSeconds == text)
    }

    @Test("a time is moved by durations, cut to microseconds, and stays within the times there are")
    func moved() {
        let time = Timestamp(microseconds: 5)
        #expect(time + .seconds(1) == Timestamp(microseconds: 1_000_005))
        #expect(time - .microseconds(7) == Timestamp(microseconds: -2))
        #expect(time + .nanoseconds(1_999) == Timestamp(microseconds: 6))
        #expect(Timestamp.distantFuture + .microseconds(1) == .distantFuture)
        #expect(Timestamp.distantPast - .microseconds(1) == .distantPast)
        #expect(Timestamp.epoch + .seconds(Int64.max) == .distantFuture)
        #expect(Timestamp.epoch - .seconds(Int64.max) == .distantPast)
        #expect(Timestamp.epoch - .seconds(Int64.min) == .distantFuture)
        let almost = Duration.microseconds(Int64.max) + .microseconds(Int64(1))
        #expect(almost.wholeMicroseconds == .max)
        #expect((.zero - almost - almost).wholeMicroseconds == .min)
    }

    @Test("the difference of two times is a duration, also of those farthest apart")
    func difference() {
        let (early, late) = (Timestamp(microseconds: -3), Timestamp(microseconds: 4))
        #expect(late - early == .microseconds(7) && early - late == .microseconds(-7))
        #expect(early < late && early.duration(to: late) == .microseconds(7))
        let all = Timestamp.distantFuture - Timestamp.distantPast
        #expect(all / .seconds(1) > 1.8e13)
    }

    @Test("the second of a time is rounded down", arguments: [(0, 0), (999_999, 0), (-1, -1)])
    func seconds(microseconds: Int64, second: Int64) {
        #expect(Timestamp(microseconds: microseconds).wholeSeconds == second)
    }
}
