#if Server
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Makes the header fields of HTTP/2 those of HTTP/1.1, and the other way round.
///
/// 1. A request may repeat its `:authority` as `Host` (RFC 9113, section 8.3.1): that field is removed, and a
///    different one stays, to be refused.
/// 2. Fields about a connection are removed from answers, which must not have them (section 8.2.2).
final class StreamFieldFilter: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), head.headerFields.contains(.host),
            head.headerFields[values: .host] == [head.authority]
        else { return context.fireChannelRead(data) }
        head.headerFields[.host] = nil
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data),
            head.headerFields.contains(.connection)
        else { return context.write(data, promise: promise) }
        head.headerFields[.connection] = nil
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
#endif
