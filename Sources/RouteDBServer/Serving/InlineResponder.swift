#if Server
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import RouteDB

/// A connection whose quick requests are answered where they arrive.
struct QuickChannel: ServerChildChannel {
    let base: HTTP1Channel
    let responder: any ListenerResponder
    let limits: ServerLimits

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let line = RequestLineMeter()
            let decoder = try pipeline.handler(
                type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(line, position: .before(decoder))
            try pipeline.addHandler(
                RequestHeadHandler(responder, limits, line: line), position: .after(decoder))
            let guarding = try pipeline.handler(type: HTTPConnectionStateHandler.self)
            try pipeline.addHandler(
                InlineResponder(responder, ConnectionContext(channel)), position: .after(guarding))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}

/// Answers requests at once whose endpoints can, before a task has to be woken for them: that takes
/// longer than resolving a URL.
///
/// All others pass. So do quick ones while another answer is being written, since answers come in the
/// order of their requests; while the client does not read, so that what waits for it stays bounded;
/// and those that have a body, or say something about the connection.
///
/// The handlers that guard the connection stand before this one, and see all requests and answers.
final class InlineResponder: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let responder: any ListenerResponder
    private let connection: ConnectionContext
    /// The number of requests that passed and are not answered.
    private var passed = 0
    /// The head of a request that may be answered at once, until it shows that it has no body.
    private var waiting: HTTPRequest?
    /// True if answers wait to be sent, which happens once for all requests that come together.
    private var isUnflushed = false
    private var date = HTTPDate(second: 0)

    init(_ responder: any ListenerResponder, _ connection: ConnectionContext) {
        self.responder = responder
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .head(let head) = part, passed == 0, context.channel.isWritable, isPlain(head) {
            waiting = head
            return
        }
        if let head = waiting {
            waiting = nil
            if case .end = part, let answer = responder.answerAtOnce(head, connection) {
                return write(answer, context)
            }
            pass(.head(head), context)
        }
        pass(part, context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isUnflushed {
            isUnflushed = false
            context.flush()
        }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { passed -= 1 }
        context.write(data, promise: promise)
    }

    private func pass(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        if case .head = part { passed += 1 }
        context.fireChannelRead(wrapInboundOut(part))
    }

    private func isPlain(_ head: HTTPRequest) -> Bool {
        head.method == .get && !head.headerFields.contains(.connection)
            && !head.headerFields.contains(.expect)
    }

    private func write(_ answer: WholeAnswer, _ context: ChannelHandlerContext) {
        var head = HTTPResponse(status: answer.status, headerFields: answer.fields)
        head.headerFields.append(
            HTTPField(name: .contentLength, value: String(answer.body.readableBytes)))
        let second = responder.clock().wholeSeconds
        if date.second != second { date = HTTPDate(second: second) }
        head.headerFields.append(HTTPField(name: .date, value: date.text))
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(answer.body)), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        isUnflushed = true
    }
}

/// A second as HTTP writes it (RFC 9110, section 5.6.7).
struct HTTPDate {
    /// The seconds since 1970-01-01T00:00:00Z.
    let second: Int64
    /// Such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    let text: String

    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    init(second: Int64) {
        self.second = second
        let words = LogSecond.words(Timestamp(microseconds: second * 1_000_000))
        let day = Self.days[Int(((second / 86_400) % 7 + 7) % 7)]
        text = "\(day), \(words.day) \(words.month) \(words.year) \(words.time) GMT"
    }
}
#endif
