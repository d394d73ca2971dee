import RouteDBInsight
import RouteDBRouting
import RouteDBTestSupport
import Testing

@Suite("Lint of redirects")
struct RedirectLintTests {
    private func found(
        _ routes: [(String, String?)], hosts: [String] = [],
        codes: Set<LintCode> = [.redirectLoop, .redirectChain]
    ) throws -> [String] {
        let snapshot = try RegistrySnapshot.redirects(
            routes.map { ($0.0, $0.1.map { RouteRedirect(to: $0) }) }, hosts: hosts)
        let options = LintOptions(codes: codes)
        return snapshot.lint(at: 0, options: options).findings.map { finding in
            finding.code.rawValue + finding.routes.map { " #\($0.rawValue)" }.joined()
        }
    }

    @Test("redirects that lead back are a loop, from each route of it")
    func loops() throws {
        #expect(try found([("/a", "/a")]) == ["redirect-loop #1"])
        #expect(
            try found([("/a/{x}", "/b/{x}"), ("/b/{x}", "/a/{x}")])
                == ["redirect-loop #1 #2", "redirect-loop #2 #1"])
        #expect(try found([("/a/**", "/a/b/c")]) == ["redirect-loop #1"])
    }

    @Test("redirects that grow without end are a loop")
    func growing() throws {
        #expect(try found([("/a/{rest:path}", "/a/x/{rest}")]) == ["redirect-loop #1"])
    }

    @Test("a redirect to a redirect is a chain, and one that leads elsewhere is none")
    func chains() throws {
        #expect(try found([("/a", "/b"), ("/b", "/c")]) == ["redirect-chain #1 #2"])
        #expect(try found([("/a", "/b"), ("/c", "/d")]) == [])
    }

    @Test("a URL with a host is the registry's only where hosts are bound")
    func hosts() throws {
        #expect(try found([("/a", "https://new.example.com/a")]) == [])
        #expect(
            try found([("/a", "https://h.example/a")], hosts: ["h.example"]) == ["redirect-loop #1"]
        )
        #expect(try found([("/a", "https://other.example/a")], hosts: ["h.example"]) == [])
        #expect(try found([("//h.example/a", "https://h.example/a")]) == ["redirect-loop #1"])
    }

    @Test("a redirect to a host that nobody names goes on if a route takes every host")
    func everyHost() throws {
        let location = "https://other.example/b"
        #expect(
            try found([("/a", location), ("//{shop}/b", "/c")]) == ["redirect-chain #1 #2"])
        #expect(
            try found([("//{shop}/b", location)]) == ["redirect-loop #1"])
        #expect(try found([("/a", location), ("//{shop}/c", "/d")]) == [])
    }

    @Test("a finding has the URL that proves it, and a fix")
    func witness() throws {
        let snapshot = try RegistrySnapshot.redirects([("/a/{x:int}", RouteRedirect(to: "/a/{x}"))])
        let finding = try #require(snapshot.lint(at: 0).findings.first)
        #expect(finding.code == .redirectLoop && finding.severity == .error)
        #expect(finding.witness?.url == "/a/42" && !finding.fixes.isEmpty)
    }

    private func unanswered(
        _ routes: [(String, String?)], hosts: [String] = []
    ) throws -> [String] {
        try found(routes, hosts: hosts, codes: [.redirectUnanswered])
    }

    @Test("a redirect to a path that no route answers is found, also at the end of others")
    func unanswered() throws {
        let page: (String, String?) = ("/people/{id:int}", nil)
        #expect(try unanswered([page, ("/a", "/poeple/1")]) == ["redirect-unanswered #2"])
        #expect(try unanswered([page, ("/a", "/people/1")]) == [])
        #expect(try unanswered([page, ("/a", "/people/x")]) == ["redirect-unanswered #2"])
        #expect(
            try unanswered([page, ("/a", "/b"), ("/b", "/c")])
                == ["redirect-unanswered #2 #3", "redirect-unanswered #3"])
        #expect(try unanswered([page, ("/u/{id}", "/poeple/{id}")]) == ["redirect-unanswered #2"])
        #expect(try unanswered([("/a", "/a")]) == [])
    }

    @Test("a redirect with values is found if no value leads to a route")
    func values() throws {
        let page: (String, String?) = ("/people/{id:int}(/posts)", nil)
        #expect(try unanswered([page, ("/u/{id}", "/people/{id}")]) == [])
        #expect(try unanswered([page, ("/u/{id}", "/People/{id}/posts")]) == [])
        #expect(
            try unanswered([page, ("/u/{id}", "/people/{id}/likes")]) == ["redirect-unanswered #2"])
        #expect(try unanswered([page, ("/o/{rest:path}", "/people/{rest}")]) == [])
        #expect(
            try unanswered([page, ("/o/{rest:path}", "/new/{rest}")]) == ["redirect-unanswered #2"])
        #expect(try unanswered([("/w/{rest:path}", nil), ("/u/{id}", "/w/x/{id}/y")]) == [])
    }

    @Test("a URL elsewhere needs no route, unless the registry names its host or its scheme")
    func origins() throws {
        let page: (String, String?) = ("/b", nil)
        let hosts = ["h.example", "*.h.example"]
        #expect(try unanswered([page, ("/a", "https://x.example/c")]) == [])
        #expect(try unanswered([page, ("/a", "https://x.example/c")], hosts: hosts) == [])
        #expect(try unanswered([page, ("/a", "https://www.h.example/b")], hosts: hosts) == [])
        for location in ["https://h.example/c", "https://www.h.example:8080/c"] {
            #expect(
                try unanswered([page, ("/a", location)], hosts: hosts)
                    == ["redirect-unanswered #2"], "\(location)")
        }
        #expect(
            try unanswered([("https://{shop}.y.example/b", nil), ("/a", "https://a.y.example/c")])
                == ["redirect-unanswered #2"])
        #expect(
            try unanswered([("app://b", nil), ("/a", "app://c")]) == ["redirect-unanswered #2"])
        let shared: [(String, String?)] = [("https://h.example/b", nil), ("/c", nil)]
        #expect(try unanswered(shared + [("/a", "https://h.example/c")]) == [])
    }

    @Test("a fallback target answers no redirect, and the finding says so")
    func fallback() throws {
        let id = NamespaceID(rawValue: 1)
        let routes = try [("/a", RouteRedirect(to: "/b")), ("/c", nil)].enumerated().map {
            Route(
                id: RouteID(rawValue: Int64($0.offset) + 1), namespace: id,
                pattern: try RoutePattern($0.element.0), target: "t", redirect: $0.element.1)
        }
        let namespace = RouteNamespace(
            id: id, name: RouteNamespace.defaultName, fallbackTarget: "missing")
        let snapshot = RegistrySnapshot(revision: 1, namespaces: [namespace], routes: routes)
        let finding = try #require(snapshot.lint(at: 0).findings.first)
        #expect(finding.code == .redirectUnanswered && finding.severity == .warning)
        #expect(finding.message.hasSuffix("'/b', which only the fallback target 'missing' takes."))
        #expect(finding.witness?.url == "/a" && !finding.fixes.isEmpty)
    }
}
