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

    @Test("a dot at the end of a host does not count, in URLs, patterns, captures and bindings")
    func finalDot() throws {
        let matching = try Matching([
            "//www.example.com./y", "https://{t}.example.com/x", "//{h}/z",
        ])
        #expect(matching.first("https://www.example.com/y") == "//www.example.com./y")
        #expect(matching.first("https://WWW.example.com.:443/y") == "//www.example.com./y")
        #expect(matching.captures("https://acme.example.com./x") == ["t=acme"])
        #expect(matching.captures("app://h%2E/z") == ["h=h"])
        #expect(matching.captures("app://h../z") == ["h=h.."])
        var registry = matching.registry
        registry.namespaces.append(
            RouteNamespace(
                id: NamespaceID(rawValue: 2), name: "shop",
                hosts: ["shop.example.com", "*.shops.example.com"]))
        let table = RoutingTable(registry)
        for url in ["https://shop.example.com./", "https://a.shops.example.com./x"] {
            #expect(table.resolve(url).namespace?.name == "shop", "\(url)")
        }
    }

    @Test("a URL with a backslash in its authority is of no host")
    func backslashes() throws {
        let matching = try Matching(["//trusted.com/open", "/open", "/**"])
        for url in [
            #"https://evil.com\@trusted.com/open"#, #"https://evil.com:80\@trusted.com/open"#,
            #"//evil.com\@trusted.com/open"#, #"https://trusted.com\.evil.com/open"#,
        ] {
            #expect(matching.all(url) == ["invalid"], "\(url)")
        }
        #expect(matching.all(#"https://trusted.com/op\en"#) == ["/**"])
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
