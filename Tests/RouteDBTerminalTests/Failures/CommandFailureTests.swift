import RouteDB
import RouteDBTerminal
import Testing

@Suite("Failures of commands")
struct CommandFailureTests {
    @Test("a person sees the place of the mistake between the message and the hint")
    func lines() {
        let failure = CommandFailure(
            "invalidPattern", "'/{' is not a\nvalid pattern.", hint: "Close the brace.",
            illustration: CommandFailure.illustration(of: Array("/{".utf8), marking: 1..<2))
        #expect(
            failure.lines == [
                "error: '/{' is not a\\nvalid pattern.", "  /{", "   ^", "hint: Close the brace.",
            ])
        #expect(CommandFailure("code", "No.").lines == ["error: No."])
    }

    @Test("a program reads the code, and whatever else is known")
    func object() {
        var failure = CommandFailure("invalidSQL", "No.")
        failure.details = ["offset": 3]
        #expect(
            failure.object.description
                == #"{"error":{"code":"invalidSQL","message":"No.","hint":null,"offset":3}}"#)
    }

    @Test(
        "what is marked may be a character of several bytes, the end, or beyond it",
        arguments: [
            ("/a{b}", 2..<5, "  /a{b}", "    ^~~"), ("/\u{E9}x", 1..<3, "  /\u{E9}x", "   ^"),
            ("/\u{E9}x", 3..<4, "  /\u{E9}x", "    ^"), ("/a", 2..<2, "  /a", "    ^"),
            ("/a", 7..<9, "  /a", "    ^"), ("a\tb\u{7F}", 2..<3, "  a?b?", "    ^"),
            ("", 0..<0, "  ", "  ^"),
        ])
    func marks(text: String, range: Range<Int>, line: String, marks: String) {
        #expect(
            CommandFailure.illustration(of: Array(text.utf8), marking: range) == [line, marks])
    }
}
