#if Server
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
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
        var builder = builder(responder)
        if let certificate { builder = try .tls(builder, tlsConfiguration: certificate) }
        let application = Application(
            responder: responder, server: builder,
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port),
                availableConnectionsDelegate: MaximumAvailableConnections(
                    limits.connections, logger: logger)),
            onServerRunning: { await started($0.localAddress?.port ?? address.port) },
            logger: logger)
        try await application.run()
    }

    private func builder(_ responder: some ListenerResponder) -> HTTPServerBuilder {
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
                responder: responder, limits: limits)
        }
    }
}
#endif
