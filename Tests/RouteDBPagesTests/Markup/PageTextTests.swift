import Testing

@testable import RouteDBPages

@Suite("Foreign text on pages")
struct PageTextTests {
    @Test(
        "markup is shown as text",
        arguments: [
            ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("\"' onload=x", "&quot;&#39; onload=x"), ("a&b", "a&amp;b"), ("plain", "plain"),
            ("", ""), ("Römerglas", "Römerglas"),
        ])
    func escapes(_ text: String, _ shown: String) {
        #expect(PageText.shown(text) == shown)
    }

    @Test(
        "an accent after a sign does not hide it",
        arguments: ["<\u{301}script>", "\"\u{301} x", "&\u{301}lt;", "'\u{301}"])
    func combiningMarks(_ text: String) {
        let shown = PageText.shown(text)
        #expect(!shown.utf8.contains { "<>\"'".utf8.contains($0) })
        #expect(shown.utf8.first == UInt8(ascii: "&"))
        #expect(PageText.field(text).html == shown)
    }

    @Test("what reverses or hides text is shown as an escape")
    func unsafeScalars() {
        #expect(PageText.shown("a\u{202E}b\u{200B}c\u{0}d\n") == "a\\u202eb\\u200bc\\x00d\\n")
    }

    @Test("a long text is cut with its length, never inside a scalar")
    func longTexts() {
        let shown = PageText.shown(String(repeating: "€", count: 40_000))
        #expect(shown.hasSuffix("€… (120,000 bytes)"))
        #expect(shown.utf8.count < 2_100)
        let accents = PageText.shown("e" + String(repeating: "\u{301}", count: 60_000))
        #expect(accents.utf8.count < 2_100)
    }

    @Test("the fields of forms keep the whole text and its lines")
    func fields() {
        let long = String(repeating: "<", count: 5_000)
        #expect(PageText.field(long).html.utf8.count == 20_000)
        #expect(PageText.field("a\n\tb").html == "a\n\tb")
        #expect(PageText.field("a\r\nb\rc\r").html == "a\nb\\rc\\r")
        #expect(PageText.lines("a\n<b>").html == "a\n&lt;b&gt;")
    }

    @Test("markup escapes what is put into it, and nothing twice")
    func interpolation() {
        let inner: Markup = "<b>\("<i>")</b>"
        let none: Markup? = nil
        let whole: Markup = "<p title=\"\("\"")\">\(inner) \(3)\(none)</p>"
        #expect(whole.html == "<p title=\"&quot;\"><b>&lt;i&gt;</b> 3</p>")
        #expect([inner, inner].joined(separator: "|").html == "\(inner.html)|\(inner.html)")
    }
}
