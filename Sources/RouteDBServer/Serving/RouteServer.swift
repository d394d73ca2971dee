#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
public import RouteDB
import ServiceLifecycle
import UnixSignals

/// A registry over HTTP: an API for programs, and sessions for browsers.
///
/// ```swift
/// let server = try await RouteServer(ServerOptions(registry: "routes.db"))
/// try await server.run { print("listening on \($0.url), log in at \($0.loginURL)") }
/// ```
///
/// The service answers until its process gets SIGTERM or SIGINT, or its task is cancelled. It then
/// accepts no more connections, lets requests end, writes what is recorded, and closes the registry.
/// What has not ended by the time for that is left behind.
public struct RouteServer: Sendable {
    /// Where a service that has started can be reached.
    public struct Started: Sendable {
        /// The address, such as `http://127.0.0.1:7878`.
        public let url: String
        /// The one-time address that starts a browser's session.
        public let loginURL: String
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
    private let logger: Logger
    private let certificate: TLSConfiguration?

    /// Opens the registry and the tokens, and checks that it is safe to listen.
    ///
    /// - Parameter options: How the service is started.
    /// - Throws: `RouteDBError`: what opening a registry throws; `permissionDenied` if the address
    ///   is not this machine's own and there is neither a token nor a trusted proxy; `invalidValue`
    ///   if an option, a certificate or a key is not valid.
    public init(_ options: ServerOptions) async throws(RouteDBError) {
        self.options = options
        // SwiftLog's default writes to standard error, as the tool does with all but data.
        var logger = Logger(label: "routedb") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        self.logger = logger
        let clock = options.currentTimeMicroseconds
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
        let history = options.history ?? HitHistory.path(besideRegistry: options.registry)
        var recording = options.recording
        recording?.history = history
        let registry = try await RouteRegistry.open(
            options.registry,
            options: RegistryOptions(
                access: options.isWriting ? .writing : .reading, author: options.author,
                currentTimeMicroseconds: clock, recording: recording))
        state = ServiceState(
            registry: registry, copyOf: options.shared, history: history,
            isWriting: options.isWriting, sessions: SessionStore(tokens: tokens, clock: clock),
            tokens: tokens,
            metrics: ServiceMetrics(), accessLog: accessLog,
            isEncrypted: options.certificate != nil,
            privacy: options.recording?.privacy ?? .keepAll, clock: clock)
        let proxies = try Self.proxies(options, scopes: state.sessionScopes)
        responder = ServiceResponder(
            table: .service(state), state: state,
            hosts: HostRule(host: options.address.host, others: options.hosts),
            recognition: Authenticator(tokens: tokens, sessions: state.sessions, proxies: proxies),
            rate: RateLimit(perSecond: options.limits.requestsPerSecond, clock: clock),
            limits: options.limits, clock: clock, logger: logger)
        self.certificate = certificate
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
        var builder = Self.builder(options.limits, responder)
        if let certificate { builder = try .tls(builder, tlsConfiguration: certificate) }
        let application = Application(
            responder: responder, server: builder,
            configuration: ApplicationConfiguration(
                address: .hostname(options.address.host, port: options.address.port),
                availableConnectionsDelegate: MaximumAvailableConnections(
                    options.limits.connections, logger: logger)),
            services: [RegistryService(state: state)],
            onServerRunning: { channel in
                await started(self.started(channel) { continuation.yield() })
            },
            logger: logger)
        var configuration = ServiceGroupConfiguration(
            services: [
                .init(service: application),
                .init(
                    service: StopService(requests: requests) { ending.begin() },
                    successTerminationBehavior: .gracefullyShutdownGroup),
            ], gracefulShutdownSignals: onSignals ? [.sigterm, .sigint] : [], logger: logger)
        configuration.maximumGracefulShutdownDuration = options.limits.drainTime
        do {
            let group = ServiceGroup(configuration: configuration)
            try await ending.run { try await group.run() }
        } catch let error as IOError {
            throw RouteDBError(
                .addressUnavailable,
                "The address \(options.address) cannot be listened on:"
                    + " \(SystemMessage.text(of: error.errnoCode)).",
                hint: "Give another port, or 0 for any free one.")
        }
    }

    private func started(
        _ channel: any Channel, stop: @escaping @Sendable () -> Void
    ) -> Started {
        let port = channel.localAddress?.port ?? options.address.port
        let scheme = options.certificate == nil ? "http" : "https"
        let address = ListenAddress(host: options.address.host, port: port)
        let url = "\(scheme)://\(address)"
        let code = state.sessions.makeCode(name: options.author, scopes: state.sessionScopes)
        return Started(
            url: url, loginURL: "\(url)/login?code=\(code)",
            hint: options.address.isAny && options.hosts.isEmpty ? Self.hostHint : nil,
            warning: options.sendsSecretsInPlain ? Self.plainWarning : nil, stop: stop)
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
        guard !options.address.isLoopback, !tokens.hasTokens, options.proxies.isEmpty else {
            return
        }
        throw RouteDBError(
            .permissionDenied,
            "Others could reach the address \(options.address), and there is no token yet.",
            hint: "Add a token first: routedb token add NAME --scope read; or name a trusted proxy."
        )
    }

    private static func proxies(
        _ options: ServerOptions, scopes: TokenScope
    ) throws(RouteDBError) -> TrustedProxies {
        var field: HTTPField.Name?
        if let name = options.userField {
            field = HTTPField.Name(name)
            guard field != nil else {
                throw RouteDBError(
                    .invalidValue, "'\(name)' is not the name of a header field.",
                    hint: "Give a name such as X-Forwarded-User.")
            }
        }
        let ranges = try options.proxies.map { text throws(RouteDBError) in
            guard let range = NetworkRange(text) else {
                throw RouteDBError(
                    .invalidValue, "'\(text)' is not an address, nor a range of addresses.",
                    hint: "Give one such as 10.0.0.1 or 10.0.0.0/8.")
            }
            return range
        }
        return TrustedProxies(ranges: ranges, userField: field, scopes: scopes)
    }

    private static func builder(
        _ limits: ServerLimits, _ responder: ServiceResponder
    ) -> HTTPServerBuilder {
        let stall = TimeAmount(limits.stallTime)
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [StallGuard(limit: stall)],
            idleTimeout: TimeAmount(limits.idleTime),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.headBytes, maxHeaderListSize: limits.headBytes,
                maxHeaderFieldCount: limits.headFields))
        return HTTPServerBuilder { respond in
            QuickChannel(
                base: HTTP1Channel(responder: respond, configuration: configuration),
                responder: responder)
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
