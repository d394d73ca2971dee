import Testing

@testable import RouteDBTerminal

@Suite("Markdown")
struct MarkdownTextTests {
    @Test(
        "a text is inline code, whatever is in it",
        arguments: [
            ("/user/{id}", "`/user/{id}`"), ("@ada #1 <b>*x*</b>", "`@ada #1 <b>*x*</b>`"),
            ("a|b", "<code>a&#124;b</code>"), ("`x`", "<code>&#96;x&#96;</code>"),
            ("a\\|</code>", "<code>a&#92;&#124;&#60;/code&#62;</code>"),
            (" x", "<code> x</code>"), ("a\nb", "`a\\nb`"), ("", ""),
        ])
    func code(_ text: String, expected: String) {
        #expect(MarkdownText.code(text) == expected)
    }

    @Test(
        "a sentence has no markup, no HTML, no links and no mentions",
        arguments: [
            ("The route /a is fine.", "The route /a is fine."),
            ("<img src=x> & **b**", "\\<img src=x\\> \\& \\*\\*b\\*\\*"),
            ("ask @ada about #1", "ask \\@\u{200B}ada about \\#\u{200B}1"),
            ("[x](y) | `z`", "\\[x\\](y) \\| \\`z\\`"),
            ("https://a.example www.b.example", "https\\://a.example www\\.b.example"),
            ("a\n\n# b:", "a\\\\n\\\\n\\#\u{200B} b:"), (":smile: a:", "\\:smile: a:"),
        ])
    func prose(_ text: String, expected: String) {
        #expect(MarkdownText.prose(text) == expected)
    }

    @Test("long texts are shortened, also those that have no width")
    func shortening() {
        let long = String(repeating: "a", count: 10_000)
        #expect(MarkdownText.code(long).count == MarkdownText.width + 2)
        #expect(MarkdownText.code(long).hasSuffix("a…`"))
        #expect(MarkdownText.code(long, width: nil).count == 10_002)
        #expect(MarkdownText.prose("the route \(long) is long").count < 100)
        let marks = "a" + String(repeating: "\u{301}", count: 10_000)
        #expect(MarkdownText.code(marks).unicodeScalars.count < 300)
    }

    @Test("a table shows the first rows and the exact number of all others")
    func table() {
        let rows = (1...1_012).map { ["\($0)", "x"] }
        let table = MarkdownTable(
            columns: [.init("hits", isNumber: true), .init("route")], rows: rows)
        #expect(table.lines.count == 15)
        #expect(table.lines.prefix(4) == ["", "| hits | route |", "|--:|---|", "| 1 | x |"])
        #expect(table.lines.suffix(3) == ["| 10 | x |", "", "And 1,002 more."])
        let part = MarkdownTable(columns: [.init("a")], rows: [["x"]], count: 3)
        #expect(part.lines.last == "And 2 more.")
        #expect(MarkdownTable(columns: [.init("a")], rows: []).lines == [])
    }
}
