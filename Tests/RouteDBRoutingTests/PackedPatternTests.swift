import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite struct PackedPatternTests {
    @Test(
        "a route gives back every dialect's pattern, byte by byte",
        arguments: DialectRoundTripTests.syntaxes)
    func roundTrip(name: String) throws {
        let syntax = try #require(PatternSyntax(name))
        var generator = PatternGenerator(seed: 31, configuration: .nasty)
        for _ in 0..<2_000 {
            let text = generator.text(in: syntax)
            try check(try syntax.parse(text, converters: PatternGenerator.converters))
        }
    }

    @Test(
        "a route gives back every type of parameter",
        arguments: ParameterType.names.filter { $0 != "enum" } + [
            "int(-9223372036854775808..9223372036854775807)", "int(..-1)", "int(0..)",
            "int(128..16384)", "enum(a,b\\,c,é)", "@region",
        ])
    func types(type: String) throws {
        try check(try RoutePattern(canonical: "/a/{b:\(type)}"))
    }

    @Test(
        "a route gives back long texts, ports, groups and conditions",
        arguments: [
            "app:", "//", "//*:65535/a", "//{sub}.example.com:1/", "/a(/b(/{c}(.{d})))(/e)/**",
            "/\(String(repeating: "a", count: 127))/\(String(repeating: "b", count: 128))",
            "/?a=1&b={b:uuid}&c&!d&e=", "/{a}-{b:int}_{a}/*/x",
        ])
    func parts(text: String) throws {
        try check(try RoutePattern(canonical: text))
    }

    @Test("routes whose patterns differ in bytes are different, even if their characters are equal")
    func bytes() throws {
        let composed = route(try RoutePattern("/caf\u{E9}"))
        let decomposed = route(try RoutePattern("/cafe\u{301}"))
        #expect(composed != decomposed)
        #expect(composed == route(try RoutePattern("/caf%C3%A9")))
    }

    private func check(_ pattern: RoutePattern) throws {
        let route = route(pattern)
        let kept = try #require(route.pattern, "\(pattern)")
        #expect(kept == pattern)
        #expect(Array(kept.description.utf8) == Array(pattern.description.utf8))
        let origin = try #require(route.patternOrigin, "\(pattern)")
        #expect(origin.scheme == pattern.scheme && origin.host == pattern.host, "\(pattern)")
        #expect(origin.path.isEmpty && origin.query.isEmpty, "\(pattern)")
        #expect(route.hasPattern)
    }

    private func route(_ pattern: RoutePattern?) -> Route {
        Route(
            id: RouteID(rawValue: 1), namespace: NamespaceID(rawValue: 1), pattern: pattern,
            target: "t")
    }
}
