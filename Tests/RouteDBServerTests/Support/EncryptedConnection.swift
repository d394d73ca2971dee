#if Server
import NIOCore
import NIOPosix
import NIOSSL
import RouteDBTestSupport

/// A connection with TLS on which a test sends bytes of its own.
enum EncryptedConnection {
    /// Collects what a server sends until it closes the connection.
    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let promise: EventLoopPromise<[UInt8]>
        private var bytes: [UInt8] = []

        init(_ promise: EventLoopPromise<[UInt8]>) { self.promise = promise }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            bytes += Array(unwrapInboundIn(data).readableBytesView)
        }

        func channelInactive(context: ChannelHandlerContext) { promise.succeed(bytes) }
        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }

    /// Sends bytes, and returns all that the server sends until it closes the connection.
    static func exchange(
        _ bytes: [UInt8], with port: Int, _ change: (inout TLSConfiguration) -> Void = { _ in }
    ) async throws -> [UInt8] {
        var configuration = try TLSConfiguration.trustingLocalhost()
        change(&configuration)
        let context = try NIOSSLContext(configuration: configuration)
        let group = MultiThreadedEventLoopGroup.singleton
        let promise = group.next().makePromise(of: [UInt8].self)
        let channel = try await ClientBootstrap(group: group).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                let encryption = try NIOSSLClientHandler(
                    context: context, serverHostname: "localhost")
                try channel.pipeline.syncOperations.addHandlers(encryption, Collector(promise))
            }
        }.connect(host: "127.0.0.1", port: port).get()
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
        return try await promise.futureResult.get()
    }
}
#endif
