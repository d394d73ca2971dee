import RouteDBRouting
import RouteDBTestSupport
import Testing

/// What is left out of a table that has to answer a few URLs only.
@Suite struct RoutePrefilterTests {
    @Test(
        "a route that matches is never left out, in any dialect and under any policy",
        arguments: [nil] + NamespaceProfile.allCases)
    func matchesStay(profile: NamespaceProfile?) {
        var generator = RegistryGenerator(seed: 5)
        var urls = URLGenerator(
            seed: 6, texts: PatternGenerator.Configuration.overlapping.literals + ["x-1", "c"])
        var (kept, dropped) = (0, 0)
        for _ in 0..<300 * FuzzBudget.rounds {
            let registry = profile.map { generator.dialectRegistry($0) } ?? generator.registry()
            let reference = ReferenceMatcher(registry)
            urls.aim(at: registry.routes)
            for _ in 0..<20 {
                let url = String(decoding: urls.url(), as: UTF8.self)
                let sieve = RoutePrefilter([url])
                let matches = Set(
                    reference.matches(Array(url.utf8), in: nil).matches.map(\.route))
                for route in registry.routes {
                    guard let pattern = route.pattern else { continue }
                    let isKept = keeps(sieve, pattern.description)
                    #expect(isKept || !matches.contains(route.id), "\(pattern) and \(url)")
                    if isKept { kept += 1 } else { dropped += 1 }
                }
            }
        }
        // A canary: both happen often.
        #expect(kept > 1_000 && dropped > 1_000)
    }

    @Test(
        "plain segments must be in one of the URLs",
        arguments: [
            ("/user/{id}", true), ("/USER/{id:int}/edit", true), ("/edit", true),
            ("https://host/user", true), ("//other.org/user/42", true), ("/", true), ("/*", true),
            ("/team/{id}", false), ("/user/{id}/remove", false), ("https://host/users", false),
            ("/{id}/team", false), ("/a.b/team", false),
        ])
    func words(pattern: String, isKept: Bool) {
        let sieve = RoutePrefilter(["myapp://user/42", "/x?next=/Edit#y"])
        #expect(keeps(sieve, pattern) == isKept)
    }

    @Test(
        "what may be optional, escaped or outside of the path is not looked at",
        arguments: [
            "/user(/team)", "/user/te\\am", "/user/t%65am", "/team?x=1", "/team{id}", "/team.json",
            "team:/user", "//team/user", "/.//team", "/{name:enum(a,b)}/team", "/täm", "",
        ])
    func others(pattern: String) { #expect(keeps(RoutePrefilter(["/user/42"]), pattern)) }

    @Test(
        "escapes are read both as they are and decoded",
        arguments: [
            ("/%75ser", "/user", true), ("/%75ser", "/75ser", true), ("/us%C3%A9r", "/us", true),
            ("/a%2Fb%zz", "/b", true), ("/%2575ser", "/user", false), ("/a\\b", "/b", true),
            ("/\u{E4}b", "/c", false), ("/us\u{65}\u{301}r", "/use", true), ("/a b", "/b", true),
            ("/a\tb", "/a", true), ("/a b", "/ab", false),
        ])
    func escapes(url: String, pattern: String, isKept: Bool) {
        #expect(keeps(RoutePrefilter([url]), pattern) == isKept)
    }

    @Test("a URL is covered if all of its words, written and decoded, are those of a text")
    func coverage() {
        let filter = RoutePrefilter(texts: [Array("GET \\/user\\/42?a=b te%61m".utf8)])
        for url in ["/user/42", "/USER?b#a", "/te%61m", "/team", "/", "", "//user/42//"] {
            #expect(filter.covers(Array(url.utf8)), "\(url)")
        }
        for url in ["/users", "/user/43", "/%75ser/x", "/tea%6d", "/us%65r"] {
            #expect(!filter.covers(Array(url.utf8)), "\(url)")
        }
    }

    @Test(
        "the origin of a pattern ends where its path begins",
        arguments: [
            ("/a/b", ""), ("//host/a", "//host"), ("https://host/a//b", "https://host"),
            ("myapp://", "myapp://"), ("", ""), ("/", ""), ("//", "//"), ("{x}://h", "{x}://h"),
        ])
    func origins(pattern: String, origin: String) {
        let bytes = Array(pattern.utf8)
        let found = RoutePrefilter.origin(of: bytes.span.bytes)
        #expect(String(decoding: found, as: UTF8.self) == origin)
    }

    private func keeps(_ sieve: RoutePrefilter, _ pattern: String) -> Bool {
        let bytes = Array(pattern.utf8)
        return sieve.keeps(bytes.span.bytes)
    }
}
