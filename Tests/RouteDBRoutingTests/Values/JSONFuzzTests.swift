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

    /// A text either has a value that survives writing, or an error that lies within it.
    private func expectAnswer(
        for bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        do throws(JSONError) {
            let value = try JSONValue(parsing: bytes)
            let again = try JSONValue(parsing: value.description)
            #expect(again == value, sourceLocation: sourceLocation)
        } catch {
            #expect(
                (0...bytes.count).contains(error.offset), "\(bytes)", sourceLocation: sourceLocation
            )
            #expect(error.line >= 1 && error.column >= 1, sourceLocation: sourceLocation)
        }
    }
}
