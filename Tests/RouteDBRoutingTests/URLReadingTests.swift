import RouteDBRouting
import RouteDBTestSupport
import Testing

/// How a namespace's policies change what a URL says, and what never changes.
@Suite struct URLReadingTests {
    private func read(_ url: String, _ overrides: NamespacePolicy.Overrides) throws -> NormalizedURL
    {
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: "n", overrides: overrides)
        return try NormalizedURL(url, policies: namespace.policies)
    }

    @Test("a host is a host, a segment or nothing")
    func hosts() throws {
        #expect(try read("app://h/x", [.host: "match"]).host == "h")
        #expect(try read("app://h/x", [.host: "component"]).segments == ["h", "x"])
        #expect(try read("https://h/x", [.host: "component"]).segments == ["h", "x"])
        #expect(try read("app://h/x", [.host: "auto"]).segments == ["h", "x"])
        #expect(try read("app://h/x", [.host: "auto"]).host == nil)
        for scheme in ["http", "HTTPS", "ws", "wss", "ftp"] {
            #expect(try read("\(scheme)://h/x", [.host: "auto"]).host == "h")
        }
        #expect(try read("app://h/x", [.host: "ignore"]).segments == ["x"])
        #expect(try read("app://h/x", [.host: "ignore"]).host == nil)
        #expect(try read("app:///x", [.host: "component"]).segments == ["x"])
        #expect(try read("app://h/../x", [.host: "component"]).segments == ["h", "x"])
        #expect(try read("app://h", [.host: "component"]).hasTrailingSlash == false)
        #expect(try read("app://h/", [.host: "component"]).hasTrailingSlash)
    }

    @Test("a fragment is nothing, or more segments")
    func fragments() throws {
        #expect(try read("/a#/b", [:]).segments == ["a"])
        #expect(try read("/a#b/c/", [.fragment: "path"]).segments == ["a", "b", "c"])
        #expect(try read("/a#b/c/", [.fragment: "path"]).hasTrailingSlash)
        #expect(try read("/a/#b", [.fragment: "path"]).hasTrailingSlash == false)
        #expect(try read("/a#/../b", [.fragment: "path"]).segments == ["a", "b"])
        #expect(try read("/a#/", [.fragment: "path"]).segments == ["a"])
        #expect(try read("/a?b=1#c=2", [.fragment: "query"]).query.map(\.key) == ["b", "c"])
        #expect(try read("/a#", [.fragment: "path"]).segments == ["a"])
    }

    @Test("repeated slashes are dropped or kept")
    func slashes() throws {
        let keep: NamespacePolicy.Overrides = [.repeatedSlashes: "keep"]
        #expect(try read("/a//b", keep).segments == ["a", "", "b"])
        #expect(try read("//h//b", keep).segments == ["", "b"])
        #expect(try read("/a//", keep).segments == ["a", ""])
        #expect(try read("/a//..", keep).segments == ["a"])
        #expect(try read("/.//b", keep).segments == ["", "b"])
        #expect(try NormalizedURL("\(read("/.//b", keep))").segments == ["b"])
    }

    @Test("a plus sign is itself or a space")
    func plus() throws {
        #expect(
            try read("/a+b?c+d=e+f", [:]).query == [
                NormalizedURL.QueryItem(key: "c+d", value: "e+f")
            ])
        let spaces = try read("/a+b?c+d=e+f%2B", [.plus: "space"])
        #expect(spaces.query == [NormalizedURL.QueryItem(key: "c d", value: "e f+")])
        #expect(spaces.segments == ["a+b"])
    }

    @Test(
        "normalization is idempotent if URLs are decoded and split into parts",
        arguments: 1...4 as ClosedRange<UInt64>)
    func idempotence(seed: UInt64) {
        var generator = RegistryGenerator(seed: seed)
        var urls = URLGenerator(seed: seed, texts: ["a", "B", "x.y", "é", "a b", "%", "..", "1"])
        var read = 0
        for _ in 0..<40 * FuzzBudget.rounds {
            let registry = generator.registry()
            urls.aim(at: registry.routes)
            for _ in 0..<40 {
                let url = urls.url()
                for namespace in registry.namespaces {
                    var policies = namespace.policies
                    // The fragment is kept beside the segments and items that it gave; and what
                    // is kept as written is written otherwise in the normal form.
                    policies.fragment = .ignore
                    policies.decoding = .all
                    policies.scheme = .match
                    policies.query = .items
                    if policies.host == .authority { policies.host = .component }
                    if policies.host == .dotless { policies.host = .auto }
                    if policies.plus == .values { policies.plus = .space }
                    guard let once = try? NormalizedURL(utf8: url, policies: policies) else {
                        continue
                    }
                    read += 1
                    let again = try? NormalizedURL(once.description, policies: policies)
                    #expect(again == once, "seed \(seed): \(url) gave \(once)")
                    #expect(again?.description == once.description)
                }
            }
        }
        #expect(read > 1_000)
    }
}
