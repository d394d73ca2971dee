import RouteDBTestSupport
import Testing

@testable import RouteDBHistory
@testable import RouteDBStorage

@Suite("Sums of hits by chosen keys")
struct RollUpSeedTests {
    @Test("chosen routes do not fall into few slots")
    func spread() {
        let slots = Set(
            (0..<Int64(1 << 15)).map { number in
                RollUps.Key(bucket: 0, namespace: 1, route: number << 47, outcome: 1)
                    .hash(seed: 5) & 0xFFFF
            })
        #expect(slots.count > 25_000)
    }

    @Test("the sums do not depend on the seed")
    func seeds() {
        var hits = HitGenerator(seed: 8)
        let batch = HitBatch(hits.hits(2_000))
        var sums = [RollUps(seed: 1), RollUps(seed: 2)]
        for index in sums.indices { sums[index].add(batch) }
        #expect(sums[0].keys == sums[1].keys)
        #expect(sums[0].dictionary == sums[1].dictionary)
    }
}
