import RouteDBHistory
import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite("The hits of routes")
struct RouteTrafficTests {
    private static let quarter: Int64 = 900_000_000

    @Test("the sums of days and quarters are those of the hits, wherever the window begins")
    func oracle() throws {
        var random = SeededGenerator(seed: 5)
        let fixture = try HistoryFixture()
        let start: Int64 = 1_767_225_600_000_000
        let hits = (0..<600).map { _ in
            var hit = Hit(
                time: Timestamp(
                    microseconds: start + Int64.random(in: 0..<480, using: &random) * Self.quarter),
                url: [], outcome: .matched)
            hit.namespace = Int64.random(in: 1...2, using: &random)
            hit.route = Bool.random(using: &random) ? Int64.random(in: 1...4, using: &random) : nil
            hit.weight = Int64.random(in: 1...9, using: &random)
            return hit
        }
        try fixture.writer().append(HitBatch(hits))
        let reader = try fixture.reader()
        let times =
            [Int64.min, .max, 0, start - 1, start]
            + (0..<40).map { _ in
                start + Int64.random(in: 0..<500, using: &random) * Self.quarter + 7
            }
        for time in times {
            // The window begins with the quarter that contains its start.
            let (count, rest) = time.quotientAndRemainder(dividingBy: Self.quarter)
            let begin = (rest < 0 ? count - 1 : count).multipliedReportingOverflow(by: Self.quarter)
            var expected: [HitsReader.Traffic.Place: [Int64]] = [:]
            for hit in hits {
                let place = HitsReader.Traffic.Place(
                    namespace: hit.namespace ?? 0, route: hit.route ?? 0)
                var sums = expected[place] ?? [0, 0, .min]
                let day = hit.time.microseconds / 86_400_000_000
                sums[2] = max(sums[2], day * 86_400)
                sums[0] += hit.weight
                if begin.overflow || hit.time.microseconds >= begin.partialValue {
                    sums[1] += hit.weight
                }
                expected[place] = sums
            }
            let (rows, first) = try reader.traffic(since: time)
            let found = Dictionary(
                uniqueKeysWithValues: rows.map { ($0.place, [$0.ever, $0.recent, $0.lastDay]) })
            #expect(found == expected, "since \(time)")
            #expect(first == hits.map { $0.time.wholeSeconds }.min())
        }
    }
}
