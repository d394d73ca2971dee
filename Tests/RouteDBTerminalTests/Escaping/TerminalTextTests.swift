import RouteDB
import RouteDBTestSupport
import Testing

@testable import RouteDBTerminal

@Suite("Text for terminals")
struct TerminalTextTests {
    /// What a terminal would obey, and the ways it may get there.
    private static let hostile = "a\u{1B}[2Jb\u{7}c\u{9B}31md\u{202E}e\u{2066}f\u{2028}g\u{FEFF}h"

    private static func written(_ text: String, onTerminal isTerminal: Bool) throws -> String {
        let sink = MemorySink()
        let output = OutputWriter(sink, isTerminal: isTerminal)
        try output.write(text)
        try output.flush()
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    @Test("control sequences are escaped on a terminal, and nowhere else")
    func boundary() throws {
        #expect(try Self.written(Self.hostile, onTerminal: false) == Self.hostile)
        let shown = #"a\x1b[2Jb\x07c\u009b31md\u202ee\u2066f\u2028g\ufeffh"#
        #expect(try Self.written(Self.hostile, onTerminal: true) == shown)
        #expect(PlainText.shown(Self.hostile) == shown)
    }

    @Test(
        "line endings, tabs, colors, scripts and emoji are kept",
        arguments: [
            "a\tb\nc\r\nd", "\u{1B}[31mred\u{1B}[0m", "\u{1B}[1;32mgood\u{1B}[m", "caf\u{E9}",
            "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
            "\u{2764}\u{FE0F}", "\u{645}\u{6CC}\u{200C}\u{62E}",
        ])
    func kept(text: String) throws {
        #expect(try Self.written(text, onTerminal: true) == text)
    }

    @Test("on a terminal, invalid UTF-8 and incomplete sequences are escaped")
    func bytes() throws {
        let sink = MemorySink()
        let output = OutputWriter(sink, isTerminal: true)
        try output.write(utf8: [0x61, 0x9B, 0xC3, 0x0D, 0x62, 0x1B, 0x5B, 0x33] as [UInt8])
        try output.writeControl("\r\u{1B}[K")
        try output.flush()
        let text = String(decoding: sink.bytes, as: UTF8.self)
        #expect(text == "a\\x9b\\xc3\\x0db\\x1b[3\r\u{1B}[K")
    }

    @Test("JSON with escaped characters is still JSON")
    func json() throws {
        let value = JSONValue.string("a\u{9B}\u{202E}\u{E0041}")
        let shown = try Self.written("\(value)", onTerminal: true)
        #expect(shown.utf8.allSatisfy { $0 < 0x80 })
        #expect(try JSONValue(parsing: shown) == value)
    }
}
