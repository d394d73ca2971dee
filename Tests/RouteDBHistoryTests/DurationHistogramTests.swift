import RouteDBHistory
import RouteDBTestSupport
import Testing

@Suite("The bytes of histograms of durations")
struct DurationHistogramTests {
    private func histogram(_ random: inout SeededGenerator) -> DurationHistogram {
        var histogram = DurationHistogram()
        for _ in 0..<random.below(200) {
            histogram.add(
                Int64(random.below(1 << random.below(42))),
                weight: Int64(1 + random.below(1 << random.below(40))))
        }
        return histogram
    }

    @Test("are read as the same histogram, and added to others", arguments: 0..<20)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (one, other) = (histogram(&random), histogram(&random))
        for (first, second) in [(one, other), (one, one), (other, one)] {
            var merged = first
            merged.merge(second)
            var added = first
            let isRead = second.count == 0 || added.add(bytes: second.bytes)
            #expect(isRead && added == merged && added.bytes == merged.bytes)
        }
    }

    @Test("there are none without durations, and none are no histogram")
    func empty() {
        var histogram = DurationHistogram()
        let isRead = histogram.add(bytes: histogram.bytes)
        #expect(histogram.bytes.isEmpty && !isRead)
    }

    @Test("the shortest and the longest durations are kept")
    func extremes() {
        var histogram = DurationHistogram()
        for duration in [Int64.min, 0, 255, 256, 1 << 40, .max] {
            histogram.add(duration, weight: 1)
        }
        var read = DurationHistogram()
        let isRead = read.add(bytes: histogram.bytes)
        #expect(isRead && read == histogram)
        #expect(read.minimum == 0 && read.maximum == 1 << 40 && read.count == 6)
    }

    @Test(
        "bytes of no histogram are refused",
        arguments: [
            [5], [5, 5], [5, 5, 5], [5, 5, 5, 0], [5, 5, 5, 0, 0], [5, 5, 5, 1, 1],
            [5, 4, 5, 0, 1], [5, 7, 5, 0, 1], [5, 7, 5, 0, 1, 3, 1], [5, 7, 5, 0, 1, 0, 1],
            [0x85], [5, 5, 5, 0, 0x80], [0, 0, 0, 0, 1, 1, 1],
            // A longest duration of more than 2^40, a weight below 0, and weights whose sum overflows.
            [5, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 5, 0, 1],
            [5, 5, 5, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
            [5, 6, 5, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 1, 1],
        ] as [[UInt8]])
    func damaged(bytes: [UInt8]) {
        var histogram = DurationHistogram()
        let isRead = histogram.add(bytes: bytes)
        #expect(!isRead)
    }

    @Test("changed bytes never trap", arguments: 0..<10)
    func changed(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var histogram = histogram(&random)
        histogram.add(7, weight: 1)
        for _ in 0..<200 * FuzzBudget.rounds {
            var bytes = histogram.bytes
            for _ in 0..<1 + random.below(3) {
                bytes[random.below(bytes.count)] = UInt8(random.below(256))
            }
            var read = DurationHistogram()
            if read.add(bytes: bytes) { _ = read.quantile(0.5) }
        }
    }
}
