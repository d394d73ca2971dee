import RouteDBTestSupport
import Testing

@testable import RouteDBRouting

@Suite("Ranks of a shard")
struct RankListTests {
    /// Random ranks, in order.
    private static func ranks(_ random: inout SeededGenerator) -> [Rank] {
        var ranks: Set<[UInt64]> = []
        for _ in 0..<random.below(60) + 1 {
            ranks.insert((0..<3).map { UInt64(random.below($0 == 2 ? 40 : 3)) })
        }
        return ranks.map { rank(priority: $0[0], shape: $0[1], sequence: $0[2]) }.sorted()
    }

    private static func rank(priority: UInt64, shape: UInt64, sequence: UInt64) -> Rank {
        Rank(
            shape: UInt128(shape / 2) << 100, text: UInt32(shape % 2), sequence: sequence,
            priority: UInt32(priority))
    }

    @Test("a list returns its ranks, and finds the first one after any rank")
    func lookup() {
        var random = SeededGenerator(seed: 81)
        for _ in 0..<200 {
            let ranks = Self.ranks(&random)
            let list = RankList(ranks)
            let count = list.count
            #expect(count == ranks.count)
            for (number, rank) in ranks.enumerated() {
                let found = list[number]
                #expect(found == rank)
            }
            for _ in 0..<40 {
                let wanted = Self.rank(
                    priority: UInt64(random.below(4)), shape: UInt64(random.below(4)),
                    sequence: UInt64(random.below(41)))
                let expected = ranks.firstIndex { wanted < $0 } ?? ranks.count
                let number = list.firstNumber(behind: wanted)
                #expect(Int(number) == expected)
            }
        }
    }
}
