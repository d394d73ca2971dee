#if Server
import RouteDB
import RouteDBFollower
import RouteDBServer
import RouteDBTestSupport
import Testing

/// The service of a registry in this process, on a port of this machine, for followers.
final class SourceService: Sendable {
    let path: String
    let token: String
    let url: String
    let port: Int
    /// Where links are answered, if they are.
    var linksURL: String? { started.linksURL }
    private let started: RouteServer.Started
    private let running: Task<Void, any Error>

    /// Starts a service.
    ///
    /// - Parameters:
    ///   - path: The path of the registry.
    ///   - port: The port; 0 for any free one.
    ///   - token: The token that it accepts; `nil` for a new one.
    ///   - certificate: The files for TLS, or `nil`.
    ///   - answersLinks: True to answer links as well, at an address of their own.
    /// - Throws: Why it did not start.
    init(
        _ path: String, port: Int = 0, token: String? = nil, certificate: CertificateFiles? = nil,
        answersLinks: Bool = false
    ) async throws {
        self.path = path
        if let token {
            self.token = token
        } else {
            let (stored, text) = ServerToken.make(
                name: "follower", scopes: .read, namespace: nil, created: 0, expiry: nil)
            try TokenFile(path: TokenFile.path(besideRegistry: path)).change { $0.append(stored) }
            self.token = text
        }
        var options = ServerOptions(registry: path, address: ListenAddress(port: port))
        options.certificate = certificate
        options.hosts = ["localhost"]
        if answersLinks { options.links = ListenAddress(port: 0) }
        let server = try await RouteServer(options)
        let (stream, continuation) = AsyncStream<RouteServer.Started>.makeStream()
        running = Task {
            defer { continuation.finish() }
            try await server.run(onSignals: false) { continuation.yield($0) }
        }
        var iterator = stream.makeAsyncIterator()
        started = try #require(await iterator.next(), "the service did not start")
        url = try #require(started.url)
        self.port = try #require(url.split(separator: ":").last.flatMap { Int($0) })
    }

    func stop() async {
        started.stop()
        _ = await running.result
    }

    /// A follower of this service, or of another address.
    func follower(
        _ path: String, at url: String? = nil, token: String?? = nil,
        trusting authorities: String? = nil, limits: SourceLimits = SourceLimits(),
        _ change: (inout FollowOptions) -> Void = { _ in }
    ) throws -> RegistryFollower {
        let source = try source(
            at: url, token: token, trusting: authorities, limits: limits)
        var options = FollowOptions(path: path)
        options.limits = limits
        change(&options)
        return RegistryFollower(source, options)
    }

    /// This service, or another address, as a source.
    func source(
        at url: String? = nil, token: String?? = nil, trusting authorities: String? = nil,
        limits: SourceLimits = SourceLimits()
    ) throws -> ServiceSource {
        let token = token ?? self.token
        return try ServiceSource(
            try SourceAddress(url ?? self.url), token: { () throws(RouteDBError) in token },
            authorities: authorities, limits: limits)
    }
}

extension RouteRegistry {
    /// Opens a registry that tests edit, or look into.
    static func opened(
        _ path: String, _ access: RegistryOptions.Access = .creating
    ) async throws -> RouteRegistry {
        try await open(path, options: .testing(access))
    }

    /// Adds a route, in a revision of its own.
    func add(_ name: String) async throws {
        try await edit("Add \(name)") { editor in
            try editor.add(RouteDraft(pattern: "/\(name)/{id:int}", target: name, name: name))
        }
    }
}

/// Checks that two files have the same registry.
func expectEqual(
    _ copy: String, _ source: String, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let (copy, source) = (
        try await RouteRegistry.opened(copy, .reading),
        try await RouteRegistry.opened(source, .reading)
    )
    #expect(
        try await copy.revisions() == source.revisions(), sourceLocation: sourceLocation)
    #expect(try await copy.snapshot() == source.snapshot(), sourceLocation: sourceLocation)
    #expect(try await copy.tags == source.tags, sourceLocation: sourceLocation)
    #expect(try await copy.check() == [], sourceLocation: sourceLocation)
    await copy.close()
    await source.close()
}

extension FollowEvent {
    /// The step that was taken; fails the test for another event.
    func taken(sourceLocation: SourceLocation = #_sourceLocation) throws -> FeedStep {
        guard case .took(let step) = self else {
            throw Failure(event: "\(self)")
        }
        return step
    }

    var isUnchanged: Bool {
        if case .unchanged = self { true } else { false }
    }

    struct Failure: Error { let event: String }
}
#endif
