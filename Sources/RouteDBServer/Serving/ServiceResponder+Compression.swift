#if Server
import HTTPTypes
import Hummingbird
import NIOCore
import RouteDB

/// The compression of answers for clients that accept it: of pages, documents and lists.
///
/// 1. Only answers that are known as a whole are compressed, from a size on that makes it worth while;
///    streams are not.
/// 2. Whoever can make a browser send requests, and sees how long the answers are, learns from their
///    lengths whether a text in the request stands elsewhere in the answer too (the attack BREACH). So
///    answers with the code of a one-time address are not compressed, nor those for which a browser proves
///    who asks, unless it says that one of our own pages does. No answer has a token or a cookie in its
///    body.
/// 3. A compressed answer has an entity tag of its own.
extension ServiceResponder {
    /// The fewest bytes of a body that is compressed.
    private static let fewestBytes = 1_024
    /// The fewest bytes that are compressed on a thread of the pool, since it takes over a millisecond.
    private static let fewestPooledBytes = 64 << 10

    /// Returns an answer as the client accepts it.
    func compressed(
        _ response: Response, to head: HTTPRequest, by caller: Caller, of endpoint: Endpoint?
    ) async -> Response {
        guard endpoint?.isCompressed ?? true, let length = response.body.contentLength,
            length >= Self.fewestBytes || response.status == .notModified
        else { return response }
        var response = response
        response.headers[.vary] = "Accept-Encoding"
        guard head.method != .head, length > 0,
            let codings = head.headerFields.value(of: .acceptEncoding).map(AcceptedCodings.init),
            codings.prefersGzip, !caller.isProvedByBrowser || Self.isFromOwnPage(head),
            let bytes = await gzip(response.body), bytes.readableBytes < length
        else { return response }
        response.body = ResponseBody(byteBuffer: bytes)
        response.headers[.contentEncoding] = "gzip"
        if let tag = response.headers[.eTag].flatMap(EntityTag.init(parsing:)) {
            response.headers[.eTag] = tag.compressed.description
        }
        return response
    }

    /// Returns whether a browser says that a page of the service, or nobody but its user, sends a request.
    private static func isFromOwnPage(_ head: HTTPRequest) -> Bool {
        ["same-origin", "none"].contains(head.headerFields[.fetchSite])
    }

    private func gzip(_ body: ResponseBody) async -> ByteBuffer? {
        let collected = CollectedBody()
        do {
            try await body.write(CollectingWriter(collected))
            let content = collected.content
            guard content.readableBytes >= Self.fewestPooledBytes else {
                return Gzip.compressed(content)
            }
            return try await state.work.run { _ in Gzip.compressed(content) }
        } catch {
            // The answer is sent as it is: too much may be waiting for a thread.
            return nil
        }
    }
}

/// A body in memory.
private final class CollectedBody: Sendable {
    private let buffer = Locked(ByteBuffer())

    var content: ByteBuffer { buffer.withLock { $0 } }

    func append(_ part: ByteBuffer) { buffer.withLock { _ = $0.writeImmutableBuffer(part) } }
}

/// Collects a body in memory.
private struct CollectingWriter: ResponseBodyWriter {
    private let body: CollectedBody

    init(_ body: CollectedBody) { self.body = body }

    mutating func write(_ buffer: ByteBuffer) async throws { body.append(buffer) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
#endif
