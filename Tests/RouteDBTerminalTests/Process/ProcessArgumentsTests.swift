import RouteDBTerminal
import Testing

@Suite("Words of a command line")
struct ProcessArgumentsTests {
    @Test("a word that is not UTF-8 is repaired, and the first one is known by its position")
    func unreadable() {
        let words: [[UInt8]] = [Array("add".utf8), [0x2F, 0xFF], Array("--json".utf8), [0xC3]]
        let arguments = ProcessArguments(words)
        #expect(arguments.unreadable == 2)
        #expect(arguments.texts == ["add", "/\u{FFFD}", "--json", "\u{FFFD}"])
        #expect(ProcessArguments([Array("/caf\u{E9}\u{FFFD}".utf8)]).unreadable == nil)
    }
}
