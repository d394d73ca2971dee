import RouteDBAppLinks
import RouteDBTestSupport
import Testing

@Suite("Patterns by their beginning")
struct PrefixIndexTests {
    @Test("the first pattern is found whose stem begins a text, as by trying one after the other")
    func oracle() {
        var generator = SeededGenerator(seed: 31)
        for _ in 0..<200 {
            let stems = (0..<8).map { _ in Self.text(&generator, most: 4) }
            var index = PrefixIndex<UInt8>()
            for (place, stem) in stems.enumerated() { index.add(stem, at: place) }
            let text = Self.text(&generator, most: 6)
            let least = generator.below(4)
            let wanted = stems.indices.first { $0 >= least && text.starts(with: stems[$0]) }
            #expect(index.first(for: text) { $0 >= least } == wanted)
        }
    }

    @Test("a stem may be longer than what is compared of it")
    func long() {
        var index = PrefixIndex<UInt8>()
        let stem = [UInt8](repeating: 1, count: 1_000)
        index.add(stem, at: 7)
        #expect(index.first(for: stem) { _ in true } == 7)
        #expect(index.first(for: [2] + stem) { _ in true } == nil)
        #expect(index.first(for: stem) { _ in false } == nil)
    }

    private static func text(_ generator: inout SeededGenerator, most: Int) -> [UInt8] {
        (0..<generator.below(most + 1)).map { _ in generator.pick([1, 2]) }
    }
}
