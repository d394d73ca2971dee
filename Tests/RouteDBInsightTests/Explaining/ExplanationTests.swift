import RouteDBInsight
import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite struct ExplanationTests {
    private func explain(_ url: String, _ patterns: String...) -> Explanation {
        RoutingTable(RegistrySnapshot.of(patterns)).explain(ResolutionRequest(url))
    }

    @Test(
        "a URL is rejected for the first part that does not fit",
        arguments: [
            ("/user/x", "/user/{id:int}", "segment 2, 'x', does not match {id:int}"),
            ("/usr/1", "/user/{id:int}", "segment 1 is 'usr', not 'user'"),
            ("/user", "/user/{id:int}", "segment 2 is missing, expected {id:int}"),
            ("/user/1/a", "/user/{id:int}", "unexpected extra segment 3, 'a'"),
            ("/a/v1", "/a/v{n:int}.json", "segment 2, 'v1', does not match v{n:int}.json"),
            ("http://h/a", "https://h/a", "the scheme is 'http', not 'https'"),
            ("/a", "https://h/a", "the URL has no scheme, expected 'https'"),
            ("https://g/a", "https://h/a", "the host is 'g', not 'h'"),
            ("//a.y.z/", "//{t}.x.z/", "the host is 'a.y.z', not {t}.x.z"),
            ("//h:1/a", "//h:80/a", "the port is '1', not 80"),
            ("/s?tab=y", "/s?tab=x", "the query does not satisfy tab=x"),
            ("/s?q=z", "/s?q={q:int}", "the query does not satisfy q={q:int}"),
            ("/s?a", "/s?!a", "the query does not satisfy ?!a"),
            ("/f/a/b", "/f/**/end", "'a/b' does not match **/end"),
            ("/f", "/f/{p:path}", "segment 2 is missing, expected {p:path}"),
            ("/abcdefghij/x", "/abcdefghik/x", "segment 1 is 'abcdefghij', not 'abcdefghik'"),
        ])
    func rejections(url: String, pattern: String, reason: String) {
        let explanation = explain(url, pattern)
        #expect(explanation.resolution.outcome == .unmatched)
        #expect(explanation.candidates.map { $0.rejection?.description } == [reason])
        #expect(explanation.namespaces.first?.rejections.map(\.count) == [1])
    }

    @Test(
        "the reported rule of order is the one that decided",
        arguments: [
            ("/a/b", ["/a/b", "/a/{x}"], "at segment 2, a literal comes before a parameter"),
            (
                "/a/1", ["/a/{x}", "/a/{n:int}"],
                "at segment 2, a typed parameter comes before a parameter"
            ),
            ("/a", ["/a", "/a"], "#1 was registered before #2"),
            ("/a?x", ["/a", "/a?x"], "more query conditions: 1 rather than 0"),
            ("app:/a", ["/a", "app:/a"], "at the scheme, a literal comes before none"),
            ("/a/b", ["/**", "/a/**"], "at segment 1, a literal comes before '**'"),
        ])
    func order(url: String, patterns: [String], rule: String) {
        let table = RoutingTable(RegistrySnapshot.of(patterns))
        let explanation = table.explain(ResolutionRequest(url))
        #expect(explanation.order?.description == rule)
    }

    @Test(
        "a typo in a URL is found, with what would match",
        arguments: [
            ("/usr/42?ref=mail", "/user/{id:int}", "/user/42?ref=mail"),
            ("/User/42", "/user/{id:int}", "/user/42"), ("/user/x", "/user/{id:int}", "/user/42"),
            ("/user/42/x", "/user/{id:int}", "/user/42"), ("/user", "/user/{id:int}", "/user/42"),
            ("http://h/a", "https://h/a", "https://h/a"), ("/s", "/s?tab=x", "/s?tab=x"),
            ("/s?tab=y&r=1", "/s?tab=x", "/s?tab=x&r=1"), ("/s?a&b", "/s?!a", "/s?b"),
            ("//h:1/a", "//h:80/a", "//h:80/a"), ("//a.y/a", "//{t}.x/a", "//x1.x/a"),
        ])
    func nearMisses(url: String, pattern: String, change: String) {
        #expect(explain(url, pattern).nearMisses.first?.change == .url(change))
    }

    @Test("a near miss names the parameter type that would have to change")
    func relaxed() throws {
        let misses = explain("/user/x", "/user/{id:int}").nearMisses
        #expect(misses.last?.change == .pattern(try RoutePattern("/user/{id}")))
    }

    @Test("a host that is meant as the first segment is named, with the policy that reads it so")
    func hostSegments() {
        let misses = explain("myapp://products/42", "/products/{id}").nearMisses
        #expect(misses.first?.change == .policy("host=auto"))
        #expect(misses.first?.rejection.description == "the host is 'products', not segment 1")
        for url in ["https://products/42", "myapp://other/42", "myapp:///x"] {
            let misses = explain(url, "/products/{id}").nearMisses
            #expect(!misses.contains { $0.change == .policy("host=auto") }, "\(url)")
        }
    }

    @Test("a disabled route that would match is named")
    func disabled() {
        var registry = RegistrySnapshot.of(["/user/{id}", "/a"])
        registry.routes[0].isEnabled = false
        let explainer = Explainer(
            RoutingTable(registry), disabled: registry.routes.filter { !$0.isEnabled })
        let misses = explainer.explain(ResolutionRequest("/user/1")).nearMisses
        #expect(misses.map(\.change) == [.enabling])
        #expect(misses.first?.route.id == RouteID(rawValue: 1))
    }

    @Test("an unrelated URL has no near misses")
    func far() {
        #expect(explain("/something/else", "/user/{id:int}", "/shop").nearMisses.isEmpty)
    }

    @Test("the steps report what changed")
    func steps() {
        let explanation = explain("HTTP://Ex.com/a/./x/../%62//c/?q=%20#f", "/z")
        let changes = explanation.steps.filter(\.isChange).map {
            "\($0.code.rawValue): \($0.before) -> \($0.after)"
        }
        #expect(
            changes == [
                "scheme: HTTP -> http", "host: Ex.com -> ex.com",
                "dots: /a/./x/../%62//c/ -> /a/%62//c/", "decoding: /a/%62//c/ -> /a/b//c/",
                "slashes: /a/b//c/ -> /a/b/c/", "query: q=%20 -> q= ", "fragment: f -> (nothing)",
            ])
        #expect(explain("/a/b", "/z").steps.allSatisfy { !$0.isChange })
    }

    @Test("each value has an origin and the values it overrides")
    func origins() throws {
        var registry = RegistrySnapshot.of(["/u/{id}"])
        registry.defaults[.route(RouteID(rawValue: 1))] = ["tab": "a", "id": "d", "x": 1]
        let request = ResolutionRequest("/u/7?tab=b&r=1", context: ["r": 2])
        let values = RoutingTable(registry).explain(request).values
        let texts = values.map { "\($0.name) \($0.source) \($0.covered)" }
        #expect(
            texts == [
                "tab query [RouteDBInsight.ValueOrigin.Source.route]",
                "id parameter [RouteDBInsight.ValueOrigin.Source.route]", "x route []",
                "r context [RouteDBInsight.ValueOrigin.Source.query]",
            ])
    }

    @Test("the requested number of candidates is listed, and all are counted")
    func limit() {
        let patterns = (0..<200).map { "/r\($0 / 10)/s\($0 % 10)" }
        let explainer = Explainer(RoutingTable(RegistrySnapshot.of(patterns)))
        let request = ResolutionRequest("/r7/none")
        let explanation = explainer.explain(request, options: ExplainOptions(candidateLimit: 12))
        #expect(explanation.candidates.count == 12)
        #expect(explanation.candidates.prefix(10).allSatisfy { $0.rejection?.segment == 2 })
        #expect(explanation.namespaces.first?.rejections.map(\.count) == [10, 190])
        let all = ExplainOptions(candidateLimit: .max, nearMissLimit: .max)
        let whole = explainer.explain(ResolutionRequest("/r7/s"), options: all)
        #expect(whole.candidates.count == 200 && !whole.nearMisses.isEmpty)
    }

    @Test("a route of another kind fits and is skipped")
    func kinds() {
        var registry = RegistrySnapshot.of(["/a", "/a"])
        registry.routes[0].kind = "view"
        registry.routes[1].kind = "handler"
        let explanation = RoutingTable(registry).explain(ResolutionRequest("/a", kind: "handler"))
        #expect(explanation.candidates.map(\.rejection?.code) == [.kind, nil])
        #expect(explanation.candidates.last?.verdict == .chosen)
    }

    @Test("an unmatched request is told the kinds that match, a matched one which kind decided")
    func otherKinds() {
        var registry = RegistrySnapshot.of(["/a", "/a"])
        registry.routes[0].kind = "GET"
        registry.routes[1].kind = "POST"
        let put = RoutingTable(registry).explain(ResolutionRequest("/a", kind: "PUT"))
        #expect(put.otherKinds == ["GET", "POST"])
        #expect(put.candidates.map(\.rejection?.code) == [.kind, .kind])
        registry.routes[0].kind = nil
        let post = RoutingTable(registry).explain(ResolutionRequest("/a", kind: "POST"))
        #expect(post.otherKinds == [])
        #expect(post.candidates.first?.route.id.rawValue == 2)
        #expect(post.order?.description == "the kind 'POST' comes before no kind")
    }
}
