import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite("Variants of redirects")
struct RedirectVariantTests {
    private static let texts = [
        "context.platform in ios,ipados => https://apps.apple.com/app/id42 302",
        "context.country = AT; context.language = de => https://example.at/{page} 307",
        "query.ref prefix \"a=>b; c\" => /{page}?from=ad 302",
        "time period 2026-12-01T00:00:00Z..2026-12-24T00:00:00Z => /advent 302",
    ]

    private func redirect(_ texts: [String]) throws -> RouteRedirect {
        RouteRedirect(
            to: "https://example.com/{page}", status: 302,
            variants: try texts.map { try RouteRedirect.Variant($0) })
    }

    private func table(_ redirect: RouteRedirect) throws -> RoutingTable {
        let namespace = RouteNamespace(
            id: NamespaceID(rawValue: 1), name: RouteNamespace.defaultName)
        let route = Route(
            id: RouteID(rawValue: 1), namespace: namespace.id,
            pattern: try RoutePattern("/p/{page}"), target: "t", redirect: redirect)
        return RoutingTable(
            RegistrySnapshot(revision: 1, namespaces: [namespace], routes: [route]))
    }

    @Test("a variant is written as it is read, as text and as JSON", arguments: texts)
    func roundTrip(text: String) throws {
        let variant = try RouteRedirect.Variant(text)
        #expect(variant.description == text)
        let redirect = try redirect([text])
        #expect(try RouteRedirect(json: .object(redirect.json)) == redirect)
    }

    @Test("the first variant whose conditions all hold is taken, else the redirect itself")
    func order() throws {
        let table = try table(
            try redirect([
                "context.a = 1; context.b = 2 => /both", "context.a = 1 => /a",
                "context.b = 2 => /b 307",
            ]))
        func answer(_ context: JSONObject) -> (String?, Int?, Int?) {
            let resolution = table.resolve(ResolutionRequest("/p/x", context: context))
            return (
                resolution.redirect?.location, resolution.redirect?.status, resolution.variantNumber
            )
        }
        #expect(answer(["a": 1, "b": 2]) == ("/both", 302, 1))
        #expect(answer(["a": 1]) == ("/a", 302, 2))
        #expect(answer(["b": 2]) == ("/b", 307, 3))
        #expect(answer(["a": 2]) == ("https://example.com/x", 302, nil))
        // What cannot be tested does not hold.
        #expect(answer([:]) == ("https://example.com/x", 302, nil))
        #expect(answer(["a": [1]]) == ("https://example.com/x", 302, nil))
    }

    @Test("a variant by time needs the time of the request")
    func time() throws {
        let table = try table(try redirect([Self.texts[3]]))
        #expect(table.asksForTime)
        var request = ResolutionRequest("/p/x")
        request.time = 1_796_083_200_000_000
        #expect(table.resolve(request).redirect?.location == "/advent")
        request.time = 1_767_225_600_000_000
        #expect(table.resolve(request).redirect?.location == "https://example.com/x")
    }

    @Test("the query of a URL goes along to a variant, and its values are filled in")
    func filled() throws {
        let table = try table(try redirect(["context.a = 1 => https://a.example/{page}?x=1"]))
        let resolution = table.resolve(ResolutionRequest("/p/%C3%A4?y=2", context: ["a": 1]))
        #expect(resolution.redirect?.location == "https://a.example/%C3%A4?x=1&y=2")
        #expect(resolution.redirect?.variants.isEmpty == true)
    }

    @Test(
        "a text that is no variant is refused with its form",
        arguments: [
            "", "=>", "context.a = 1", "context.a = 1 =>", "context.a = 1 => /a 302 x",
            "context.a = 1 => /a x", "a = 1 => /a", "=> /a", "context.a = 1;; context.b = 1 => /a",
        ])
    func refused(text: String) {
        #expect(throws: AccessRule.SyntaxError.self) { try RouteRedirect.Variant(text) }
    }

    @Test(
        "a redirect with variants that cannot be is refused",
        arguments: [
            (["context.a = 1 => /a", "context.a = 1 => /b"], "have the same conditions"),
            (["context.a = 1 => /{other}"], "'{other}'"),
            (["param.other = 1 => /a"], "'other', which the pattern does not capture"),
            (["context.a = 1 => a"], "neither a path nor a whole URL"),
            (["context.a = 1 => /a 200"], "200 is not the status"),
            (["time window mon-fri 09:00-17:00 UTC => /a"], "a window of the day"),
            (["context.a = 1 => /p/{page}"], "leads to itself"),
            ((0...32).map { "context.a = \($0) => /a" }, "33 variants"),
        ] as [([String], String)])
    func checked(texts: [String], reason: String) throws {
        let redirect = try redirect(texts)
        let pattern = try RoutePattern("/p/{page}")
        let error = #expect(throws: RedirectError.self) {
            try redirect.check(with: pattern, defaults: [:])
        }
        #expect(error?.message.contains(reason) == true, "\(String(describing: error))")
    }

    @Test("any text is a variant that is written alike, or refused")
    func fuzz() {
        var generator = SeededGenerator(seed: 463)
        let words = [
            "context.a", "param.p", "query.q", "time", "=", "in", "period", "range", "1..2", ";",
            "=>",
            "/a", "https://x/", "302", "\"", "\"a;b\"", " ", "{p}", "\\", "é", "\u{0}", ",", "a",
        ]
        for _ in 0..<FuzzBudget.tries(50_000, byDefault: 4_000) {
            let text = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
                generator.pick(words)
            }
            .joined(separator: generator.pick(["", " "]))
            guard let variant = try? RouteRedirect.Variant(text) else { continue }
            #expect((try? RouteRedirect.Variant(variant.description)) == variant, "\(text)")
        }
    }
}
