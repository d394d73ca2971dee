import RouteDBRouting
import RouteDBTestSupport
import Testing

/// Input that is made to cost much: it ends, and the answer is right.
@Suite struct MatcherHostileTests {
    static let patterns = [
        "/**", "/**/a/**/a/**/a/**/b", "/{x:path}/{y:path}/{z:path}/q", "/{p}/{q}/{r}",
        "/{a:slug}-{b:slug}-{c:slug}-{d:int}", "/{a}a{b}a{c}a{d}a{e}a{f}a{g}a{h}",
        "/x?q={v:float}&!w", "//{a}.{b}.{c}/**",
    ]

    @Test("a megabyte of slashes, escapes or junk is answered")
    func megabytes() throws {
        let matching = try Matching(Self.patterns)
        let limit = URLLimits.bytes
        #expect(matching.all(String(repeating: "/", count: limit)) == ["invalid"])
        #expect(matching.all(String(repeating: "/", count: limit + 1)) == ["invalid"])
        let text = "/" + String(repeating: "a", count: limit - 1)
        #expect(matching.all(text) == ["/**"])
        #expect(matching.all(text + "a") == ["invalid"])
        #expect(matching.all("/" + String(repeating: "%", count: limit - 1)) == ["/**"])
        // Smaller ones, for they are read several times.
        let size = limit / 16
        #expect(matching.all("/" + String(repeating: "%61", count: size)) == ["/**"])
        #expect(matching.all("/x?" + String(repeating: "q=&", count: size)) == ["/**"])
        #expect(matching.all("/x?" + String(repeating: "=", count: size)) == ["/**"])
        #expect(matching.all("app://" + String(repeating: "a.", count: size)) == ["/**"])
        #expect(matching.all(String(repeating: "a", count: size)) == ["/**"])
    }

    @Test("segments at the limit, and one more")
    func segments() throws {
        let matching = try Matching(["/**/a/**/a/**/b", "/{x:path}"])
        let many = String(repeating: "/a", count: URLLimits.segments)
        #expect(matching.all(many) == ["/{x:path}"])
        #expect(matching.all(many + "/b") == ["invalid"])
        #expect(matching.all(many.dropLast(2) + "/b").count == 2)
        let trailing = String(repeating: "/a", count: URLLimits.segments - 1) + "/"
        #expect(matching.all(trailing) == ["/{x:path}"])
    }

    @Test("texts that can be divided in many ways are decided without trying all")
    func sharing() throws {
        let matching = try Matching(Self.patterns)
        let words = "/" + Array(repeating: "a", count: 127).joined(separator: "-")
        #expect(matching.all(words) == ["/{a}a{b}a{c}a{d}a{e}a{f}a{g}a{h}", "/**"])
        let slugs = try Matching(["/{a:slug}-{b:slug}-{c:slug}-{d:int}"])
        #expect(slugs.captures(words + "-7").last == "d=7")
        let letters = "/" + String(repeating: "a", count: 254)
        #expect(matching.all(letters).count == 2)
        let nearly = try Matching(["/{a}a{b}a{c}a{d}a{e}a{f}a{g}a{h:int}"])
        #expect(nearly.all(letters) == [])
        let host = "app://" + String(repeating: "a.", count: 120) + "a/x"
        #expect(matching.all(host) == ["/**"])
    }

    @Test("more slashes than plain parsing supports")
    func manySlashes() throws {
        let matching = try Matching(["/{x:path}", "app:/{y:path}", "//h/{z:path}/b"])
        for count in 40...60 {
            let path = String(repeating: "/a", count: count)
            let text = path.dropFirst()
            #expect(matching.captures(path) == ["x=\(text)"])
            #expect(matching.captures("app://g" + path) == ["y=\(text)"])
            #expect(matching.captures("x://h" + path + "/b") == ["z=\(text)"])
        }
    }

    @Test("literals that the tree cannot distinguish are compared completely")
    func collisions() throws {
        // The tree looks at the length and at the first and last eight bytes.
        let names = (100..<164).map { "abcdefgh\($0)ijklmnop" }
        let patterns: [String] = names.map { "/\($0)/x" } + names.map { "/{p}/\($0)" }
        let matching = try Matching(patterns)
        for name in names {
            #expect(matching.all("/\(name)/x") == ["/\(name)/x"])
            #expect(matching.all("/z/\(name)") == ["/{p}/\(name)"])
        }
        #expect(matching.all("/abcdefgh999ijklmnop/x") == [])
        #expect(matching.table.brokenInvariant() == nil)
        let folded = try Matching(patterns, [.letterCase: "insensitive"])
        #expect(folded.all("/ABCDEFGH163IJKLMNOP/X") == ["/abcdefgh163ijklmnop/x"])
    }
}
