#if Server
import NIOCore
import NIOHTTPTypes

/// Closes a connection of HTTP/2 that has had no stream for a time.
///
/// Hummingbird asks the client of an idle connection to leave, and waits without end for its answer. Clients
/// that never answer, or never send the whole head of a request, would keep their connections forever.
final class IdleConnectionGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let limit: TimeAmount
    private var streams = 0
    private var channel: (any Channel)?
    private var deadline: Scheduled<Void>?

    init(limit: TimeAmount) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) {
        channel = context.channel
        wait()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        channel = nil
    }

    /// Counts a stream that begins.
    func streamOpened() {
        streams += 1
        deadline?.cancel()
    }

    /// Counts a stream that has ended.
    func streamClosed() {
        streams -= 1
        if streams == 0 { wait() }
    }

    private func wait() {
        guard let channel else { return }
        deadline = channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }
}

/// Tells the guard of a connection that one of its streams is open.
final class OpenStream: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    private var connection: IdleConnectionGuard?

    func handlerAdded(context: ChannelHandlerContext) {
        // Streams are on the event loop of their connection.
        connection = try? context.channel.parent?.pipeline.syncOperations.handler(
            type: IdleConnectionGuard.self)
        connection?.streamOpened()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        connection?.streamClosed()
        connection = nil
    }
}
#endif
