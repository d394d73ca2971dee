import RouteDB
import RouteDBHistory
import RouteDBTestSupport
import Testing

@testable import RouteDBTraffic

@Suite("Hits that were appended last")
struct AppendedHitsTests {
    /// Writes that become segments and such that wait in the tail, in a random order.
    private static func sizes(_ random: inout SeededGenerator) -> [Int] {
        (0..<5).map { _ in random.oneIn(2) ? 1_024 + random.below(500) : 1 + random.below(60) }
    }

    @Test(
        "they are the last of all hits, whatever their times are, with the numbers of what was appended",
        arguments: 0..<4)
    func naive(seed: UInt64) async throws {
        let fixture = try HistoryFixture()
        let registry = fixture.directory.path("routes.db")
        try await RouteRegistry.open(registry, options: RegistryOptions(access: .creating)).close()
        var generator = HitGenerator(seed: seed)
        let writer = try fixture.writer()
        for size in Self.sizes(&generator.random) {
            let hits = (0..<size).map { _ in
                generator.hit(
                    near: 1_700_000_000_000_000
                        - .microseconds(generator.random.oneIn(9) ? 1 << 50 : 0))
            }
            try writer.append(HitBatch(hits))
        }
        let all = try fixture.hits()
        let tail = Int(try fixture.number("SELECT count(*) FROM tail"))
        for wanted in [0, 1, tail, tail + 1, all.count, all.count + 5]
            + (0..<3).map({ _ in generator.random.below(all.count) })
        {
            let count = min(wanted, all.count)
            let found = try AppendedHits(
                after: Int64(all.count - count), registry: registry, history: fixture.path,
                limits: SQLLimits(), stoppingWhen: { false })
            #expect(found.last == Int64(all.count) && !found.isCut)
            let expected = all.enumerated().suffix(count).filter { $0.element.source == 0 }
            #expect(found.hits.map(\.number) == expected.map { Int64($0.offset + 1) })
            #expect(found.hits.map(\.time) == expected.map(\.element.time.microseconds))
        }
    }

    @Test("hits that are appended while a session reads are left to the next one")
    func oneMoment() async throws {
        let fixture = try HistoryFixture()
        let writer = try fixture.writer()
        var generator = HitGenerator(seed: 9)
        try writer.append(HitBatch(generator.hits(30)))
        let session = try SQLSession(registry: nil, history: fixture.path)
        try writer.append(HitBatch(generator.hits(2_000)))
        try writer.seal()
        #expect(try session.history.moment().hits == 30)
        let ranges = try session.history.appended(last: 10)
        #expect(ranges == [HitRowRange(20...0xffff)])
        var count = 0
        try session.run("SELECT 1 FROM hits WHERE rowid BETWEEN 20 AND 65535") { _ in count += 1 }
        #expect(count == 10)
    }
}
