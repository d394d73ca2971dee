import RouteDBRouting
import RouteDBTestSupport
import Testing

/// Seeded: the seed decides every pattern, and a failure shows the text.
@Suite struct PatternRoundTripTests {
    @Test("a printed pattern parses to the same pattern", arguments: [1, 2, 3, 4] as [UInt64])
    func printing(seed: UInt64) throws {
        var generator = PatternGenerator(seed: seed, configuration: .nasty)
        for _ in 0..<1_500 {
            let pattern = generator.pattern()
            let text = pattern.description
            let parsed = try RoutePattern(text)
            #expect(parsed == pattern, "\(text)")
            // Strings may be equal with other bytes.
            #expect(Array(parsed.description.utf8) == Array(text.utf8))
        }
    }

    @Test("equivalent texts parse to the same pattern", arguments: [5, 6] as [UInt64])
    func spelling(seed: UInt64) throws {
        var generator = PatternGenerator(seed: seed, configuration: .nasty)
        for _ in 0..<1_500 {
            let pattern = generator.pattern()
            let text = generator.spelling(of: pattern)
            #expect(try RoutePattern(text) == pattern, "\(text)")
        }
    }

    @Test("a pattern has few variants, all different", arguments: [7, 8] as [UInt64])
    func variants(seed: UInt64) {
        var generator = PatternGenerator(seed: seed)
        for _ in 0..<500 {
            let variants = generator.pattern().variants()
            #expect((1...PatternLimits.variants).contains(variants.count))
            #expect(Set(variants).count == variants.count)
        }
    }

    @Test("damage never crashes, and errors are in the text", arguments: [9, 10] as [UInt64])
    func mutations(seed: UInt64) {
        var generator = PatternGenerator(seed: seed, configuration: .nasty)
        var accepted = 0
        for _ in 0..<3_000 {
            let pattern = generator.pattern()
            let text = generator.mutation(of: generator.spelling(of: pattern))
            if check(text) { accepted += 1 }
        }
        // A canary: the damage is neither too great nor too small.
        #expect((300...2_700).contains(accepted))
    }

    @Test("random bytes never crash, and errors are in the text", arguments: [12, 13] as [UInt64])
    func noise(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let marks = Array("{}<>()*:/?&=!#%\\|[]@.,-1a:int(1..9)enum".utf8)
        for _ in 0..<10_000 {
            let isMarks = !random.oneIn(4)
            let bytes = (0..<random.below(40)).map { _ in
                isMarks ? random.pick(marks) : UInt8(random.below(256))
            }
            check(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Whether a text is accepted; either way, what comes of it must be sound.
    @discardableResult
    private func check(_ text: String) -> Bool {
        guard let error = Refusal.error(of: text) else {
            let pattern = try? RoutePattern(text)
            let again = pattern.flatMap { try? RoutePattern($0.description) }
            #expect(again == pattern, "\(text)")
            #expect(pattern?.variants().isEmpty == false)
            return true
        }
        let bytes = Array(text.utf8)
        guard error.range.lowerBound >= 0, error.range.upperBound <= bytes.count else {
            Issue.record("the range passes the end: \(text)")
            return false
        }
        let culprit = bytes[error.range]
        #expect(String(validating: culprit, as: UTF8.self) != nil, "\(text)")
        #expect(!error.hint.isEmpty && !error.message.isEmpty, "\(text)")
        return false
    }
}
