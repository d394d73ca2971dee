import RouteDB
import RouteDBTestSupport
import Testing

@testable import RouteDBCommands

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

    @Test(
        "no error passes on a control sequence of an argument",
        arguments: [
            ["resolve", "--nope=\(hostile)"], ["\(hostile)"], ["list", "--limit", hostile],
            ["show", hostile], ["namespace", hostile], ["resolve", "/a", hostile, "--\(hostile)"],
            ["add", "/a\n\(hostile)", "--target", "\(hostile)\nerror: fake"],
            ["list", "--bogus\nerror: fake"], ["list", "x\nerror: fake", "y"],
        ], [true, false])
    func arguments(arguments: [String], onTerminal: Bool) async throws {
        let tool = try Tool()
        await tool("init")
        let run = await tool.run(
            arguments + ["--db", tool.path], onTerminal: onTerminal)
        let unsafe = run.diagnostics.unicodeScalars.filter { scalar in
            PlainText.isUnsafe(scalar) && scalar != "\n"
        }
        #expect(unsafe.isEmpty, "\(run.diagnostics)")
        #expect(!run.diagnostics.contains("\nerror: fake"))
    }

    @Test("no list or report passes stored control sequences to a terminal")
    func lists() async throws {
        let tool = try Tool()
        tool.environment["NO_COLOR"] = "1"
        let target = "t\u{202E}\u{9B}x"
        await tool("add", "/caf\u{2066}", "--target", target, "--name", "n\u{2028}")
        for arguments in [
            ["list"], ["show", "1"], ["resolve", "/caf\u{2066}"], ["explain", "/caf\u{2066}"],
            ["log"],
            ["export"], ["list", "--csv"], ["list", "--json"], ["lint"],
            ["sql", "SELECT * FROM route"],
        ] {
            let run = await tool.run(arguments + ["--db", tool.path], onTerminal: true)
            let unsafe = (run.output + run.diagnostics).unicodeScalars.filter { scalar in
                PlainText.isUnsafe(scalar) && !"\t\r\n".unicodeScalars.contains(scalar)
            }
            #expect(unsafe.isEmpty, "\(arguments): \(run.output)")
        }
    }
}
