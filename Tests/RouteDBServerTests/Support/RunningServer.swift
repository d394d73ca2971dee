#if Server
import RouteDB
import RouteDBServer
import RouteDBTestSupport
import Testing

/// A service in this process, on a free port of this machine, with a registry of its own.
struct RunningServer: Sendable {
    let directory: String
    let started: RouteServer.Started
    /// The port for programs and browsers, if there is one.
    let port: Int
    /// The port for links, if there is one.
    let linksPort: Int

    /// A client without any proof.
    var client: TestClient { TestClient(port: port) }

    /// A client of everybody who opens links.
    var visitor: TestClient { TestClient(port: linksPort) }

    /// The path of the registry.
    var registry: String { "\(directory)/routes.db" }

    /// Runs a service while a closure runs.
    ///
    /// - Parameters:
    ///   - directory: Where the registry is made; `nil` for a directory of its own.
    ///   - change: Changes the options.
    ///   - prepare: Makes the routes.
    ///   - body: The test.
    /// - Throws: What the closures throw, and why the service did not start.
    static func with(
        in directory: TemporaryDirectory? = nil,
        _ change: @Sendable (inout ServerOptions) -> Void = { _ in },
        registry prepare: @escaping @Sendable (RegistryEditor) throws -> Void = { _ in },
        _ body: (RunningServer) async throws -> Void
    ) async throws {
        let directory = try directory ?? TemporaryDirectory()
        let path = directory.path("routes.db")
        let registry = try await RouteRegistry.open(path, options: .testing(.creating))
        try await registry.edit("Prepare", prepare)
        await registry.close()
        var options = ServerOptions(registry: path, address: ListenAddress(port: 0))
        options.author = "ada"
        options.isWriting = true
        // On a busy machine the test itself may be a slow client.
        options.limits.idleTime = .seconds(900)
        options.limits.bodyTime = .seconds(900)
        options.limits.stallTime = .seconds(900)
        change(&options)
        let server = try await RouteServer(options)
        let (stream, continuation) = AsyncStream<RouteServer.Started>.makeStream()
        let task = Task {
            defer { continuation.finish() }
            try await server.run(onSignals: false) { continuation.yield($0) }
        }
        var iterator = stream.makeAsyncIterator()
        let started = try #require(await iterator.next(), "the service did not start")
        let running = RunningServer(
            directory: directory.path, started: started, port: port(of: started.url),
            linksPort: port(of: started.linksURL))
        do {
            try await body(running)
        } catch {
            started.stop()
            _ = await task.result
            throw error
        }
        // What waits for an answer gets it, and what is recorded is written.
        started.stop()
        try await task.value
        withExtendedLifetime(directory) {}
    }

    private static func port(of url: String?) -> Int {
        url?.split(separator: ":").last.flatMap { Int($0) } ?? 0
    }

    /// Runs a service with a namespace `shop` while a closure runs, with a client that has the scope
    /// `admin`.
    ///
    /// - Parameters:
    ///   - namespace: The only namespace of the client's token; `nil` for all.
    ///   - prepare: Makes the routes.
    ///   - body: The test.
    /// - Throws: What the closures throw, and why the service did not start.
    static func withAdmin(
        of namespace: String? = nil,
        registry prepare: @escaping @Sendable (RegistryEditor) throws -> Void,
        _ body: (TestClient) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let token = try addToken(.admin, namespace: namespace, in: directory)
        try await with(
            in: directory,
            registry: { editor in
                try editor.addNamespace(NamespaceDraft(name: "shop"))
                try prepare(editor)
            }
        ) { try await body($0.client.with(token: token)) }
    }

    /// Adds a token for the services that will be started in a directory, and returns its text.
    static func addToken(
        _ scopes: TokenScope, namespace: String? = nil, expiry: Timestamp? = nil,
        name: String = "robot", in directory: TemporaryDirectory
    ) throws -> String {
        let (token, text) = ServerToken.make(
            name: name, scopes: scopes, namespace: namespace, created: 0, expiry: expiry)
        try TokenFile(path: directory.path("routes.tokens")).change { $0.append(token) }
        return text
    }

    /// The endpoints of a service that nobody asks.
    static func endpoints() async throws -> [Endpoint] {
        let directory = try TemporaryDirectory()
        let registry = try await RouteRegistry.open(
            directory.path("routes.db"), options: .testing(.creating))
        let tokens = try TokenStore(file: TokenFile(path: directory.path("t")), clock: { 0 })
        let state = ServiceState(
            registry: registry, history: directory.path("routes.hits.db"), isWriting: true,
            sessions: SessionStore(clock: { 0 }), tokens: tokens, metrics: ServiceMetrics(),
            accessLog: nil, isEncrypted: false, clock: { 0 })
        let endpoints = EndpointTable.service(state).endpoints
        await state.shutDown()
        return endpoints
    }

    /// A client with a session of a browser.
    func loggedIn() async throws -> TestClient {
        let code = try #require(started.loginURL?.split(separator: "=").last)
        let answer = try await client.logIn(code: String(code))
        let cookie = try #require(answer.field("set-cookie")?.split(separator: ";").first)
        return client.with(("Cookie", String(cookie)))
    }
}

extension TestClient {
    /// Presses the button of a one-time address.
    func logIn(code: String) async throws -> TestAnswer {
        try await send(
            "POST", "/login", body: "code=\(code)", type: "application/x-www-form-urlencoded")
    }
}
#endif
