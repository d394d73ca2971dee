import Testing

@testable import RouteDBRouting

@Suite("Hash tables for keys from a file")
struct TableHashTests {
    /// Texts that differ in their last bytes alone, which a product of 64 bits puts at its end.
    private static let texts = (0..<1 << 15).map { number -> [UInt8] in
        Array("chosen".utf8) + [UInt8(number & 0xFF), UInt8(number >> 8)]
    }

    @Test("chosen keys do not collide in few slots", arguments: [0, 1, UInt64.max])
    func spread(seed: UInt64) {
        var pool = TextPool(seed: seed)
        for text in Self.texts { _ = pool.number(of: text.span.bytes) }
        let slots = Set(pool.texts.map { $0.hash & 0xFFFF })
        // About 25,800 of 65,536 slots are taken by chance.
        #expect(slots.count > 25_000)
    }

    @Test("the contents of a table do not depend on its seed")
    func seeds() {
        var pools = [TextPool(seed: 3), TextPool(seed: 4)]
        for text in Self.texts.prefix(500) + Self.texts.prefix(20) {
            let numbers = pools.indices.map { pools[$0].number(of: text.span.bytes) }
            #expect(numbers[0] == numbers[1])
        }
        let pairs = Self.texts.prefix(500).enumerated().map { (key: $1, value: UInt32($0)) }
        let numbers = (0..<UInt64(500)).map { (key: $0 << 48, value: UInt32($0)) }
        for seed: UInt64 in [3, 4] {
            let texts = TextIndex(pairs, seed: seed)
            let index = NumberIndex(numbers, seed: seed)
            for (key, value) in pairs {
                let found = texts.value(in: key.span.bytes, from: 0, to: key.count)
                #expect(found == value)
            }
            for (key, value) in numbers {
                let found = index[key]
                #expect(found == value)
            }
            let missing = index[1]
            #expect(missing == nil)
        }
    }
}
