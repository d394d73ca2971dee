#if Server
import HTTPTypes
import NIOCore
import NIOHTTP1
import RouteDB

/// Measures the first line of a request before it is parsed.
final class RequestLineMeter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The number of bytes of the line that have come.
    ///
    /// A request that begins in the same bytes in which another one's body ends is measured from the next
    /// ones.
    private(set) var length = 0
    private var isComplete = false
    /// The bytes that are being read.
    private var current: ByteBufferView?
    /// The index behind the last head that ends in these bytes.
    private var lastEnd: ByteBufferView.Index?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data).readableBytesView
        if !isComplete { measure(bytes) }
        (current, lastEnd) = (bytes, nil)
        context.fireChannelRead(data)
        current = nil
    }

    private func measure(_ bytes: ByteBufferView) {
        var bytes = bytes
        // Empty lines may stand before the line.
        if length == 0 {
            bytes = bytes.drop { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        }
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
        length += bytes.distance(from: bytes.startIndex, to: end ?? bytes.endIndex)
        isComplete = end != nil
    }

    /// Begins to measure the next request.
    func restart(behindBody: Bool) {
        (length, isComplete) = (0, false)
        guard !behindBody, let bytes = current else { return }
        let end = lastEnd ?? Self.lastEnd(in: bytes)
        lastEnd = end
        measure(bytes[end...])
    }

    /// The index behind the last empty line of some bytes, or behind all of them if there is none.
    private static func lastEnd(in bytes: ByteBufferView) -> ByteBufferView.Index {
        var end = bytes.endIndex
        while let line = bytes[..<end].lastIndex(of: UInt8(ascii: "\n")) {
            let before = bytes[..<line]
            if before.last == UInt8(ascii: "\n") || before.suffix(2).elementsEqual("\n\r".utf8) {
                return line + 1
            }
            end = line
        }
        return bytes.endIndex
    }
}

/// Sees to the parts of requests that Hummingbird does not tell of.
///
/// 1. A target in absolute form names the host of its request, and `Host` does not count (RFC 9112,
///    section 3.2.2).
/// 2. A request that cannot be parsed is answered with a problem in place of Hummingbird's empty answer:
///    with 414 if its target is too long, with 431 if its fields are, else with 400.
/// 3. Nothing is answered in the middle of another answer: the connection is closed instead.
///
/// It stands between the decoder and what makes requests of its parts.
final class RequestHeadHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let responder: any ListenerResponder
    private let limits: ServerLimits
    private let line: RequestLineMeter
    private var isReadingBody = false
    private var hasBody = false
    private var isAnswering = false
    private var refusal: WholeAnswer?

    init(
        _ responder: any ListenerResponder, _ limits: ServerLimits, line: RequestLineMeter
    ) {
        self.responder = responder
        self.limits = limits
        self.line = line
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(var head):
            (isReadingBody, hasBody) = (true, false)
            Self.readTarget(of: &head)
            context.fireChannelRead(wrapInboundOut(.head(head)))
            return
        case .body: hasBody = true
        case .end:
            isReadingBody = false
            line.restart(behindBody: hasBody)
        }
        context.fireChannelRead(data)
    }

    /// Takes the host out of a target in absolute form; one that is neither that nor a path becomes `*`,
    /// which is none.
    private static func readTarget(of head: inout HTTPRequestHead) {
        guard !head.uri.utf8.starts(with: "/".utf8) else { return }
        let schemes = ["http://", "https://"]
        guard let scheme = schemes.first(where: { head.uri.lowercased().hasPrefix($0) }) else {
            head.uri = "*"
            return
        }
        let rest = head.uri.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let path = rest.dropFirst(authority.count)
        head.headers.replaceOrAdd(name: "Host", value: String(authority))
        head.uri = path.hasPrefix("/") ? String(path) : "/\(path)"
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? HTTPParserError, refusal == nil {
            let problem = limits.problem(of: error, lineBytes: line.length)
            refusal = responder.refusal(for: problem, isCounted: !isReadingBody)
        }
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            guard !isAnswering else {
                promise?.fail(ChannelError.ioOnClosedChannel)
                return context.close(promise: nil)
            }
            isAnswering = true
            // Every answer of ours has that field, and Hummingbird's own one has not.
            if let refusal, !head.headers.contains(name: "Content-Security-Policy") {
                return write(refusal, context, promise)
            }
        case .body: break
        case .end: isAnswering = false
        }
        context.write(data, promise: promise)
    }

    /// Writes the head and the body of an answer, whose end follows.
    private func write(
        _ answer: WholeAnswer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) {
        var headers = HTTPHeaders(answer.fields.map { ($0.name.rawName, $0.value) })
        headers.add(name: "Content-Length", value: "\(answer.body.readableBytes)")
        headers.add(name: "Connection", value: "close")
        headers.add(name: "Date", value: HTTPDate(second: responder.clock().wholeSeconds).text)
        let status = HTTPResponseStatus(
            statusCode: answer.status.code, reasonPhrase: answer.status.reasonPhrase)
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: promise)
        context.write(wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil)
    }
}

extension ServerLimits {
    /// The problem of a request that cannot be parsed, and whose first line has some bytes.
    func problem(of error: HTTPParserError, lineBytes: Int) -> Problem {
        guard error == .headerOverflow else {
            return Problem(
                .badRequest, "invalidRequest", "The request is not HTTP/1.1: \(error).",
                hint: "Send a request as RFC 9112 says.")
        }
        guard lineBytes <= headBytes else {
            return Problem(
                .uriTooLong, "limitExceeded",
                "The request's target is longer than \(headBytes) bytes.",
                hint: "Send what is long as the body of a 'POST', where there is one.")
        }
        return Problem(
            .requestHeaderFieldsTooLarge, "limitExceeded",
            "The request's head has more than \(headBytes) bytes or \(headFields) fields.",
            hint: "Send fewer or shorter header fields, such as cookies.")
    }
}
#endif
