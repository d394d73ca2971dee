#if Server
import NIOCore
import NIOHTTPTypes

/// Closes connections whose clients stall.
///
/// 1. A client that does not read its answer is given up after a time without progress; the answer
///    would else wait for it forever, with what it holds in memory. That time is a second while too much waits
///    for clients of the service.
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

    /// The shortest answer that is counted.
    private static let countedBytes = 1_024
    /// How often a client that stalls is looked at, and how long it may stall while too much waits.
    private static let interval = TimeAmount.seconds(1)

    private let limit: TimeAmount
    private let unread: UnreadAnswers
    private var isReadingRequest = false
    private var deadline: Scheduled<Void>?

    init(limit: TimeAmount, unread: UnreadAnswers) {
        (self.limit, self.unread) = (limit, unread)
    }

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
        switch unwrapOutboundIn(data) {
        case .body(let bytes) where bytes.readableBytes >= Self.countedBytes:
            let (count, unread) = (bytes.readableBytes, unread)
            let promise = promise ?? context.eventLoop.makePromise()
            unread.add(count)
            promise.futureResult.whenComplete { _ in unread.subtract(count) }
            context.write(data, promise: promise)
        case .end where isReadingRequest:
            start(context)
            context.write(data, promise: promise)
        default: context.write(data, promise: promise)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { stop() } else { start(context) }
        context.fireChannelWritabilityChanged()
    }

    private func start(_ context: ChannelHandlerContext) {
        guard deadline == nil else { return }
        look(at: context.channel, until: .now() + limit)
    }

    /// Looks again and again whether a client has stalled for too long.
    private func look(at channel: any Channel, until end: NIODeadline) {
        let next = min(end, .now() + Self.interval)
        let own = NIOLoopBound(self, eventLoop: channel.eventLoop)
        deadline = channel.eventLoop.scheduleTask(deadline: next) {
            if next == end || own.value.unread.isTooMuch {
                channel.close(promise: nil)
            } else {
                own.value.look(at: channel, until: end)
            }
        }
    }

    private func stop() {
        deadline?.cancel()
        deadline = nil
    }
}
#endif
