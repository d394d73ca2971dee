#if Server
import HTTPTypes
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOHTTP2
import NIOHTTPTypes

/// An encrypted connection: HTTP/2 if the client offers that, else HTTP/1.1 (RFC 7301).
struct NegotiatedChannel: ServerChildChannel {
    typealias Version = NIONegotiatedHTTPVersion<HTTP1Channel.Value, HTTP2Channel.Value>

    struct Value: ServerChildChannelValue {
        let version: EventLoopFuture<Version>
        let channel: any Channel
    }

    let http1: QuickChannel
    let http2: HTTP2Channel
    /// The longest time until both sides have agreed on a version.
    let handshakeTime: TimeAmount
    /// The longest time that a connection of HTTP/2 may have no stream.
    let idleTime: TimeAmount

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        // Until then, no other handler watches the connection.
        let deadline = channel.eventLoop.scheduleTask(in: handshakeTime) {
            channel.close(promise: nil)
        }
        return channel.configureHTTP2AsyncSecureUpgrade(
            http1ConnectionInitializer: { http1.setup(channel: $0, logger: logger) },
            http2ConnectionInitializer: { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        IdleConnectionGuard(limit: idleTime))
                }.flatMap { http2.setup(channel: channel, logger: logger) }
            }
        ).map { version in
            version.whenComplete { _ in deadline.cancel() }
            return Value(version: version, channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        // A client that went away before has agreed on nothing.
        guard let version = try? await value.version.get() else { return }
        switch version {
        case .http1_1(let value): await http1.handle(value: value, logger: logger)
        case .http2(let value): await http2.handle(value: value, logger: logger)
        }
    }
}
#endif
