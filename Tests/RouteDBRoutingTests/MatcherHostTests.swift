import RouteDBRouting
import RouteDBTestSupport
import Testing

/// What matches the host of a URL.
@Suite struct MatcherHostTests {
    @Test("canonically equal hosts and listed values with different bytes differ")
    func canonicalEquivalence() throws {
        let matching = try Matching([
            "//\u{E9}/x", "//e\u{301}/x", "/{a:enum(\u{E9})}", "/{b:enum(e\u{301})}",
        ])
        #expect(matching.answer(Array("app://\u{E9}/x".utf8)).matches.map(\.route.rawValue) == [1])
        #expect(
            matching.answer(Array("app://e\u{301}/x".utf8)).matches.map(\.route.rawValue) == [2])
        #expect(matching.answer(Array("/\u{E9}".utf8)).matches.map(\.route.rawValue) == [3])
        #expect(matching.answer(Array("/e\u{301}".utf8)).matches.map(\.route.rawValue) == [4])
    }

    @Test("an upper-case host matches host patterns even beside its own literal")
    func upperCase() throws {
        let matching = try Matching(["//a.x.com/b", "//*.x.com/**", "//{h}/**"])
        let expected = ["//a.x.com/b", "//*.x.com/**", "//{h}/**"]
        #expect(matching.all("app://A.X.com/b") == expected)
        #expect(matching.all("app://a.x.com/b") == expected)
        #expect(matching.captures("app://B.X.com/b") == ["*=b", "*=b"])
    }

    @Test(
        "a host that no URL can have is never matched",
        arguments: [
            ("a@b", "app://a@b/x", []), ("a:80", "app://a:80/x", []),
            ("a b", "app://a b/x", ["invalid"]), ("a\\b", #"app://a\b/x"#, ["invalid"]),
            ("[zz]", "app://[zz]/x", ["invalid"]), ("[::1", "app://[::1/x", ["invalid"]),
        ] as [(String, String, [String])])
    func impossibleHosts(host: String, url: String, expected: [String]) throws {
        // A front end of another language may let such hosts through.
        let pattern = RoutePattern(
            scheme: "app", host: HostPattern(elements: [.literal(host)], port: nil),
            path: [.separator, .literal("x")], query: [])
        let matching = Matching([pattern])
        #expect(matching.all(url) == expected)
        #expect(matching.all(url + "?%41") == expected)
    }
}
