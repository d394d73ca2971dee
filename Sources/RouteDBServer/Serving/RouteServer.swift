#if Server
import HTTPTypes
import Hummingbird
import Logging
import NIOSSL
public import RouteDB
import RouteDBPages
import RouteDBTraffic
import ServiceLifecycle
import UnixSignals

/// A registry over HTTP: an API for programs, sessions for browsers, and answers to links for everybody.
///
/// ```swift
/// let server = try await RouteServer(ServerOptions(registry: "routes.db"))
/// try await server.run { print("log in at \($0.loginURL ?? "")") }
/// ```
///
/// The service answers until its process gets SIGTERM or SIGINT, or its task is cancelled. It then
/// accepts no more connections, lets requests end, writes what is recorded, and closes the registry.
/// What has not ended by the time for that is left behind.
public struct RouteServer: Sendable {
    /// Where a service that has started can be reached.
    public struct Started: Sendable {
        /// The address for programs and browsers, such as `http://127.0.0.1:7878`; `nil` if there is none.
        public let url: String?
        /// The one-time address that starts a browser's session; `nil` if no browser is answered.
        public let loginURL: String?
        /// The address at which links are answered, such as `http://0.0.0.0:8080`; `nil` if they are not.
        public let linksURL: String?
        /// The address at which probes are answered, such as `http://127.0.0.1:9090`; `nil` if there is none
        /// of their own.
        public let probesURL: String?
        /// A description of what is missing for others to reach the service, as a sentence; `nil` if nothing
        /// is.
        public let hint: String?
        /// The danger in how it can be reached, as a sentence; `nil` if there is none.
        public let warning: String?
        /// Stops the service as SIGTERM does.
        package let stop: @Sendable () -> Void
    }

    private let options: ServerOptions
    private let state: ServiceState
    private let responder: ServiceResponder
    private let links: LinkResponder
    private let logger: Logger
    private let certificate: TLSConfiguration?

    /// Opens the registry and the tokens, and checks that it is safe to listen.
    ///
    /// - Parameter options: How the service is started.
    /// - Throws: `RouteDBError`: what opening a registry throws; `permissionDenied` if the address
    ///   is not this machine's own and there is no token, trusted proxy or OpenID provider; `invalidValue`
    ///   if an option, a certificate or a key is not valid.
    public init(_ options: ServerOptions) async throws(RouteDBError) {
        self.options = options
        // SwiftLog's default writes to standard error, as the tool does with all but data.
        var logger = Logger(label: "routedb") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        self.logger = logger
        let clock = options.now
        let tokens = try TokenStore(
            file: TokenFile(
                path: options.tokens ?? TokenFile.path(besideRegistry: options.registry)),
            clock: clock)
        try Self.checkAddress(options, tokens)
        let certificate = try options.certificate.map { files throws(RouteDBError) in
            try ServerCertificate.configuration(files)
        }
        let accessLog: AccessLog?
        if let path = options.accessLog {
            accessLog = try AccessLog(path: path)
        } else {
            accessLog = nil
        }
        let openID = try options.openID.map { options throws(RouteDBError) in
            try OpenIDProvider(options, clock: clock)
        }
        let history = options.history ?? HitHistory.path(besideRegistry: options.registry)
        var recording = options.recording
        recording?.history = history
        // Reports on links count what user agents do not tell.
        if options.links != nil { recording?.context += AttributeNames.recordedOfVisitors }
        let registry = try await RouteRegistry.open(
            options.registry,
            options: RegistryOptions(
                access: options.isWriting ? .writing : .reading, author: options.author,
                now: clock, recording: recording))
        state = ServiceState(
            registry: registry, copyOf: options.shared, history: history,
            isWriting: options.isWriting, sessions: SessionStore(tokens: tokens, clock: clock),
            tokens: tokens, openID: openID, metrics: ServiceMetrics(), accessLog: accessLog,
            isEncrypted: options.certificate != nil,
            privacy: options.recording?.privacy ?? .keepAll,
            zone: PageZone(options.timeZone, try ZoneRules.read(options.timeZone)), clock: clock)
        let proxies = try Self.proxies(options)
        let visits = VisitLog(
            metrics: state.metrics, accessLog: accessLog, proxies: proxies, clock: clock)
        responder = ServiceResponder(
            table: .service(state), state: state,
            hosts: HostRule(host: options.address?.host, others: options.hosts),
            recognition: Authenticator(tokens: tokens, sessions: state.sessions, proxies: proxies),
            visits: visits,
            rate: RateLimit(perSecond: options.limits.requestsPerSecond, clock: clock),
            limits: options.limits, clock: clock, logger: logger)
        links = LinkResponder(
            links: LinkAnswerer(
                registry, snapshots: state.snapshots, work: state.work,
                pages: try VisitorPages(inFolder: options.linkPages, for: registry),
                proxies: proxies,
                countryField: try HTTPField.Name.read(options.countryField),
                isEncrypted: state.isEncrypted, clock: clock),
            visits: visits)
        self.certificate = certificate
        FreedMemory.returnToSystem()
    }

    /// Answers requests until the service is stopped.
    ///
    /// - Parameter started: Called once the service listens.
    /// - Throws: An error of the system, such as that the port is in use.
    public func run(
        _ started: @escaping @Sendable (Started) async -> Void = { _ in }
    ) async throws {
        try await run(onSignals: true, started)
    }

    /// Answers requests until the service is stopped: by signals only if they are for it.
    package func run(
        onSignals: Bool, _ started: @escaping @Sendable (Started) async -> Void
    ) async throws {
        let (requests, continuation) = AsyncStream<Void>.makeStream()
        let ending = ServiceEnding(drainTime: options.limits.drainTime)
        let places = [
            (Role.service, options.address), (.links, options.links), (.probes, options.probes),
        ].compactMap { role, address in address.map { (role: role, address: $0) } }
        let ports = StartedPorts(expecting: places.count)
        let listeners = places.map { place in
            listener(at: place.address, for: place.role) { port in
                guard let all = ports.set(port, of: place.role) else { return }
                await started(self.started(on: all) { continuation.yield() })
            }
        }
        let backups = options.backups.map { schedule in
            BackupService(
                schedule: schedule, metrics: state.metrics, logger: logger, clock: options.now)
        }
        let stopping = options.stopping
        let stop = StopService(requests: requests) {
            stopping()
            ending.begin()
        }
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: RegistryService(state: state))]
                + (backups.map { [.init(service: $0)] } ?? [])
                + listeners.map { .init(service: $0) }
                + [.init(service: stop, successTerminationBehavior: .gracefullyShutdownGroup)],
            gracefulShutdownSignals: onSignals ? [.sigterm, .sigint] : [], logger: logger)
        configuration.maximumGracefulShutdownDuration = options.limits.drainTime
        let group = ServiceGroup(configuration: configuration)
        try await ending.run { try await group.run() }
    }

    private func listener(
        at address: ListenAddress, for role: Role,
        _ started: @escaping @Sendable (Int) async -> Void
    ) -> Listener {
        Listener(
            address: address, responder: responder(for: role),
            limits: options.limits, certificate: certificate, logger: logger, started: started)
    }

    private func responder(for role: Role) -> any ListenerResponder {
        switch role {
        case .service: responder
        case .links: links
        case .probes:
            ProbeResponder(probes: state.probes, clock: options.now)
        }
    }

    private func started(
        on ports: [Role: Int], stop: @escaping @Sendable () -> Void
    ) -> Started {
        let url = url(of: options.address, ports[.service])
        let isHostUnknown = options.address?.isAny == true && options.hosts.isEmpty
        return Started(
            url: url,
            loginURL: url.map { url in
                let code = state.sessions.makeCode(
                    name: options.author, scopes: state.sessionScopes)
                return "\(url)/login?code=\(code)"
            }, linksURL: self.url(of: options.links, ports[.links]),
            probesURL: self.url(of: options.probes, ports[.probes]),
            hint: isHostUnknown ? Self.hostHint : nil,
            warning: options.sendsSecretsInPlain ? Self.plainWarning : nil, stop: stop)
    }

    private func url(of address: ListenAddress?, _ port: Int?) -> String? {
        guard let address, let port else { return nil }
        let scheme = options.certificate == nil ? "http" : "https"
        return "\(scheme)://\(ListenAddress(host: address.host, port: port))"
    }

    private static let plainWarning =
        "Tokens and sessions travel without encryption, and whoever is on their way can use them. Give"
        + " '--tls-certificate' and '--tls-key', or put a proxy with TLS before it and name that with"
        + " '--proxy'."

    private static let hostHint =
        "Requests from other machines are refused until '--host' gives the name by which they call"
        + " this one."

    // MARK: Checks before the start

    private static func checkAddress(
        _ options: ServerOptions, _ tokens: TokenStore
    ) throws(RouteDBError) {
        guard let address = options.address, !address.isLoopback, !tokens.hasTokens,
            options.proxies.isEmpty, options.openID == nil
        else { return }
        throw RouteDBError(
            .permissionDenied,
            "Others could reach the address \(address), and there is no token yet.",
            hint: "Add a token first: routedb token add NAME --scope read; or name a trusted proxy,"
                + " or an OpenID provider."
        )
    }

    private static func proxies(_ options: ServerOptions) throws(RouteDBError) -> TrustedProxies {
        TrustedProxies(
            ranges: try TrustedProxies.ranges(options.proxies),
            userField: try HTTPField.Name.read(options.userField),
            scopes: try TokenScope(ofRole: options.proxyRole),
            roleField: try HTTPField.Name.read(options.roleField))
    }
}

/// The purpose of a listener: the service for programs and browsers, links for everybody, or probes for
/// those who watch it.
private enum Role {
    case service, links, probes
}

/// The ports of the listeners that accept connections.
private final class StartedPorts: Sendable {
    private let ports = Locked<[Role: Int]>([:])
    private let expected: Int

    init(expecting count: Int) { expected = count }

    /// Keeps the port of a listener; returns all ports once the last one is known.
    func set(_ port: Int, of role: Role) -> [Role: Int]? {
        ports.withLock { ports in
            ports[role] = port
            return ports.count == expected ? ports : nil
        }
    }
}

/// Ends when somebody asks the service to stop.
private struct StopService: Service {
    let requests: AsyncStream<Void>
    /// Called when the service begins to stop, for whatever reason.
    let stopping: @Sendable () -> Void

    func run() async {
        var iterator = requests.cancelOnGracefulShutdown().makeAsyncIterator()
        _ = await iterator.next()
        stopping()
    }
}

/// Holds the registry open as long as the service runs, and what goes with it.
///
/// A group stops its services in the reverse of their order: when this one stops, the last request
/// has been answered.
private struct RegistryService: Service {
    let state: ServiceState

    func run() async {
        state.tokens.startWatching()
        // It throws if the group is cancelled, as when the port is taken: the end all the same.
        try? await gracefulShutdown()
        state.tokens.stopWatching()
        await state.shutDown()
    }
}
#endif
