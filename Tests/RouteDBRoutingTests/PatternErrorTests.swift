import RouteDBRouting
import Testing

/// The texts that are no patterns: each with its code and the bytes at fault.
@Suite struct PatternErrorTests {
    @Test(
        "unbalanced brackets are refused",
        arguments: [
            Refusal("/{id", " ^", .unclosed), Refusal("/{id/x}", " ^", .unclosed),
            Refusal("/{id:int", " ^", .unclosed), Refusal("/{id:int/x}", " ^", .unclosed),
            Refusal("/{id:", " ^", .unclosed), Refusal("/<int:id", " ^", .unclosed),
            Refusal("/<id", " ^", .unclosed), Refusal("/a(/b", "  ^", .unclosed),
            Refusal("/a(/b(/c)", "  ^", .unclosed), Refusal("/a(?x)", "  ^", .unclosed),
            Refusal("/{a:int(1..9}", "       ^", .unclosed),
            Refusal("/{a:enum(x,y}", "        ^", .unclosed),
            Refusal("/{a:int(1..9)", " ^", .unclosed), Refusal("//[::1/x", "  ^", .unclosed),
            Refusal("/a}", "  ^", .unopened), Refusal("/a>", "  ^", .unopened),
            Refusal("/a)", "  ^", .unopened), Refusal("/a(b))", "     ^", .unopened),
            Refusal("//h)/x", "   ^", .unopened), Refusal("//h}/x", "   ^", .unopened),
            Refusal("?a)", "  ^", .unopened), Refusal("?a=b}", "    ^", .unopened),
            Refusal("?a={x}}", "      ^", .unopened), Refusal("?a={x", "   ^", .unclosed),
        ])
    func partners(_ refusal: Refusal) { refusal.check() }

    @Test(
        "invalid names are refused",
        arguments: [
            Refusal("/{}", " ^^", .emptyName), Refusal("/<>", " ^^", .emptyName),
            Refusal("/{:int}", " ^^", .emptyName), Refusal("/<int:>", " ^^^^^^", .emptyName),
            Refusal("/:", " ^", .emptyName), Refusal("/:/a", " ^", .emptyName),
            Refusal("/{1a}", "  ^^", .invalidName), Refusal("/{-a}", "  ^^", .invalidName),
            Refusal("/:1", "  ^", .invalidName), Refusal("/{ a}", "  ^", .invalidName),
            Refusal("/{a b}", "   ^", .invalidName), Refusal("/{a.b}", "   ^", .invalidName),
            Refusal("/{id?}", "    ^", .invalidName), Refusal("/{*rest}", "  ^", .invalidName),
            Refusal("/{a{b}}", "   ^", .invalidName), Refusal("/<a b>", "   ^", .invalidName),
            Refusal("/{a\\", "   ^", .invalidName), Refusal("/{a\\\u{1}}", "   ^", .invalidName),
            Refusal("/:a\\b", " ^^", .misplaced),
            Refusal("/{a}/{a}", "      ^", .duplicateName),
            Refusal("/{a}/{\\a}", "      ^^", .duplicateName),
            Refusal("//{a}/x?q={a}", "           ^", .duplicateName),
            Refusal("/x(/{a})(/:a)", "           ^", .duplicateName),
            Refusal("/{é}/{e\u{301}}", "       ^^^", .duplicateName),
        ])
    func names(_ refusal: Refusal) { refusal.check() }

    @Test(
        "invalid types are refused",
        arguments: [
            Refusal("/{id:integer}", "     ^^^^^^^", .unknownType),
            Refusal("/<integer:id>", "  ^^^^^^^", .unknownType),
            Refusal("/{id:foo(1)}", "     ^^^", .unknownType),
            Refusal("/{id:@foo}", "     ^^^^", .unknownType),
            Refusal("/<@foo:id>", "  ^^^^", .unknownType),
            Refusal("/{id:@}", "     ^", .unknownType),
            Refusal("/{id:@f o}", "     ^^^", .unknownType),
            Refusal("/{id:@foo", " ^", .unclosed), Refusal("/{id:@foo/x}", " ^", .unclosed),
            Refusal("/{id:}", "     |", .unknownType), Refusal("/<:id>", "  |", .unknownType),
            Refusal("/{int:id}", "      ^^", .unknownType),
            Refusal("/{id:int }", "     ^^^^", .unknownType),
            Refusal("/{id:string(1)}", "           ^", .invalidTypeArgument),
            Refusal("/{id:int()}", "         |", .invalidTypeArgument),
            Refusal("/{id:int(..)}", "         ^^", .invalidTypeArgument),
            Refusal("/{id:int(5)}", "         ^", .invalidTypeArgument),
            Refusal("/{id:int(9..1)}", "         ^^^^", .invalidTypeArgument),
            Refusal("/{id:int(a..b)}", "         ^^^^", .invalidTypeArgument),
            Refusal("/{id:int(1...9)}", "         ^^^^^", .invalidTypeArgument),
            Refusal(
                "/{id:int(..9223372036854775808)}", "         ^^^^^^^^^^^^^^^^^^^^^",
                .invalidTypeArgument),
            Refusal("/{id:int(1..)x}", "             ^", .invalidTypeArgument),
            Refusal("/{id:enum}", "     ^^^^", .invalidTypeArgument),
            Refusal("/{id:enum()}", "          |", .invalidTypeArgument),
            Refusal("/{id:enum(a,)}", "            |", .invalidTypeArgument),
            Refusal("/{id:enum(a,b,a)}", "              ^", .invalidTypeArgument),
            Refusal("/{id:enum(a\u{1})}", "           ^", .invalidCharacter),
        ])
    func types(_ refusal: Refusal) { refusal.check() }

    @Test(
        "invalid conditions are refused",
        arguments: [
            Refusal("/x?", "   |", .invalidCondition), Refusal("?a&", "   |", .invalidCondition),
            Refusal("?a&&b", "   |", .invalidCondition), Refusal("?=1", " |", .invalidCondition),
            Refusal("?!", " ^", .invalidCondition), Refusal("?!a=1", " ^^^^", .invalidCondition),
            Refusal("?a&b&a", "     ^", .invalidCondition),
            Refusal("?a=1&%61=%31", "     ^^^^^^^", .invalidCondition),
            Refusal("?a&!a", "   ^^", .invalidCondition),
            Refusal("?!a&a=1", "    ^^^", .invalidCondition),
            Refusal("?a={x}b", "      ^", .invalidCondition),
            Refusal("?a=b{x}", "    ^", .misplaced), Refusal("?{x}=1", " ^", .misplaced),
            Refusal("?a=*", "   ^", .misplaced), Refusal("?(a)", " ^", .misplaced),
            Refusal("?a={x:path}", "   ^^^^^^^^", .misplaced),
            Refusal("?a#b", "  ^", .invalidCharacter),
            Refusal("?a=%00", "   ^^^", .invalidCharacter),
        ])
    func conditions(_ refusal: Refusal) { refusal.check() }

    @Test(
        "the marks of other routers are refused",
        arguments: [
            Refusal("/a/:id(\\d+)", "      ^", .misplaced),
            Refusal("/:id([0-9]+)", "    ^", .misplaced),
            Refusal("/:id(.*)", "    ^", .misplaced), Refusal("/:x(a)", "   ^", .misplaced),
            Refusal("/users(.:format)", "        ^^^^^^^", .misplaced),
            Refusal("/@:user", "  ^^^^^", .misplaced),
            Refusal("/v:version/x", "  ^^^^^^^^", .misplaced),
            Refusal("/a(:b)", "   ^^", .misplaced), Refusal("/{a}:b:c", "      ^^", .misplaced),
            Refusal("/\\a:b", "   ^^", .misplaced), Refusal("/a%41:é", "     ^^^", .misplaced),
            Refusal("GET /health", "^^^", .misplaced),
            Refusal("GET|HEAD /x", "^^^^^^^^", .misplaced),
            Refusal("/a/[id]", "   ^", .invalidCharacter),
            Refusal("/[...slug]", " ^", .invalidCharacter),
            Refusal("/a]", "  ^", .invalidCharacter),
            Refusal("^/users/$", "^", .invalidCharacter),
            Refusal("/(x|y)", "   ^", .invalidCharacter),
            Refusal("/:lang?/x", "       ^", .invalidCondition),
            Refusal("?a&/b", "   ^", .invalidCondition),
        ])
    func foreignMarks(_ refusal: Refusal) { refusal.check() }

    @Test(
        "a hint names our form of another router's",
        arguments: [
            ("/a/:id?", "(/{name})"), ("/{id?}", "(/{name})"), ("/:lang?/", "(/{name})"),
            ("/y/<any(a,b):k>", "enum(a,b)"), ("/*rest", "{rest:path}"), ("/**rest", "{rest:path}"),
            ("/{r+}", "{name:path}"), ("/{*r}", "{name:path}"), ("/:r*", "{name:path}"),
            ("/[id]", "{name}"), ("/(x|y)", "{name:enum(a,b)}"), ("/v:version", "{version}"),
            ("/:id(\\d+)", "{name:int}"), ("GET /x", "kind"), ("/*.x", "`{name}`"),
        ])
    func foreignHints(text: String, hint: String) {
        #expect(Refusal.error(of: text)?.hint.contains(hint) == true, "\(text)")
    }

    @Test(
        "a hint suggests a type",
        arguments: [
            ("integer", "'int'"), ("Int", "'int'"), ("nit", "'int'"), ("sting", "'string'"),
            ("guid", "'uuid'"), ("boolean", "'bool'"), ("dates", "'date'"), ("flaot", "'float'"),
            ("zzzzzz", "`slug`"), ("numbr", "'number'"),
        ])
    func suggestions(written: String, hint: String) {
        #expect(Refusal.error(of: "/{id:\(written)}")?.hint.contains(hint) == true)
    }

    @Test("a hint says that name and type are swapped")
    func swapped() {
        #expect(Refusal.error(of: "/{int:id}")?.hint.contains("{id:int}") == true)
        #expect(Refusal.error(of: "/<id:int>")?.hint.contains("<int:id>") == true)
    }

    @Test("a hint suggests a converter")
    func converterSuggestions() {
        for text in ["/{x:regoin}", "/{x:@regoin}"] {
            let error = Refusal.error(of: text, converters: ["region", "city"])
            #expect(error?.code == .unknownType)
            #expect(error?.hint.contains("'region'") == true)
            #expect(error?.hint.contains("converter of the namespace") == true)
        }
        let other = Refusal.error(of: "/{x:region(1)}", converters: ["region"])
        #expect(other?.code == .invalidTypeArgument)
    }
}
