import RouteDB
import RouteDBTestSupport
import Testing

@Suite("Control sequences in arguments and registries")
struct ControlSequenceTests {
    private static let hostile = "a\u{1B}[2Jb\u{7}c\u{9B}31md\u{202E}e\u{2066}f\u{2028}g\u{FEFF}h"

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
