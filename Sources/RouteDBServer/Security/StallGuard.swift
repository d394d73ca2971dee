#if Server
import NIOCore
import NIOHTTPTypes

/// Closes connections whose clients stall.
///
/// 1. A client that does not read its answer is given up after a time without progress; the answer
///    would else wait for it forever, with what it holds in memory.
/// 2. A client that goes on sending the body of a request that is answered already is given up after
///    the same time.
///
/// Clients that are slow to send a request are closed by Hummingbird's idle timeout, and the bodies
/// have a time limit of their own; see `RequestBytes`.
final class StallGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    private var isReadingRequest = false
    private var deadline: Scheduled<Void>?

    init(limit: TimeAmount) { self.limit = limit }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: isReadingRequest = true
        case .body: break
        case .end:
            isReadingRequest = false
            if context.channel.isWritable { stop() }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data), isReadingRequest { start(context) }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { stop() } else { start(context) }
        context.fireChannelWritabilityChanged()
    }

    private func start(_ context: ChannelHandlerContext) {
        guard deadline == nil else { return }
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }

    private func stop() {
        deadline?.cancel()
        deadline = nil
    }
}
#endif
