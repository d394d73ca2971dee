import RouteDBAppLinks
import RouteDBTestSupport
import Testing

@Suite("Automata over bytes")
struct ByteProgramTests {
    @Test("an expression accepts its texts only")
    func basics() {
        let word = ByteExpression.sequence([.text("a".utf8), .many(.set(ByteSet("bc".utf8)))])
        let program = ByteProgram(.choice([word, .text("x".utf8)]))
        for text in ["a", "ab", "acb", "x"] { #expect(program.accepts(text.utf8), "\(text)") }
        for text in ["", "b", "abx", "xx"] { #expect(!program.accepts(text.utf8), "\(text)") }
        #expect(!ByteProgram(.nothing).accepts("".utf8))
        #expect(ByteProgram(.empty).accepts("".utf8))
        #expect(ByteProgram(.many(.many(.optional(.text("a".utf8))))).accepts("aaa".utf8))
    }

    @Test("a character is one Unicode scalar, well formed")
    func characters() {
        let program = ByteProgram(ScalarExpression.any)
        for text in ["a", "é", "€", "😀", "\u{0}"] { #expect(program.accepts(text.utf8)) }
        #expect(!program.accepts("ab".utf8))
        #expect(!program.accepts([0x80]))
        #expect(!program.accepts([0xC0, 0x80]))
        #expect(!program.accepts([0xED, 0xA0, 0x80]))
        #expect(!ByteProgram(ScalarExpression.basic).accepts("😀".utf8))
        #expect(ByteProgram(ScalarExpression.basic).accepts("€".utf8))
    }

    @Test("random expressions accept what a backtracking matcher accepts")
    func programOracle() {
        var generator = SeededGenerator(seed: 17)
        for _ in 0..<FuzzBudget.tries(1_000, byDefault: 2_000) {
            let expression = Self.expression(depth: 3, &generator)
            let program = ByteProgram(expression)
            for _ in 0..<10 {
                let text = (0..<generator.below(6)).map { _ in generator.pick(Array("abc".utf8)) }
                let wanted = Self.ends(of: expression, in: text[...]).contains(text.count)
                #expect(program.accepts(text) == wanted, "\(expression) \(text)")
            }
        }
    }

    private static func expression(
        depth: Int, _ generator: inout SeededGenerator
    ) -> ByteExpression {
        let kind = depth == 0 ? 0 : generator.below(4)
        switch kind {
        case 0:
            return .set(ByteSet([generator.pick(Array("abc".utf8)), generator.pick([97, 98])]))
        case 1, 2:
            let parts = (0..<generator.below(4)).map { _ in
                expression(depth: depth - 1, &generator)
            }
            return kind == 1 ? .sequence(parts) : .choice(parts)
        default: return .many(expression(depth: depth - 1, &generator))
        }
    }

    /// Where a match of an expression can end.
    private static func ends(of expression: ByteExpression, in text: ArraySlice<UInt8>) -> Set<Int>
    {
        switch expression {
        case .set(let set):
            return text.first.map { set.contains($0) ? [text.startIndex + 1] : [] } ?? []
        case .sequence(let parts):
            return parts.reduce([text.startIndex]) { starts, part in
                starts.reduce(into: []) { $0.formUnion(ends(of: part, in: text[$1...])) }
            }
        case .choice(let parts):
            return parts.reduce(into: []) { $0.formUnion(ends(of: $1, in: text)) }
        case .many(let part):
            var found: Set<Int> = [text.startIndex]
            var new = found
            while !new.isEmpty {
                let next = new.reduce(into: Set<Int>()) { found, start in
                    found.formUnion(ends(of: part, in: text[start...]))
                }
                new = next.subtracting(found)
                found.formUnion(new)
            }
            return found
        }
    }
}
