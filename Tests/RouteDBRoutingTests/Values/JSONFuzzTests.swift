import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite("Fuzzing the JSON parser")
struct JSONFuzzTests {
    @Test(
        "damaged texts parse, or fail at a place inside them", arguments: 0..<100 as Range<UInt64>)
    func damagedTexts(_ seed: UInt64) {
        var texts = JSONGenerator(seed: seed)
        for _ in 0..<50 * FuzzBudget.rounds { expectAnswer(for: texts.damagedText()) }
    }

    @Test(
        "arbitrary bytes parse, or fail at a place inside them", arguments: 0..<20 as Range<UInt64>
    )
    func arbitraryBytes(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 * FuzzBudget.rounds {
            let count = Int.random(in: 0..<64, using: &random)
            let start: [UInt8] =
                [[], [0x22], [0x5B], [0x7B, 0x22], [0x2D]].randomElement(using: &random) ?? []
            expectAnswer(
                for: start + (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
    }

    @Test("every prefix of a text fails or parses")
    func beginnings() throws {
        let text = Array(#" {"a\u00e9\uD83D\uDE00":[1.5e-3,-12,true,false,null,{"":""}]} "#.utf8)
        #expect(throws: Never.self) { try JSONValue(parsing: text) }
        for count in 0...text.count { expectAnswer(for: Array(text.prefix(count))) }
    }

    @Test(
        "an object with many keys is parsed as one with few", arguments: 0..<20 as Range<UInt64>)
    func manyKeys(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        // Keys of which many have the same number of bytes, and the same first and last ones.
        let keys = (0..<400).map { "\"abcdefgh\($0)abcdefgh\"" }
        for count in [15, 16, 17, 63, 64, 65, 66, 300] {
            var members = keys.shuffled(using: &random).prefix(count).map { "\($0):{\($0):1}" }
            expectAnswer(for: Array("{\(members.joined(separator: ","))}".utf8))
            let double = random.pick(members)
                .replacing("\"a", with: random.pick([#""\u0061"#, "\"a"]), maxReplacements: 1)
            members.insert(double, at: random.below(count + 1))
            expectAnswer(for: Array("{\(members.joined(separator: ","))}".utf8))
        }
    }

    @Test("a mark at any place of a string is found there")
    func marks() {
        for mark in ["\"", "\\", "\n", "\\n", "\u{1F}", "\u{7F}", "é", "\u{20AC}"] {
            for count in 0..<40 {
                let text = String(repeating: "a", count: count)
                for rest in ["", "\"", "b\" ", "bbbbbbbbbbbbbbbbbbbbbbbbb\""] {
                    expectAnswer(for: Array("\"\(text)\(mark)\(rest)".utf8))
                }
                expectAnswer(for: Array("\"\(text)".utf8) + [0xC3] + Array("\" \"".utf8))
            }
        }
    }

    /// A text has the value, or the mistake, that the reference finds; the value survives writing.
    private func expectAnswer(
        for bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let reference = Result { () throws(ReferenceJSON.Mistake) in
            try ReferenceJSON.parse(bytes)
        }
        do throws(JSONError) {
            let value = try JSONValue(parsing: bytes)
            #expect(reference == .success(value), sourceLocation: sourceLocation)
            let again = try JSONValue(parsing: value.description)
            #expect(again == value, sourceLocation: sourceLocation)
        } catch {
            let mistake = ReferenceJSON.Mistake(offset: error.offset, message: error.message)
            #expect(reference == .failure(mistake), "\(bytes)", sourceLocation: sourceLocation)
            #expect(error.line >= 1 && error.column >= 1, sourceLocation: sourceLocation)
        }
    }
}
