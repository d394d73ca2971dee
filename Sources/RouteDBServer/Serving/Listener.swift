#if Server
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import HummingbirdTLS
import Logging
import NIOCore
import NIOHTTP2
import NIOSSL
import RouteDB
import ServiceLifecycle

/// An address that is listened on, and what answers there.
struct Listener: Service {
    let address: ListenAddress
    let responder: any ListenerResponder
    let limits: ServerLimits
    let certificate: TLSConfiguration?
    let logger: Logger
    /// Called with the port once connections are accepted.
    let started: @Sendable (Int) async -> Void

    func run() async throws {
        do {
            try await answer(by: responder)
        } catch let error as IOError {
            throw RouteDBError(
                .addressUnavailable,
                "The address \(address) cannot be listened on:"
                    + " \(SystemMessage.text(of: error.errnoCode)).",
                hint: "Give another port, or 0 for any free one.")
        }
    }

    private func answer(by responder: some ListenerResponder) async throws {
        let application = Application(
            responder: responder, server: try builder(responder),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port),
                availableConnectionsDelegate: MaximumAvailableConnections(
                    limits.connections, logger: logger)),
            onServerRunning: { await started($0.localAddress?.port ?? address.port) },
            logger: logger)
        try await application.run()
    }

    private func builder(_ responder: some ListenerResponder) throws -> HTTPServerBuilder {
        let unread = UnreadAnswers(limit: limits.unreadBytes)
        guard var certificate else {
            return HTTPServerBuilder { respond in plain(responder, respond, unread) }
        }
        certificate.applicationProtocols = NIOHTTP2SupportedALPNProtocols
        let negotiated = HTTPServerBuilder { respond in
            NegotiatedChannel(
                http1: plain(responder, respond, unread),
                http2: HTTP2Channel(
                    responder: respond,
                    configuration: HTTP2ChannelConfiguration(
                        idleTimeout: limits.idleTime, gracefulCloseTimeout: limits.drainTime,
                        streamConfiguration: streams(unread))),
                handshakeTime: TimeAmount(limits.idleTime),
                // Until then, the client is asked to leave.
                idleTime: TimeAmount(limits.idleTime + limits.drainTime))
        }
        return try .tls(negotiated, tlsConfiguration: certificate)
    }

    private func plain(
        _ responder: some ListenerResponder, _ respond: @escaping HTTPChannelHandler.Responder,
        _ unread: UnreadAnswers
    ) -> QuickChannel {
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                StallGuard(limit: TimeAmount(limits.stallTime), unread: unread)
            ],
            idleTimeout: TimeAmount(limits.idleTime),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.headBytes, maxHeaderListSize: limits.headBytes,
                maxHeaderFieldCount: limits.headFields))
        return QuickChannel(
            base: HTTP1Channel(responder: respond, configuration: configuration),
            responder: responder, limits: limits)
    }

    /// The configuration of the streams of HTTP/2, each of which has one request and its answer.
    private func streams(_ unread: UnreadAnswers) -> HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                StallGuard(limit: TimeAmount(limits.stallTime), unread: unread),
                StreamFieldFilter(), OpenStream(),
            ],
            idleTimeout: TimeAmount(limits.idleTime))
    }
}
#endif
