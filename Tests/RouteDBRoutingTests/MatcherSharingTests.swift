import RouteDBRouting
import RouteDBTestSupport
import Testing

/// How parameters share a segment and rests share a path: see `Docs/grammar.md`.
@Suite struct MatcherSharingTests {
    struct Case: CustomTestStringConvertible {
        let pattern: String
        let url: String
        /// `nil`: no match.
        let captures: [String]?

        init(_ pattern: String, _ url: String, _ captures: [String]?) {
            self.pattern = pattern
            self.url = url
            self.captures = captures
        }

        var testDescription: String { "\(pattern) on \(url)" }
    }

    @Test(
        "S1–S4: parameters of a segment take as little as they can, from the left",
        arguments: [
            Case("/{owner}-{id:int}", "/my-name-42", ["owner=my-name", "id=42"]),
            Case("/{a}-{b}", "/x-y-z", ["a=x", "b=y-z"]),
            Case("/{a}-{b}-{c}", "/-----", ["a=-", "b=-", "c=-"]),
            Case("/{a}-{b}", "/--", nil),
            Case("/{a}-{b}", "/a-", nil),
            Case("/{a}.{b:int}.{c}", "/x.y.1.z.2.w", ["a=x.y", "b=1", "c=z.2.w"]),
            Case("/v{major:int}.json", "/v12.json", ["major=12"]),
            Case("/v{major:int}.json", "/v.json", nil),
            Case("/{a}b{c}", "/bbb", ["a=b", "c=b"]),
            Case("/{a}aa{b}", "/aaaa", ["a=a", "b=a"]),
            Case("/{a:hex}a{b:hex}", "/aaa", ["a=a", "b=a"]),
            Case("/{d:date}-{rest}", "/2024-02-29-x", ["d=2024-02-29", "rest=x"]),
            Case("/{n:float}e{m:int}", "/1e5e6", ["n=1e5", "m=6"]),
            Case("/{a:enum(x,x-y)}-{b}", "/x-y-z", ["a=x", "b=y-z"]),
            Case("/{a:enum(x,x-y)}-{b:enum(z)}", "/x-y-z", ["a=x-y", "b=z"]),
            Case("/{a}(.{ext})", "/f.tar.gz", ["a=f", "ext=tar.gz"]),
            Case("/{a}(.{ext})", "/f", ["a=f"]),
            Case("/{a}-{b}", "/%61%2D%62", ["a=a", "b=b"]),
            Case("/{a}-{b}", "/x%2Fy-z", ["a=x/y", "b=z"]),
        ])
    func segments(line: Case) throws {
        let matching = try Matching([line.pattern])
        #expect((matching.first(line.url) == line.pattern) == (line.captures != nil))
        #expect(matching.captures(line.url) == line.captures ?? [])
    }

    @Test("S5: several parameters share at most 255 bytes; one takes any number")
    func limit() throws {
        let matching = try Matching(["/{a}-{b}", "/{c}-"])
        let fits = "/" + String(repeating: "a", count: PatternLimits.mixedSegmentBytes - 2) + "-b"
        #expect(matching.all(fits) == ["/{a}-{b}"])
        #expect(matching.all("/a" + fits.dropFirst()) == [])
        let long = "/" + String(repeating: "a", count: 100_000) + "-"
        #expect(matching.all(long) == ["/{c}-"])
    }

    @Test(
        "S6–S8: rests take as few segments as they can, from the left",
        arguments: [
            Case("/**/b/**", "/a/b/c/b/d", ["*=a", "*=c/b/d"]),
            Case("/{x:path}/{y:path}", "/a/b/c", ["x=a", "y=b/c"]),
            Case("/{x:path}/{y:path}", "/a", nil),
            Case("/**/**", "/a/b", ["*=", "*=a/b"]),
            Case("/**", "/", ["*="]),
            Case("/{x:path}", "/", nil),
            Case("/a/**/z", "/a/z", ["*="]),
            Case("/a/**/z", "/a/z/z", ["*=z"]),
            Case("/a/**/z", "/a", nil),
            Case("/**/a/{p}/**/c", "/a/b/a/x/c/c", ["*=", "p=b", "*=a/x/c"]),
            Case("/**/a/{p:int}/**/c", "/a/b/a/7/c/c", ["*=a/b", "p=7", "*=c"]),
            Case("/{x:path}/*/{y}", "/1/2/3/4", ["x=1/2", "*=3", "y=4"]),
            Case("/{x:path}/c", "/a%2Fb/c", ["x=a%2Fb"]),
            Case("/{x:path}", "/a%2fb/c%252F", ["x=a%2Fb/c%252F"]),
            Case("/**", "/100%25/%2525%252f", ["*=100%/%25%252f"]),
        ])
    func rests(line: Case) throws {
        let matching = try Matching([line.pattern])
        #expect((matching.all(line.url) == [line.pattern]) == (line.captures != nil))
        #expect(matching.captures(line.url) == line.captures ?? [])
    }

    @Test("a failed branch leaves nothing behind, and others are tried")
    func backtracking() throws {
        let matching = try Matching(["/a/{x}/c", "/a/b/{y:int}", "/{z}/b/d", "/**/e"])
        #expect(matching.captures("/a/b/c") == ["x=b"])
        #expect(matching.captures("/a/b/1") == ["y=1"])
        #expect(matching.captures("/a/b/d") == ["z=a"])
        #expect(matching.captures("/a/b/e") == ["*=a/b"])
        #expect(matching.all("/a/b/f") == [])
    }

    @Test("more captures than a match stores ranges for are all found")
    func manyCaptures() throws {
        let pattern = "/" + (0..<12).map { "{p\($0)}" }.joined(separator: "/")
        let url = "/" + (0..<12).map { "v\($0)" }.joined(separator: "/")
        let expected = (0..<12).map { "p\($0)=v\($0)" }
        let matching = try Matching([pattern])
        #expect(matching.captures(url) == expected)
        #expect(matching.captures(url + "/") == expected)
    }

    @Test("captures are in the order host, path, query")
    func order() throws {
        let matching = try Matching(["//{h}.com/{p}/*/**?q={q}&n={n:int}"])
        #expect(
            matching.captures("app://x.com/a/b/c/d?n=z&q=1+%2B&n=7")
                == ["h=x", "p=a", "*=b", "*=c/d", "q=1++", "n=7"])
    }

    @Test("S9: an empty segment is matched by a wildcard and by rests, not by a parameter")
    func emptySegments() throws {
        let matching = try Matching(
            ["/a/{x}/b", "/a/*/b", "/a/{y:path}/b", "/a/**/b"], [.repeatedSlashes: "keep"])
        #expect(matching.all("/a//b") == ["/a/*/b", "/a/{y:path}/b", "/a/**/b"])
        #expect(try Matching(["/a/b", "/a/*/b"]).all("/a//b") == ["/a/b"])
    }
}
