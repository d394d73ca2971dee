import RouteDBAppLinks
import RouteDBTestSupport
import Testing

@Suite("Android's pattern matcher")
struct AndroidMatcherTests {
    /// An expression of Android 15 with texts that it takes and refuses, as Android's own tests say.
    struct Case: CustomTestStringConvertible, Sendable {
        let expression: String
        let takes: [String]
        let refuses: [String]
        var testDescription: String { expression }
    }

    private static let cases: [Case] = [
        Case(expression: "foo.bar", takes: ["foo.bar"], refuses: ["foobar", "foodbar"]),
        Case(expression: "foo*", takes: ["foo", "foobar"], refuses: ["fo", "barfoo"]),
        Case(
            expression: "*bar", takes: ["foobar", "foo.bar", "bar", ".bar"],
            refuses: ["foo", "barfoo", "barfoobar", "abcbar"]),
        Case(
            expression: "*.bar", takes: [".bar", "foo.bar"],
            refuses: ["bar", "foobar", ".bar.bar", "foo.b.bar"]),
        Case(
            expression: "foo*bar", takes: ["foobar", "foo.bar", "foofoobar"],
            refuses: ["foobarbar", "f.bar"]),
        Case(
            expression: "foo\\*bar", takes: ["foo\\bar", "foo\\.bar"],
            refuses: ["foobarbar", "f.bar"]),
        Case(
            expression: "foo*.bar", takes: ["foo.bar", "foobar.bar"],
            refuses: ["foobar", "foo.bar.bar"]),
        Case(
            expression: "*foo*bar", takes: [".foo.bar", "xfoozbar", "foobar", "foo.bar"],
            refuses: ["barfoo", "foobbar", "ffoobar"]),
        Case(expression: "foo?bar", takes: ["foo.bar", "foobbar"], refuses: ["foobar"]),
        Case(expression: "?bar", takes: [".bar", "fbar"], refuses: ["bar", "foobar"]),
        Case(expression: "foo?", takes: ["foo.", "foob"], refuses: ["foo", "foobar"]),
        Case(
            expression: "fo?b*r", takes: ["foobar", "fo.br", "fobbbbr"],
            refuses: ["foobrr", "fobar"]),
        Case(
            expression: "foo*?bar", takes: ["foo.bar", "foofoo.bar", "foobar.bar"],
            refuses: ["foobar", "foobarbar"]),
        Case(
            expression: "foo?*bar*", takes: ["foo.bar", "foo..bar", "foobarbar"],
            refuses: ["foobar", "foo.ba.bar"]),
        Case(expression: "bar?*", takes: ["barfoo", "bar."], refuses: ["bar", "foobar"]),
        Case(
            expression: "fo{2}*bar", takes: ["fo{2}.bar"], refuses: ["foo.bar"]),
    ]

    @Test("D2: expressions match as Android's own tests say", arguments: cases)
    func expressions(_ example: Case) throws {
        let matcher = try #require(DynamicComponent.Expression(example.expression)).matcher
        for text in example.takes { #expect(matcher.matches(text), "\(text)") }
        for text in example.refuses { #expect(!matcher.matches(text), "\(text)") }
    }

    @Test("D3: earlier versions read '?*' as one character or more, as many as there are")
    func older() throws {
        let expression = try #require(DynamicComponent.Expression("foo?*bar"))
        #expect(expression.isUncertain)
        #expect(expression.matcher.matches("fooxbar"))
        #expect(expression.older?.matches("fooxbar") == false)
        #expect(DynamicComponent.Expression("foo*")?.isUncertain == false)
        #expect(DynamicComponent.Expression("") == nil)
    }

    @Test("M5: '.*' takes text up to the next character of the pattern, once")
    func globs() throws {
        let matcher = try AndroidMatcher(.glob, "/a/.*/b")
        #expect(matcher.matches("/a/x/b"))
        #expect(!matcher.matches("/a/x/y/b"))
        #expect(try AndroidMatcher(.glob, "/a.*").matches("/a"))
        #expect(try AndroidMatcher(.glob, "/a.*.").matches("/axyz."))
        #expect(try !AndroidMatcher(.glob, "/a.*.").matches("/axyz"))
    }

    @Test("M6: an escaped '.' is any character, except after '.*'")
    func escapes() throws {
        #expect(try AndroidMatcher(.glob, "/a\\.html").matches("/axhtml"))
        #expect(try !AndroidMatcher(.glob, "/a.*\\.html").matches("/axhtml"))
        #expect(try AndroidMatcher(.glob, "/\\*").matches("/*"))
        #expect(try AndroidMatcher(.glob, "ab*c").matches("abbc"))
        #expect(try AndroidMatcher(.glob, "ab*c").matches("ac"))
        #expect(try AndroidMatcher(.glob, "ab*").matches("abb"))
        // Nothing is left to look at.
        #expect(try !AndroidMatcher(.glob, "ab*").matches("a"))
    }

    @Test("an advanced glob takes as much as it can, and never gives back")
    func advanced() throws {
        #expect(try AndroidMatcher(.advanced, "/a/[0-9]+").matches("/a/42"))
        #expect(try !AndroidMatcher(.advanced, "/a/[0-9]+").matches("/a/"))
        #expect(try AndroidMatcher(.advanced, "/[^/]+/b").matches("/xyz/b"))
        #expect(try !AndroidMatcher(.advanced, ".+b").matches("ab"))
        #expect(try AndroidMatcher(.advanced, "a{2,3}").matches("aa"))
        #expect(try !AndroidMatcher(.advanced, "a{2,3}").matches("aaaa"))
        #expect(try AndroidMatcher(.advanced, "a{2,}").matches("aaaa"))
        #expect(try AndroidMatcher(.advanced, "\\[[a\\-]*").matches("[a-a"))
    }

    @Test(
        "Android refuses advanced globs that are not well formed",
        arguments: ["[", "[]", "[a", "*a", "+", "a**", "a{", "a{x}", "a{3,2}", "a\\", "a{-1}"])
    func refused(_ pattern: String) {
        #expect(throws: AndroidPatternError.self) { try AndroidMatcher(.advanced, pattern) }
    }

    @Test("a long pattern and a long text take little time")
    func hostile() throws {
        let text = String(repeating: "a", count: 100_000)
        let pattern = String(repeating: ".*a", count: 30_000) + "b"
        #expect(try !AndroidMatcher(.glob, pattern).matches(text))
        #expect(throws: AndroidPatternError.self) { try AndroidMatcher(.advanced, pattern) }
    }
}
