import RouteDBRouting
import Testing

/// The texts that are patterns, with what they print as.
@Suite struct PatternParserTests {
    @Test(
        "literals are decoded, and print with the escapes that they need",
        arguments: [
            ("", ""), ("/", "/"), ("path", "/path"), ("/path", "/path"), ("a/b/", "/a/b/"),
            ("/Shop", "/Shop"), ("/a%20b", "/a b"), ("/%C3%A9", "/é"), ("/a%2Fb", "/a%2Fb"),
            ("/100%", "/100%25"), ("/%zz%4", "/%25zz%254"), ("/\\%41", "/%2541"),
            ("/a\\:b", "/a\\:b"), ("/12:30", "/12:30"), ("/\\:id", "/\\:id"), ("/%3Aid", "/\\:id"),
            ("/\\a\\{\\}", "/a\\{\\}"), ("/\\é", "/é"), ("/a\\|b+c&d=e!", "/a\\|b+c&d=e!"),
            ("/...", "/..."), ("/.a", "/.a"), ("/a\\\\b", "/a\\\\b"), ("/\\#\\?", "/\\#\\?"),
        ])
    func literals(text: String, canonical: String) throws { try expect(text, canonical) }

    @Test(
        "parameters print in braces, with the type after the name",
        arguments: [
            ("{id}", "/{id}"), (":id", "/{id}"), ("<id>", "/{id}"), ("/:id/x", "/{id}/x"),
            ("/:a/:b?x", "/{a}/{b}?x"), ("/{id:int}", "/{id:int}"), ("/{id|int}", "/{id:int}"),
            ("/<int:id>", "/{id:int}"), ("/{id:string}", "/{id}"),
            ("/{first}-{last}", "/{first}-{last}"), ("/v{major:int}.json", "/v{major:int}.json"),
            ("/{a}:{b}", "/{a}:{b}"), ("/{a}:b", "/{a}:b"), ("/<a>:b:1", "/{a}:b:1"),
            ("/{größe}", "/{größe}"), ("/{_a-1}", "/{_a-1}"),
            ("/{a:int(1..)}", "/{a:int(1..)}"), ("/<int(..-9):a>", "/{a:int(..-9)}"),
            ("/{a:int(01..9)}", "/{a:int(1..9)}"), ("/{a:enum(x,y)}", "/{a:enum(x,y)}"),
            ("/{a|enum(\\,,\\),\\\\,\\z,},/)}", "/{a:enum(\\,,\\),\\\\,z,},/)}"),
            ("/<enum(a:b):x>", "/{x:enum(a:b)}"),
            ("/{x:number}", "/{x:number}"), ("/{id\\|a\\|b}", "/{id\\|a\\|b}"),
            ("/{\\:}", "/{\\:}"), ("/<user\\ id>", "/{user\\ id}"), ("/{\\1a}", "/{\\1a}"),
            ("/<int:\\-a\\>>", "/{\\-a\\>:int}"), ("/{\\a\\\\b\\é}", "/{a\\\\bé}"),
            ("/{a\\}\\/b|int}", "/{a\\}\\/b:int}"),
            ("*", "/*"), ("/*/x", "/*/x"), ("**", "/**"), ("/**/a/**", "/**/a/**"),
            ("/{rest:path}/end", "/{rest:path}/end"), ("/a\\*b", "/a\\*b"),
        ])
    func parameters(text: String, canonical: String) throws { try expect(text, canonical) }

    @Test(
        "groups may be anywhere in the path",
        arguments: [
            ("/a(/b)", "/a(/b)"), ("/a(/)", "/a(/)"), ("(/a)", "(/a)"), ("(a)/b", "(a)/b"),
            ("/file(.{ext})", "/file(.{ext})"), ("/a(/b(/c))", "/a(/b(/c))"),
            ("/(:id)", "/({id})"), ("/:id(.json)", "/{id}(.json)"), ("/(a/):id", "/(a/){id}"),
            ("/a(\\:b)", "/a(\\:b)"), ("/a(/**)", "/a(/**)"), ("/a(b)(c)", "/a(b)(c)"),
            ("((/a))", "((/a))"), ("/{a}(-{b:int})", "/{a}(-{b:int})"),
        ])
    func groups(text: String, canonical: String) throws { try expect(text, canonical) }

    @Test(
        "schemes and hosts are folded and checked",
        arguments: [
            ("MyApp://Host/Path", "myapp://host/Path"), ("//host", "//host"),
            ("//host?a", "//host?a"), ("//host/", "//host/"), ("myapp:path", "myapp:/path"),
            ("myapp:/path", "myapp:/path"), ("myapp:", "myapp:"), ("a+b-c.d1:x", "a+b-c.d1:/x"),
            ("myapp:///x", "myapp:///x"), ("///x", "///x"), ("//", "//"), ("//?a", "//?a"),
            ("//*/x", "//*/x"), ("//{host}/x", "//{host}/x"), ("//<h>:80", "//{h}:80"),
            ("https://{tenant}.Example.com/", "https://{tenant}.example.com/"),
            ("//*.example.com:8080/x", "//*.example.com:8080/x"), ("//a.*.c", "//a.*.c"),
            ("//{a}-{b:int}.x", "//{a}-{b:int}.x"), ("//h(/x)", "//h(/x)"),
            ("//h(/x)?a", "//h(/x)?a"), ("//h:1(/x)", "//h:1(/x)"), ("//h:0080/", "//h:80/"),
            ("//[::1]/x", "//[::1]/x"), ("//[2001:DB8::1]:65535", "//[2001:db8::1]:65535"),
            ("//[::ffff:1.2.3.4]", "//[::ffff:1.2.3.4]"), ("//%5B%3a:80", "//%5B%3A:80"),
            ("//a%40b%2Fc", "//a%40b%2Fc"), ("//\\a\\*", "//a%2A"), ("//%C3%89X", "//Éx"),
            ("//Example.com.", "//example.com"), ("//{t}.com.:80/", "//{t}.com:80/"),
            ("//*.", "//*"), ("//.", "//."), ("//a..", "//a.."), ("//user_name", "//user_name"),
            ("//%5Bzz%5D", "//%5Bzz%5D"),
        ])
    func authorities(text: String, canonical: String) throws { try expect(text, canonical) }

    @Test(
        "query conditions keep their order",
        arguments: [
            ("?a", "?a"), ("/x?a=1", "/x?a=1"), ("?a=", "?a="), ("?a=b=c", "?a=b=c"),
            ("?a=%20+%26", "?a= +\\&"), ("?!a&b", "?!a&b"), ("?\\!a", "?\\!a"),
            ("?%21a", "?\\!a"), ("?\\/a", "?\\/a"), ("?%2Fa=b", "?\\/a=b"), ("?!/a", "?!/a"),
            ("?!!a", "?!!a"), ("?a={x}", "?a={x}"),
            ("?a=<int:x>&b={y|bool}", "?a={x:int}&b={y:bool}"), ("?a=1&a=2", "?a=1&a=2"),
            ("?a&a=1", "?a&a=1"), ("?a\\=b=c", "?a\\=b=c"), ("?a/b=c?d/e", "?a/b=c?d/e"),
            ("?a=:b", "?a=:b"), ("?a=\\(\\)", "?a=\\(\\)"), ("?a=1!", "?a=1!"),
            ("?a={x}&a={y:int}", "?a={x}&a={y:int}"), ("?a=\\{x\\}", "?a=\\{x\\}"),
            ("?a=\\/", "?a=/"),
        ])
    func queries(text: String, canonical: String) throws { try expect(text, canonical) }

    private func expect(_ text: String, _ canonical: String) throws {
        let pattern = try RoutePattern(text)
        #expect(pattern.description == canonical)
        #expect(try RoutePattern(pattern.description) == pattern)
    }

    @Test("the parts of a pattern are those of its text")
    func parts() throws {
        let pattern = try RoutePattern("APP://{t}.Ex.com:80/a%2Fb/{id:int}(/**)?q={term}&!x")
        #expect(pattern.scheme == "app")
        #expect(
            pattern.host
                == HostPattern(
                    elements: [.parameter(Parameter(name: "t")), .literal(".ex.com")], port: 80))
        let id = Parameter(name: "id", type: .int(minimum: nil, maximum: nil))
        #expect(
            pattern.path == [
                .separator, .literal("a/b"), .separator, .parameter(id),
                .optional([.separator, .catchAll]),
            ])
        #expect(
            pattern.query == [
                QueryCondition(key: "q", test: .capture(Parameter(name: "term"))),
                QueryCondition(key: "x", test: .absent),
            ])
        #expect(pattern.parameters.map(\.name) == ["t", "id", "term"])
    }

    @Test("an empty host, no host and a root path differ")
    func hosts() throws {
        #expect(try RoutePattern("///x").host == HostPattern(elements: [], port: nil))
        #expect(try RoutePattern("/x").host == nil)
        #expect(try RoutePattern("/").path == [.separator])
        #expect(try RoutePattern("//h").path == [])
    }

    @Test("groups may nest as deeply as the limit of variants allows")
    func nesting() throws {
        let depth = PatternLimits.variants - 1
        let text = String(repeating: "(/a", count: 30) + String(repeating: "(", count: depth - 30)
        let pattern = try RoutePattern(text + "b" + String(repeating: ")", count: depth))
        // All with `b`, then one for each number of `/a`, from thirty down to none.
        #expect(pattern.variants().count == 32)
    }

    @Test(
        "the name of a converter is a type and overrides a built-in one",
        arguments: [
            ("/{r:region}", "/{r:@region}"), ("/<region:r>", "/{r:@region}"),
            ("/{r|@region}", "/{r:@region}"), ("/<@region:r>", "/{r:@region}"),
            ("/{r:int}", "/{r:@int}"), ("/{r:int(1..)}", "/{r:int(1..)}"),
            ("/{r:slug}", "/{r:slug}"), ("/{r:@my\\ type}", "/{r:@my\\ type}"),
        ])
    func converters(text: String, canonical: String) throws {
        let pattern = try NativePatternParser.parse(
            text, converters: ["region", "int", "my type"])
        #expect(pattern.description == canonical)
        #expect(try RoutePattern(canonical: canonical) == pattern)
    }
}
