import RouteDBRouting
import Testing

/// The refused paths and hosts, and the limits.
@Suite struct PatternStructureErrorTests {
    @Test(
        "invalid paths are refused",
        arguments: [
            Refusal("/a//b", "   ^", .emptySegment), Refusal("/a//", "   ^", .emptySegment),
            Refusal("(/a)/(/b)", "      ^", .emptySegment),
            Refusal("/(a)/b", "    ^", .emptySegment), Refusal("/a/(/b)", "    ^", .emptySegment),
            Refusal("/()", " ^^", .emptyGroup), Refusal("/a(())", "   ^^", .emptyGroup),
            Refusal("/./a", " ^", .dotSegment), Refusal("/a/..", "   ^^", .dotSegment),
            Refusal("/%2e%2E/a", " ^^^^^^", .dotSegment), Refusal(".", "^", .dotSegment),
            Refusal("/a%2F../b", " ^^^^^^", .dotSegment),
            Refusal("/{x}%2F.", "    ^^^^", .dotSegment),
            Refusal("/.(a)/b", " ^", .dotSegment), Refusal("/.(.)", "   ^", .dotSegment),
            Refusal("/a*", "  ^", .misplaced), Refusal("/*a", "  ^", .misplaced),
            Refusal("/**a", "   ^", .misplaced), Refusal("/***", " ^^^", .misplaced),
            Refusal("/a{r:path}", "  ^^^^^^^^", .misplaced),
            Refusal("/{r:path}.x", "         ^^", .misplaced),
            Refusal("/*(.x)", "   ^^", .misplaced), Refusal("/*{a}", "  ^^^", .misplaced),
            Refusal("/{a}*", "    ^", .misplaced), Refusal("/:id.json", " ^^^", .misplaced),
            Refusal("/(a):id", "    ^", .misplaced), Refusal("/a(/):id", "     ^", .misplaced),
            Refusal("/{a}{b}", "    ^^^", .adjacentParameters),
            Refusal("/{a}({b})", "     ^^^", .adjacentParameters),
            Refusal("/{a}(-){b}", "       ^^^", .adjacentParameters),
            Refusal("/a#b", "  ^", .invalidCharacter), Refusal("/a\\", "  ^", .invalidCharacter),
            Refusal("/a\\/b", "  ^^", .invalidCharacter),
            Refusal("/a\nb", "  ^", .invalidCharacter),
            Refusal("/\u{0}", " ^", .invalidCharacter),
            Refusal("/a%00", "  ^^^", .invalidCharacter),
            Refusal("/%41%0a", "    ^^^", .invalidCharacter),
            Refusal("/é%C3%28", "   ^^^^^^", .invalidCharacter),
            Refusal("/%ff", " ^^^", .invalidCharacter),
            Refusal("/a\\\u{7F}", "   ^", .invalidCharacter),
        ])
    func paths(_ refusal: Refusal) { refusal.check() }

    @Test(
        "invalid schemes and hosts are refused",
        arguments: [
            Refusal("my_app://h/x", "^^^^^^^", .invalidAuthority),
            Refusal("{scheme}://h", "^^^^^^^^^", .invalidAuthority),
            Refusal("//u@h/x", "  ^^", .invalidAuthority),
            Refusal("//u:p@h/x", "  ^^^^", .invalidAuthority),
            Refusal("//h:", "   ^", .invalidAuthority),
            Refusal("//h:0/", "   ^^", .invalidAuthority),
            Refusal("//h:65536/", "   ^^^^^^", .invalidAuthority),
            Refusal("//h:99999999999999", "   ^^^^^^^^^^^^^^^", .invalidAuthority),
            Refusal("//h:8a/x", "   ^^^", .invalidAuthority),
            Refusal("//:80/x", "  ^^^", .invalidAuthority),
            Refusal("//:host/x", "  ^^^^^", .invalidAuthority),
            Refusal("//[zz]/", "  ^^^^", .invalidAuthority),
            Refusal("//[::1]x/", "  ^^^^^", .invalidAuthority),
            Refusal("//[1:2:3:4:5:6:7]/", "  ^^^^^^^^^^^^^^^", .invalidAuthority),
            Refusal("//a[b/", "   ^", .invalidAuthority),
            Refusal("//**/x", "  ^^", .misplaced), Refusal("//a*.b", "   ^", .misplaced),
            Refusal("//*a.b", "  ^", .misplaced),
            Refusal("//{h:path}/x", "  ^^^^^^^^", .misplaced),
            Refusal("//(www.)h/x", "   ^^^^", .misplaced), Refusal("//h(x)", "    ^", .misplaced),
            Refusal("//h(/x)y", "       ^", .misplaced),
            Refusal("//{a}{b}/", "     ^^^", .adjacentParameters),
            Refusal("//a#", "   ^", .invalidCharacter),
            Refusal("//a\\/b", "   ^^", .invalidCharacter),
        ])
    func authorities(_ refusal: Refusal) { refusal.check() }

    @Test("texts and paths past the limits are refused")
    func limits() {
        let long = "/" + String(repeating: "a", count: PatternLimits.bytes)
        expectLimit(long, PatternLimits.bytes..<PatternLimits.bytes + 1)
        #expect(Refusal.error(of: String(long.dropLast())) == nil)

        let segments = String(repeating: "/a", count: PatternLimits.segments)
        #expect(Refusal.error(of: segments + "/") == nil)
        expectLimit(segments + "/b", segments.utf8.count + 1..<segments.utf8.count + 2)

        let eight = (1...8).map { "{p\($0)}" }.joined(separator: "-")
        #expect(Refusal.error(of: "/" + eight) == nil)
        #expect(Refusal.error(of: "//" + eight) == nil)
        expectLimit("/" + eight + "-{x}", 41..<44)
        expectLimit("//" + eight + "-{x}", 2..<45)

        let six = (1...6).map { "(/\($0))" }.joined()
        #expect(Refusal.error(of: six) == nil)
        expectLimit("/a" + six + "(/7)", 2..<6)

        let conditions = (1...16).map(String.init).joined(separator: "&")
        #expect(Refusal.error(of: "?" + conditions) == nil)
        expectLimit("?" + conditions + "&x", conditions.utf8.count + 2..<conditions.utf8.count + 3)
    }

    private func expectLimit(_ text: String, _ range: Range<Int>) {
        let error = Refusal.error(of: text)
        #expect(error?.code == .limitExceeded)
        #expect(error?.range == range)
    }

    @Test("deep nesting is refused without a crash", arguments: [63, 64, 1_000, 8_000])
    func nesting(_ depth: Int) {
        let text = String(repeating: "(", count: depth)
        #expect(Refusal.error(of: text)?.code == (depth > 63 ? .limitExceeded : .unclosed))
    }
}
