import RouteDBRouting
import Testing

/// The texts of the dialects that are no patterns: each with its code and the bytes at fault.
@Suite struct DialectErrorTests {
    @Test(
        "jlroutes refuses what is malformed",
        arguments: [
            ("", "|", .emptySegment), ("/a(/b", "  ^", .unclosed), ("/a)", "  ^", .unopened),
            ("/a(/b))", "      ^", .unopened), ("/a(/b(/c))", "     ^", .misplaced),
            ("/a()", "  ^^", .emptyGroup), ("/a(/)b", "  ^^^", .emptyGroup),
            ("app://x", "^^^^^^", .invalidAuthority), ("//host/x", "^^", .invalidAuthority),
            ("/a?b=c", "  ^^^^", .misplaced), ("/a(?b)", "   ^^^", .misplaced),
            ("/a/../b", "   ^^", .dotSegment), ("/%2e%2E/b", " ^^^^^^", .dotSegment),
            ("/a(/.)", "    ^", .dotSegment),
            ("/a\nb", "  ^", .invalidCharacter), ("/a(/*)/b", "  ^^^^", .misplaced),
            ("/a(/*)(/b)", "  ^^^^", .misplaced),
        ] as [(String, String, PatternError.Code)])
    func jlroutes(text: String, marks: String, code: PatternError.Code) {
        Refusal(text, marks, code, in: "jlroutes").check()
    }

    @Test(
        "urlnavigator refuses what is malformed",
        arguments: [
            ("", "|", .emptySegment), ("?a=b", "^^^^", .emptySegment), ("#", "^", .emptySegment),
            ("my_app://x", "^^^^^^", .invalidAuthority), ("://x", "|", .invalidAuthority),
            ("m://u/<id", "      ^", .unclosed), ("m://u/<id/x>", "      ^", .unclosed),
            ("m://u/id>", "        ^", .unopened), ("m://u/>id<", "      ^", .unopened),
            ("m://u/user-<int:id>", "           ^^^^^^^^", .misplaced),
            ("m://u/<id>x", "      ^^^^", .misplaced), ("m://<a><b>", "    ^^^", .misplaced),
            ("m://u/<a:b:c>", "          ^", .invalidName), ("m://<a<b>", "      ^", .invalidName),
            ("m://u/<>", "      ^^", .emptyName), ("m://u/<int:>", "      ^^^^^^", .emptyName),
            ("m://u/<:id>", "       |", .unknownType),
            ("m://u/<itn:id>", "       ^^^", .unknownType),
            ("m://u/<slug:id>", "       ^^^^", .unknownType),
            ("m://u/<id?x>", "      ^", .unclosed), ("m://a/./b", "      ^", .dotSegment),
            ("m://\u{7F}", "    ^", .invalidCharacter),
        ] as [(String, String, PatternError.Code)])
    func urlnavigator(text: String, marks: String, code: PatternError.Code) {
        Refusal(text, marks, code, in: "urlnavigator").check()
    }

    @Test(
        "ikrouter refuses what is malformed",
        arguments: [
            ("", "|", .invalidAuthority), ("invalid_route", "|", .invalidAuthority),
            ("myapp:/a", "|", .invalidAuthority), ("://a", "|", .invalidAuthority),
            ("my_app://a", "^^^^^^", .invalidAuthority), ("1a://a", "^^", .invalidAuthority),
            ("m://a/:", "      ^", .emptyName), ("m://:/a", "    ^", .emptyName),
            ("m://:a/b/:a", "          ^", .duplicateName),
            ("m://a/n://b", "       ^^^", .misplaced),
            ("m://a?u=n://b", "         ^^^", .misplaced), ("m://a/..", "      ^^", .dotSegment),
            ("m://a\t", "     ^", .invalidCharacter),
        ] as [(String, String, PatternError.Code)])
    func ikrouter(text: String, marks: String, code: PatternError.Code) {
        Refusal(text, marks, code, in: "ikrouter").check()
    }

    @Test(
        "aroute refuses what is malformed",
        arguments: [
            ("aroute", "", "|", .emptySegment), ("aroute", "u/{id", "  ^", .unclosed),
            ("aroute", "u/{id/x}", "  ^", .unclosed), ("aroute", "u/{", "  ^", .unclosed),
            ("aroute", "u/id}", "    ^", .unopened), ("aroute", "u/{id}}", "      ^", .unopened),
            ("aroute", "u/{}", "  ^^", .emptyName),
            ("aroute", "u/{|number}", "  ^^^^^^^^^", .emptyName),
            ("aroute", "u/{id|}", "      |", .unknownType),
            ("aroute", "u/{id|nubmer}", "      ^^^^^^", .unknownType),
            ("aroute", "u/{id|int}", "      ^^^", .unknownType),
            ("aroute", "u/{a}{b}", "     ^^^", .adjacentParameters),
            ("aroute", "u/{a{b}}", "    ^", .invalidName),
            ("aroute", "a/.%2E", "  ^^^^", .dotSegment), ("aroute", "a/./b", "  ^", .dotSegment),
            ("aroute", "a\u{0}", " ^", .invalidCharacter), ("aroute :", "u/::", "  ^^", .emptyName),
            ("aroute :", "u/:a::b:", "     ^^^", .adjacentParameters),
            ("aroute []", "u/[id", "  ^", .unclosed), ("aroute []", "u/id]", "    ^", .unopened),
        ] as [(String, String, String, PatternError.Code)])
    func aroute(syntax: String, text: String, marks: String, code: PatternError.Code) {
        Refusal(text, marks, code, in: syntax).check()
    }

    @Test(
        "a hint suggests a type",
        arguments: [
            ("urlnavigator", "m://<itn:id>", "'int'"),
            ("urlnavigator", "m://<regoin:id>", "'region'"),
            ("aroute", "{id|nubmer}", "'number'"), ("aroute", "{id|regoin}", "'region'"),
            ("aroute", "{id|zzzzzz}", "converter of the namespace"),
        ])
    func suggestions(syntax: String, text: String, hint: String) {
        let error = Refusal.error(of: text, in: syntax, converters: ["region"])
        #expect(error?.hint.contains(hint) == true)
    }

    @Test("texts and paths past the limits are refused", arguments: NamespaceProfile.allCases)
    func limits(dialect: NamespaceProfile) {
        let start = dialect == .ikrouter ? "m://" : dialect == .urlnavigator ? "m:/" : ""
        let slash = dialect == .aroute || dialect == .ikrouter ? "" : "/"
        let long = start + slash + String(repeating: "é", count: PatternLimits.bytes / 2 + 1)
        let error = Refusal.error(of: long, in: dialect.rawValue)
        #expect(error?.code == .limitExceeded)
        #expect(error?.range.upperBound == long.utf8.count)

        let forty = Array(repeating: "a", count: PatternLimits.segments).joined(separator: "/")
        #expect(Refusal.error(of: start + slash + forty, in: dialect.rawValue) == nil)
        let text = start + slash + forty + "/b"
        let more = Refusal.error(of: text, in: dialect.rawValue)
        #expect(more?.code == .limitExceeded)
        #expect(more?.range == text.utf8.count - 1..<text.utf8.count)
    }

    @Test(
        "empty segments count towards the limit",
        arguments: [("jlroutes", "/a"), ("ikrouter", "m://a"), ("aroute", "a")])
    func emptySegments(syntax: String, start: String) {
        let forty = start + String(repeating: "/", count: PatternLimits.segments)
        #expect(Refusal.error(of: forty, in: syntax) == nil)
        #expect(Refusal.error(of: forty + "/", in: syntax)?.code == .limitExceeded)
    }
}
