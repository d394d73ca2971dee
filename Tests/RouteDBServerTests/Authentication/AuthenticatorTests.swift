#if Server
import HTTPTypes
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

@Suite("Recognizing callers")
struct AuthenticatorTests {
    /// A clock that tests move.
    private final class Clock: Sendable {
        private let now = Locked(Timestamp.epoch)
        var read: @Sendable () -> Timestamp { { [self] in now.withLock { $0 } } }
        func advance(by seconds: Int64) { now.withLock { $0 = $0 + .seconds(seconds) } }
    }

    @Test("a session that a provider vouches for ends after its time, even if requests go on")
    func vouched() {
        let clock = Clock()
        let sessions = SessionStore(clock: clock.read)
        let time = SessionStore.sessionLifetime
        let cookie = sessions.start(name: "ada", scopes: .read, within: time)
        for _ in 0..<4 {
            clock.advance(by: time.components.seconds / 4 - 1)
            #expect(sessions.caller(cookie: cookie)?.name == "ada")
        }
        clock.advance(by: 5)
        #expect(sessions.caller(cookie: cookie) == nil)
    }

    @Test("a token is accepted until it expires or is removed")
    func tokens() throws {
        let directory = try TemporaryDirectory()
        let (file, clock) = (TokenFile(path: directory.path("t")), Clock())
        let (token, text) = ServerToken.make(
            name: "robot", scopes: .read, namespace: "shop", created: 0, expiry: 10_000_000)
        try file.change { $0.append(token) }
        let book = try TokenStore(file: file, clock: clock.read)
        let caller = try #require(book.caller(token: text))
        #expect(caller.name == "robot")
        #expect(caller.scopes == .read)
        #expect(caller.namespace == "shop")
        #expect(book.hasTokens)
        clock.advance(by: 10)
        #expect(book.caller(token: text) == nil)
        #expect(!book.hasTokens)
        clock.advance(by: -1)
        try file.change { $0 = [] }
        #expect(book.caller(token: text) != nil)
        book.reload()
        #expect(book.caller(token: text) == nil)
    }

    @Test("an altered, cut or foreign token is refused")
    func foreign() throws {
        let directory = try TemporaryDirectory()
        let file = TokenFile(path: directory.path("t"))
        let made = (0..<2).map { _ in
            ServerToken.make(name: "robot", scopes: .read, namespace: nil, created: 0, expiry: nil)
        }
        try file.change { $0 = made.map(\.token) }
        let book = try TokenStore(file: file, clock: { 0 })
        let parts = try made.map { try #require(ServerToken.parts(of: $0.text)) }
        let texts = [
            "", "routedb_", "routedb__", String(made[0].text.dropLast()), made[0].text + "0",
            "routedb_\(parts[0].id)_\(parts[1].secret)", "routedb_x_\(parts[0].secret)",
            made[0].text.uppercased(), "routedb_\(parts[0].id)_\(made[0].token.id)",
        ]
        for text in texts { #expect(book.caller(token: text) == nil, "\(text)") }
        for token in made { #expect(book.caller(token: token.text) != nil) }
    }

    @Test("while the file of tokens cannot be read, none is accepted")
    func unreadable() throws {
        let directory = try TemporaryDirectory()
        let file = TokenFile(path: directory.path("t"))
        let (token, text) = ServerToken.make(
            name: "robot", scopes: .read, namespace: nil, created: 0, expiry: nil)
        try file.change { $0.append(token) }
        let book = try TokenStore(file: file, clock: { 0 })
        #expect(book.caller(token: text) != nil)
        let broken = TokenFile(path: directory.path)
        #expect(throws: RouteDBError.self) { try TokenStore(file: broken, clock: { 0 }) }
    }

    @Test("a code starts one session, for ten minutes; a session lasts twelve hours unused")
    func sessions() throws {
        let clock = Clock()
        let book = SessionStore(clock: clock.read)
        let code = book.makeCode(name: "ada", scopes: .read)
        #expect(book.start(code: "x") == nil)
        let cookie = try #require(book.start(code: code))
        #expect(book.start(code: code) == nil)
        #expect(book.caller(cookie: cookie)?.name == "ada")
        #expect(book.caller(cookie: code) == nil)
        clock.advance(by: 43_199)
        #expect(book.caller(cookie: cookie) != nil)
        clock.advance(by: 43_199)
        #expect(book.caller(cookie: cookie) != nil)
        clock.advance(by: 43_200)
        #expect(book.caller(cookie: cookie) == nil)
        let late = book.makeCode(name: "ada", scopes: .read)
        clock.advance(by: 600)
        #expect(book.start(code: late) == nil)
        let other = try #require(book.start(code: book.makeCode(name: "bob", scopes: .read)))
        book.end(cookie: other)
        #expect(book.caller(cookie: other) == nil)
    }

    @Test("a session and its code end with the token that asked for them")
    func grantedSessions() throws {
        let directory = try TemporaryDirectory()
        let (file, clock) = (TokenFile(path: directory.path("t")), Clock())
        func token(expiry: Timestamp?) -> ServerToken {
            ServerToken.make(
                name: "robot", scopes: .admin, namespace: nil, created: 0, expiry: expiry
            ).token
        }
        let (short, long) = (token(expiry: 10_000_000), token(expiry: nil))
        try file.change { $0 = [short, long] }
        let tokens = try TokenStore(file: file, clock: clock.read)
        let book = SessionStore(tokens: tokens, clock: clock.read)
        func code(_ token: String?) -> String {
            book.makeCode(name: "robot", scopes: [.read, .admin], token: token)
        }
        let brief = try #require(book.start(code: code(short.id)))
        let lasting = try #require(book.start(code: code(long.id)))
        let own = try #require(book.start(code: code(nil)))
        let (late, unused) = (code(short.id), code(long.id))
        let caller = try #require(book.caller(cookie: brief))
        #expect(caller.token == short.id && tokens.accepts(caller) && book.lasts(caller))
        clock.advance(by: 10)
        #expect(book.caller(cookie: brief) == nil && !tokens.accepts(caller))
        #expect(book.start(code: late) == nil)
        #expect(book.caller(cookie: lasting) != nil)
        try file.change { $0 = [] }
        tokens.reload()
        #expect(book.caller(cookie: lasting) == nil)
        #expect(book.start(code: unused) == nil)
        #expect(book.caller(cookie: own) != nil)
    }

    @Test("a token that grants less than before no longer grants what came from it")
    func narrowedToken() throws {
        let directory = try TemporaryDirectory()
        let file = TokenFile(path: directory.path("t"))
        let (token, text) = ServerToken.make(
            name: "robot", scopes: [.read, .hits], namespace: nil, created: 0, expiry: nil)
        try file.change { $0 = [token] }
        let book = try TokenStore(file: file, clock: { 0 })
        let caller = try #require(book.caller(token: text))
        #expect(book.accepts(caller))
        let more = Caller(
            proof: .session("s"), name: "robot", scopes: [.read, .write], token: token.id)
        #expect(!book.accepts(more))
        #expect(book.accepts(Caller(proof: .proxy, name: "ada", scopes: .admin)))
    }

    @Test("there are at most 1,000 sessions: the oldest ends")
    func manySessions() throws {
        let clock = Clock()
        let book = SessionStore(clock: clock.read)
        var cookies: [String] = []
        for _ in 0...1_000 {
            cookies.append(try #require(book.start(code: book.makeCode(name: "a", scopes: .read))))
            clock.advance(by: 1)
        }
        #expect(book.caller(cookie: cookies[0]) == nil)
        #expect(cookies.dropFirst().allSatisfy { book.caller(cookie: $0) != nil })
    }

    private func fields(_ pairs: KeyValuePairs<String, String>) throws -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in pairs {
            fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        return fields
    }

    @Test("only a trusted proxy's word counts for users and addresses")
    func proxies() throws {
        let proxies = TrustedProxies(
            ranges: [try #require(NetworkRange("10.0.0.0/8"))],
            userField: HTTPField.Name("X-Forwarded-User"), scopes: .read)
        let fields = try fields(["X-Forwarded-User": "ada"])
        let inside = IPAddress("10.1.2.3")
        #expect(proxies.caller(fields, from: inside)?.name == "ada")
        #expect(proxies.caller(fields, from: inside)?.scopes == .read)
        #expect(proxies.caller(fields, from: IPAddress("192.0.2.1")) == nil)
        #expect(proxies.caller(fields, from: nil) == nil)
        #expect(proxies.caller([:], from: inside) == nil)
        let unnamed = TrustedProxies(ranges: proxies.ranges)
        #expect(unnamed.caller(fields, from: inside) == nil)
    }

    @Test(
        "a client's address is what the first trusted proxy has seen, whatever the client says",
        arguments: [
            (["192.0.2.7"], "10.1.2.3", "192.0.2.7"),
            (["198.51.100.1, 192.0.2.7"], "10.1.2.3", "192.0.2.7"),
            (["198.51.100.1, 192.0.2.7,10.9.9.9"], "10.1.2.3", "192.0.2.7"),
            (["198.51.100.1", "192.0.2.7", "10.9.9.9"], "10.1.2.3", "192.0.2.7"),
            (["unknown, 192.0.2.7"], "10.1.2.3", "192.0.2.7"),
            (["192.0.2.7, unknown"], "10.1.2.3", "10.1.2.3"),
            (["2001:db8::7, 10.9.9.9"], "10.1.2.3", "2001:db8::7"),
            (["10.9.9.9"], "10.1.2.3", "10.9.9.9"), ([], "10.1.2.3", "10.1.2.3"),
            ([""], "10.1.2.3", "10.1.2.3"), (["198.51.100.1"], "192.0.2.1", "192.0.2.1"),
        ] as [([String], String, String)])
    func clients(forwarded: [String], address: String, expected: String) throws {
        let proxies = TrustedProxies(ranges: [try #require(NetworkRange("10.0.0.0/8"))])
        let name = try #require(HTTPField.Name("X-Forwarded-For"))
        var fields = HTTPFields()
        for value in forwarded { fields.append(HTTPField(name: name, value: value)) }
        #expect(proxies.client(fields, from: address) == expected)
        #expect(proxies.client(fields, from: nil) == nil)
        #expect(TrustedProxies().client(fields, from: address) == address)
    }

    @Test("the code of a login ends when it says, and so does its session, which a restart keeps")
    func logins() throws {
        let directory = try TemporaryDirectory()
        let (file, clock) = (TokenFile(path: directory.path("t")), Clock())
        let made = ["ada", "bob"].map { name in
            ServerToken.makeLogin(
                name: name, scopes: .read, created: 0, expiry: 100_000_000,
                sessionLifetime: .seconds(1_000))
        }
        try file.change { $0 += made.map(\.token) }
        let store = try TokenStore(file: file, clock: clock.read)
        clock.advance(by: 99)
        #expect(store.accepts(code: made[0].text) && store.caller(token: made[0].text) == nil)
        let login = try #require(try store.startSession(code: made[0].text))
        #expect(login.ends == 1_099_000_000)
        #expect(!store.accepts(code: made[0].text))
        #expect(try store.startSession(code: made[0].text) == nil)
        clock.advance(by: 1)
        #expect(!store.accepts(code: made[1].text))
        #expect(try store.startSession(code: made[1].text) == nil)
        let other = try TokenStore(file: file, clock: clock.read)
        let caller = try #require(other.caller(cookie: login.cookie))
        #expect(caller.name == "ada" && caller.hasSession && caller.isProvedByBrowser)
        #expect(other.accepts(caller) && other.caller(token: login.cookie) == nil)
        clock.advance(by: 999)
        #expect(other.caller(cookie: login.cookie) == nil && !other.accepts(caller))
    }

    @Test("a trusted proxy names the role of a user, of those that there are")
    func proxyRoles() throws {
        let proxies = TrustedProxies(
            ranges: [try #require(NetworkRange("10.0.0.0/8"))],
            userField: HTTPField.Name("X-User"), scopes: try TokenScope(ofRole: "viewer"),
            roleField: HTTPField.Name("X-Role"))
        func role(_ role: String?, from address: String = "10.1.2.3") throws -> String? {
            let known = try fields(
                role.map { ["X-User": "ada", "X-Role": $0] } ?? ["X-User": "ada"])
            let caller = proxies.caller(known, from: IPAddress(address))
            return caller.map { $0.scopes.role ?? "none" }
        }
        #expect(try role(nil) == "viewer" && role("editor") == "editor" && role("admin") == "admin")
        #expect(
            try role("root") == "viewer" && role("") == "viewer" && role("admin, x") == "viewer")
        #expect(try role("admin", from: "192.0.2.1") == nil)
        let error = #expect(throws: RouteDBError.self) { try TokenScope(ofRole: "edtor") }
        #expect(error?.hint?.contains("editor") == true)
    }

    @Test("a caller may send twice a second's requests at once, then as many as flow back")
    func rate() throws {
        let clock = Clock()
        let limit = RateLimit(perSecond: 2, clock: clock.read)
        let caller = Caller(proof: .token("a"), name: "", scopes: [])
        for _ in 0..<4 { try limit.take(caller) }
        let problem = #expect(throws: Problem.self) { try limit.take(caller) }
        #expect(problem?.status == .tooManyRequests)
        #expect(problem?.fields[.retryAfter] == "1")
        try limit.take(Caller(proof: .token("b"), name: "", scopes: []))
        clock.advance(by: 1)
        for _ in 0..<2 { try limit.take(caller) }
        #expect(throws: Problem.self) { try limit.take(caller) }
        // No more than that is saved up.
        clock.advance(by: 3_600)
        for _ in 0..<4 { try limit.take(caller) }
        #expect(throws: Problem.self) { try limit.take(caller) }
    }
}
#endif
