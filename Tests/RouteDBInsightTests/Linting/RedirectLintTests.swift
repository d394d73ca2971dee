import RouteDBInsight
import RouteDBRouting
import Testing

@Suite("Lint of redirects")
struct RedirectLintTests {
    private func found(
        _ routes: [(String, String)], hosts: [String] = []
    ) throws -> [String] {
        let snapshot = try RegistrySnapshot.redirects(
            routes.map { ($0.0, RouteRedirect(to: $0.1)) }, hosts: hosts)
        let options = LintOptions(codes: [.redirectLoop, .redirectChain])
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

    @Test("a finding has the URL that proves it, and a fix")
    func witness() throws {
        let snapshot = try RegistrySnapshot.redirects([("/a/{x:int}", RouteRedirect(to: "/a/{x}"))])
        let finding = try #require(snapshot.lint(at: 0).findings.first)
        #expect(finding.code == .redirectLoop && finding.severity == .error)
        #expect(finding.witness?.url == "/a/42" && !finding.fixes.isEmpty)
    }
}
