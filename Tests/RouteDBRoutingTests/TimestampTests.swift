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
}
