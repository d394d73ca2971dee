#if Server
import HTTPTypes
import Hummingbird
import NIOCore
import RouteDB

/// A request that is being answered, with what is known of it.
struct Visit {
    let head: HTTPRequest
    let context: ConnectionContext
    let start: Timestamp
    var caller = Caller.unknown
    /// The name of the endpoint, for metrics and the log.
    var endpoint = "none"
}

/// Counts and logs requests with their answers.
struct VisitLog {
    let metrics: ServiceMetrics
    let accessLog: AccessLog?
    let proxies: TrustedProxies
    let clock: @Sendable () -> Timestamp

    /// Counts a request that begins.
    func begin(_ head: HTTPRequest, _ context: ConnectionContext) -> Visit {
        metrics.begin()
        return Visit(head: head, context: context, start: clock())
    }

    /// Counts a request that could not be parsed.
    func count(refusedWith status: HTTPResponse.Status) {
        metrics.begin()
        metrics.end(endpoint: "none", status: Int(status.code), duration: .zero)
    }

    /// Counts and logs an answer when its body is written.
    func finishing(_ response: Response, _ visit: Visit) -> Response {
        var response = response
        if let length = response.body.contentLength {
            end(visit, status: response.status, bytes: length)
            return response
        }
        let (status, body) = (response.status, response.body)
        response.body = ResponseBody { writer in
            let counter = ByteCounter()
            defer { end(visit, status: status, bytes: counter.bytes) }
            try await body.write(CountingWriter(writer, counter))
        }
        return response
    }

    /// Counts and logs an answer.
    func end(_ visit: Visit, status: HTTPResponse.Status, bytes: Int) {
        let status = Int(status.code)
        metrics.end(endpoint: visit.endpoint, status: status, duration: clock() - visit.start)
        guard let accessLog else { return }
        let fields = visit.head.headerFields
        accessLog.append(
            AccessEntry(
                address: proxies.client(fields, from: visit.context.addressText),
                caller: visit.caller.name, time: visit.start,
                method: visit.head.method.rawValue,
                path: String(RequestTarget.path(of: visit.head.path ?? "/")),
                version: visit.context.version, status: status, bytes: bytes,
                referrer: fields[.referer].map { String(RequestTarget.path(of: $0)) },
                userAgent: fields[.userAgent]))
    }
}

/// The number of bytes of an answer that is still being written.
private final class ByteCounter: Sendable {
    private let count = Locked(0)

    var bytes: Int { count.withLock { $0 } }

    func add(_ bytes: Int) { count.withLock { $0 += bytes } }
}

/// Counts what is written.
private struct CountingWriter: ResponseBodyWriter {
    private var writer: any ResponseBodyWriter
    private let counter: ByteCounter

    init(_ writer: any ResponseBodyWriter, _ counter: ByteCounter) {
        self.writer = writer
        self.counter = counter
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        counter.add(buffer.readableBytes)
        try await writer.write(buffer)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}
#endif
