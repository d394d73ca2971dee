import RouteDBRouting
import Testing

/// The texts of the dialects that are patterns, with the native text that they are stored as.
@Suite struct DialectPatternTests {
    @Test(
        "jlroutes: components, parameters, a rest and optional groups",
        arguments: [
            ("/", "/"), ("/test", "/test"), ("test", "/test"),
            ("/user/view/:userID", "/user/view/{userID}"),
            ("/:object/:action", "/{object}/{action}"), ("/:", "/{\\:}"), ("/::x", "/{\\:x}"),
            ("/:x#", "/{x}"), ("/:#", "/{\\#}"), ("/:a b", "/{a\\ b}"), ("/:x/:x", "/{x}/{x}"),
            ("/user#/view", "/user\\#/view"), ("/xyz/wildcard/*", "/xyz/wildcard/**"),
            ("/*", "/**"), ("/*/tz/:x", "/**"), ("/a/*/c", "/a/**"), ("/foo*", "/foo\\*"),
            ("/a:b", "/a\\:b"), ("/{id}", "/\\{id\\}"), ("/x/hello%20world", "/x/hello%2520world"),
            ("/a/", "/a/"), ("/a%2e", "/a%252e"), ("/%2e%2e%2e", "/%252e%252e%252e"),
            ("/a//b", "/a//b"), ("/a//", "/a//"), ("/app://x", "/app://x"),
            ("/한글", "/한글"), ("*", "/**"),
            ("/a(/b)", "/a(/b)"), ("/a(b)", "/a(/b)"), ("/file(.json)", "/file(/.json)"),
            ("/path/:thing(/new)(/other/:x)", "/path/{thing}(/new)(/other/{x})"),
            ("/(rest/)(app/):object/:id", "(/rest)(/app)/{object}/{id}"),
            ("/(rest/):object/(app/):id", "(/rest)/{object}(/app)/{id}"),
            ("(/a)", "(/a)"), ("/a//b(//c//d//)/", "/a/b(/c/d)"),
            ("/a(/*)", "/a(/**)"), ("/a(/*/b)", "/a(/**)"), ("/a/*/b(/c)", "/a/**"),
            ("/a(/b)/*", "/a(/b)/**"),
        ])
    func jlroutes(text: String, canonical: String) throws {
        try expect(text, in: "jlroutes", canonical)
    }

    @Test(
        "urlnavigator: a scheme, components and placeholders",
        arguments: [
            ("/", "/"), ("//", "/"), ("myapp://u?x=1", "myapp:/u"), ("u#/<id>", "/u"),
            ("myapp://user/<id>", "myapp:/user/{id}"),
            ("myapp://user/<int:id>", "myapp:/user/{id:int}"),
            ("MyApp://a/<string:b>", "myapp:/a/{b}"), ("myapp:/a", "myapp:/a"),
            ("myapp://u/<float:v>", "myapp:/u/{v:float}"),
            ("myapp://u/<uuid:v>", "myapp:/u/{v:uuid}"),
            ("https://<path:url>", "https:/{url:path}"),
            ("myapp://x/<path:p>/end", "myapp:/x/{p:path}/end"),
            ("cddh://<path:_>", "cddh:/{_:path}"), ("myapp://", "myapp:"), ("myapp:/", "myapp:"),
            ("/user/<id>", "/user/{id}"), ("user/<id>", "/user/{id}"), ("user", "/user"),
            ("myapp:///a///b//", "myapp:/a/b"), ("//host/a/", "/host/a"),
            ("http://host:8080/<x>", "http:/host:8080/{x}"),
            ("http://u:p@host/<x>", "http:/u\\:p@host/{x}"), ("a:b/c", "/a\\:b/c"),
            ("/a:/b", "/a:/b"),
            ("myapp://go/한글/<y>", "myapp:/go/한글/{y}"), ("myapp://m/<x>/<x>", "myapp:/m/{x}/{x}"),
            ("myapp://*/:id/{x}", "myapp:/\\*/\\:id/\\{x\\}"), ("myapp://a%20b", "myapp:/a%2520b"),
            ("myapp://r/<region:_>", "myapp:/r/{_:@region}"),
            ("myapp://r/<a b>", "myapp:/r/{a\\ b}"),
        ])
    func urlnavigator(text: String, canonical: String) throws {
        try expect(text, in: "urlnavigator", canonical)
    }

    @Test("urlnavigator: a converter replaces a built-in type")
    func replacedType() throws {
        let syntax = try #require(PatternSyntax("urlnavigator"))
        let pattern = try syntax.parse("myapp://u/<int:id>", converters: ["int"])
        #expect(pattern.description == "myapp:/u/{id:@int}")
    }

    @Test(
        "ikrouter: a scheme, and segments that may be empty",
        arguments: [
            ("myapp://route/one", "myapp:/route/one"), ("MyApp://route/:one", "myapp:/route/{one}"),
            ("myapp://red/:red/green/:green", "myapp:/red/{red}/green/{green}"),
            ("myapp://", "myapp:/"), ("myapp:///", "myapp:/.//"), ("myapp:///x", "myapp:/.//x"),
            ("myapp://a/b/", "myapp:/a/b/"), ("myapp://a//b", "myapp:/a//b"),
            ("myapp://a?x=1", "myapp:/a"), ("myapp://a/?x", "myapp:/a/"), ("myapp://?", "myapp:/"),
            ("myapp://a#b", "myapp:/a\\#b"), ("myapp://::x", "myapp:/{\\:x}"),
            ("myapp://a:1/*", "myapp:/a:1/\\*"), ("myapp://a%2Fb", "myapp:/a%252Fb"),
        ])
    func ikrouter(text: String, canonical: String) throws {
        try expect(text, in: "ikrouter", canonical)
    }

    @Test(
        "aroute: text, and parameters between marks",
        arguments: [
            ("home", "/home"), ("/home", "/.//home"), ("home/", "/home/"), ("/", "/.//"),
            ("a//b", "/a//b"), ("test/{x|NSNumber}", "/test/{x:number}"),
            ("user-profile/{userId}", "/user-profile/{userId}"),
            ("user/id-{userId}", "/user/id-{userId}"),
            ("p/{v|number}", "/p/{v:number}"), ("p/{v|Decimal}", "/p/{v:decimal}"),
            ("p/{v|NSDecimalNumber}", "/p/{v:decimal}"), ("p/{v|STRING}", "/p/{v}"),
            ("p/{v|NSString}", "/p/{v}"), ("p/{v|bool}", "/p/{v:bool}"),
            ("p/{v|region}", "/p/{v:@region}"), ("u/{id|a|b}", "/u/{id\\|a\\|b}"),
            ("user/{first}-{last}/x", "/user/{first}-{last}/x"), ("{a}/{a}", "/{a}/{a}"),
            ("img/{name}.png", "/img/{name}.png"), ("home?a=1#b", "/home\\?a=1\\#b"),
            ("myapp://user/{id}", "/myapp://user/{id}"), ("Home/:x*", "/Home/\\:x\\*"),
        ])
    func aroute(text: String, canonical: String) throws {
        try expect(text, in: "aroute", canonical)
    }

    @Test(
        "aroute: a namespace chooses the marks",
        arguments: [
            ("aroute :", "user-profile/:userId:", "/user-profile/{userId}"),
            ("aroute :", "user/:first:-:last:/profile", "/user/{first}-{last}/profile"),
            ("aroute :", "myapp://user/:id:", "/myapp://user/{id}"), ("aroute :", "a:", "/a:"),
            ("aroute :", "a:b", "/a{b}"), ("aroute :", ":a:b:/c", "/{a}b:/c"),
            ("aroute !", "user/id-!userId/profile", "/user/id-{userId}/profile"),
            ("aroute !", "!id|number/x", "/{id:number}/x"),
            ("aroute {} =", "user/{userId=number}", "/user/{userId:number}"),
            ("aroute {} =", "user/{a|b}", "/user/{a\\|b}"), ("aroute []", "[a|bool]", "/{a:bool}"),
            ("aroute {} ::", "{a::number}/{b:c}", "/{a:number}/{b\\:c}"),
            ("aroute : ~=~", ":a~=~b~=~c:", "/{a\\~\\=\\~b\\~\\=\\~c}"),
        ])
    func marks(syntax: String, text: String, canonical: String) throws {
        try expect(text, in: syntax, canonical)
    }

    private func expect(_ text: String, in syntax: String, _ canonical: String) throws {
        let pattern = try #require(PatternSyntax(syntax)).parse(text, converters: ["region"])
        #expect(pattern.description == canonical)
        #expect(try RoutePattern(canonical: canonical) == pattern)
    }

    @Test(
        "a pattern is printed in its dialect",
        arguments: [
            ("jlroutes", "/a/:b/*", "/a/:b/*"), ("jlroutes", "a", "/a"), ("jlroutes", "/::", "/::"),
            ("jlroutes", "/a(/b)", "/a(/b)"), ("jlroutes", "/", "/"), ("jlroutes", "/a/", "/a/"),
            ("urlnavigator", "myapp://u/<int:id>/<x>", "myapp://u/<int:id>/<x>"),
            ("urlnavigator", "myapp:/", "myapp://"), ("urlnavigator", "//", "/"),
            ("urlnavigator", "u//<region:a>/", "/u/<region:a>"),
            ("ikrouter", "myapp:///a/:b?x", "myapp:///a/:b"), ("ikrouter", "myapp://", "myapp://"),
            ("aroute", "/a{b|NSNumber}c//", "/a{b|number}c//"), ("aroute : =", "a/:b", "a/:b:"),
            ("native", "app:/<int:id>", "app:/{id:int}"),
        ])
    func writing(syntax: String, text: String, written: String) throws {
        let syntax = try #require(PatternSyntax(syntax))
        let pattern = try syntax.parse(text, converters: ["region"])
        #expect(syntax.text(of: pattern) == written)
    }

    @Test(
        "what a dialect cannot express is not printed in it",
        arguments: [
            ("jlroutes", "/{a:int}"), ("jlroutes", "/a-{b}"), ("jlroutes", "app:/a"),
            ("jlroutes", "//h/a"), ("jlroutes", "/a?b"), ("jlroutes", "/*"),
            ("urlnavigator", "/a-{b}"), ("urlnavigator", "/{a:slug}"), ("urlnavigator", "/a/"),
            ("ikrouter", "/a"), ("ikrouter", "app:/{a:int}"), ("aroute", "app:/a"),
            ("aroute", "/{a:path}"), ("aroute", "/\\{a\\}"), ("aroute", "/**"),
        ])
    func unsayable(syntax: String, text: String) throws {
        let pattern = try RoutePattern(text)
        #expect(PatternSyntax(syntax)?.text(of: pattern) == nil)
    }
}
