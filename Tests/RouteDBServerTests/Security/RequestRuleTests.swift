#if Server
import HTTPTypes
import RouteDBServer
import Testing

@Suite("Which requests are refused")
struct RequestRuleTests {
    private static let hosts = HostRule(host: "10.0.0.5", others: ["Routes.example.com"])

    private func request(
        _ method: HTTPRequest.Method = .get, host: String?,
        _ fields: KeyValuePairs<String, String> = [:]
    ) throws -> HTTPRequest {
        var request = HTTPRequest(method: method, scheme: "http", authority: host, path: "/")
        for (name, value) in fields {
            request.headerFields[try #require(HTTPField.Name(name))] = value
        }
        return request
    }

    @Test(
        "the service's own names are answered, on any port",
        arguments: [
            "localhost", "LOCALHOST:80", "127.0.0.1:7878", "[::1]", "[::1]:9000", "10.0.0.5:1",
            "routes.example.com", "ROUTES.example.com:443",
        ])
    func ownHosts(host: String) throws { try Self.hosts.check(try request(host: host)) }

    @Test(
        "other names are refused, so that a page cannot let its own name point here",
        arguments: [
            "example.com", "routes.example.com.evil.net", "localhost.evil.net", "127.0.0.1.evil",
            "evil.net:7878", "::1", "localhost:80:80", "127.0.0.1@evil.net", "[::1]evil",
        ])
    func otherHosts(host: String) throws {
        let request = try request(host: host)
        let problem = #expect(throws: Problem.self) { try Self.hosts.check(request) }
        #expect(problem?.status == .misdirectedRequest)
    }

    @Test("a request without a host is refused")
    func noHost() throws {
        let request = try request(host: nil)
        let problem = #expect(throws: Problem.self) { try Self.hosts.check(request) }
        #expect(problem?.status == .badRequest)
    }

    private static let session = Caller(proof: .session("s"), name: "ada", scopes: .write)
    private static let token = Caller(proof: .token("t"), name: "robot", scopes: .write)

    @Test(
        "changes from the service's own pages are answered",
        arguments: [
            ["Origin": "http://localhost:7878"], ["Sec-Fetch-Site": "same-origin"],
            ["Sec-Fetch-Site": "none"],
            ["Origin": "http://localhost:7878", "Sec-Fetch-Site": "same-origin"],
        ])
    func sameOrigin(fields: [String: String]) throws {
        var request = try request(.post, host: "localhost:7878")
        for (name, value) in fields {
            request.headerFields[try #require(HTTPField.Name(name))] = value
        }
        try OriginRule(hosts: Self.hosts).check(request, by: Self.session)
        try OriginRule(hosts: Self.hosts).check(request, by: Self.token)
    }

    @Test(
        "changes that another site makes a browser send are refused",
        arguments: [
            ["Origin": "http://evil.net"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
            ["Sec-Fetch-Site": "same-site"], ["Origin": "http://localhost:9999"],
            ["Origin": "http://localhost:7878", "Sec-Fetch-Site": "cross-site"],
            ["Origin": "file://"], ["Origin": "http://localhost:7878.evil.net"],
        ])
    func crossSite(fields: [String: String]) throws {
        var request = try request(.post, host: "localhost:7878")
        for (name, value) in fields {
            request.headerFields[try #require(HTTPField.Name(name))] = value
        }
        let rule = OriginRule(hosts: Self.hosts)
        let changed = request
        for caller in [Self.session, Self.token] {
            let problem = #expect(throws: Problem.self) { try rule.check(changed, by: caller) }
            #expect(problem?.code == "originNotAllowed")
        }
    }

    @Test("a session's change must say where it comes from; a token's need not; reading need not")
    func withoutOrigin() throws {
        let rule = OriginRule(hosts: Self.hosts)
        let post = try request(.post, host: "localhost")
        try rule.check(post, by: Self.token)
        #expect(throws: Problem.self) { try rule.check(post, by: Self.session) }
        #expect(throws: Problem.self) {
            try rule.check(post, by: Caller(proof: .proxy, name: "ada", scopes: .write))
        }
        try rule.check(try request(.get, host: "localhost"), by: Self.session)
        try rule.check(
            try request(.get, host: "localhost", ["Sec-Fetch-Site": "cross-site"]),
            by: Self.session)
    }

    @Test("a copy is called what it is a copy of, whose server only administrators are told")
    func hiddenPaths() {
        let paths = PathRedactor(
            ["/tmp/copy/routes.db", "/tmp/copy/routes.hits.db"],
            copyOf: "postgresql://db.internal:5432/shop")
        func told(_ code: String, _ message: String, scopes: TokenScope) -> String {
            let caller = Caller(proof: .token("t"), name: "ada", scopes: scopes)
            let problem = Problem(.serviceUnavailable, code, message, hint: nil)
            return paths.hidden(in: problem, from: caller).message
        }
        let conflict = "The registry '/tmp/copy/routes.db' is at revision 2."
        #expect(
            told("revisionConflict", conflict, scopes: .admin)
                == "The registry 'postgresql://db.internal:5432/shop' is at revision 2.")
        #expect(
            told("revisionConflict", conflict, scopes: .write)
                == "The registry 'shop' is at revision 2.")
        let lost = "The hub 'postgresql://db.internal:5432/shop' cannot be reached: no 10.0.0.7."
        #expect(told("sourceUnavailable", lost, scopes: .admin) == lost)
        #expect(
            told("sourceUnavailable", lost, scopes: .write)
                == "The hub 'shop' cannot be reached, or has failed.")
    }
}
#endif
