import RouteDBRouting
import Testing

@Suite("Text without control characters")
struct PlainTextTests {
    @Test("control characters are shown as escapes")
    func plainText() {
        #expect(PlainText.shown("a\tb\nc\u{1B}\u{7}\u{9B}") == "a\\tb\\nc\\x1b\\x07\\u009b")
        #expect(PlainText.shown("caf\u{E9} \u{1F600}") == "caf\u{E9} \u{1F600}")
    }
}
