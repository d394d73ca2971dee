#if Server
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import RouteDB

/// Asks the service whose registry is followed.
///
/// Redirects are not followed, so a token goes to no other host; nothing is decompressed.
package struct ServiceSource: RegistrySource {
    private static let mostProblemBytes = 64 << 10
    /// The length of the comment that shows that an event stream lives.
    private static let heartbeatBytes = 4

    private let address: SourceAddress
    package var name: String { address.description }
    private let token: @Sendable () throws(RouteDBError) -> String?
    private let limits: SourceLimits
    private let client: HTTPClient

    /// Creates a client, which must be shut down.
    package init(
        _ address: SourceAddress, token: @escaping @Sendable () throws(RouteDBError) -> String?,
        authorities: String? = nil,
        limits: SourceLimits = SourceLimits()
    ) throws(RouteDBError) {
        self.address = address
        self.token = token
        self.limits = limits
        var encryption = TLSConfiguration.makeClientConfiguration()
        encryption.minimumTLSVersion = .tlsv12
        if let authorities {
            guard let certificates = try? NIOSSLCertificate.fromPEMFile(authorities),
                !certificates.isEmpty
            else {
                throw RouteDBError(
                    .invalidValue, "'\(authorities)' cannot be read as certificates.",
                    hint: "Give the path of a PEM file that you may read.")
            }
            encryption.trustRoots = .certificates(certificates)
        }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: encryption, redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(
                connect: TimeAmount(limits.connectTime), read: TimeAmount(limits.silentTime)),
            decompression: .disabled)
        configuration.httpVersion = .http1Only
        client = HTTPClient(configuration: configuration)
    }

    package func shutDown() async { try? await client.shutdown() }

    package func fetchFeed(
        after position: FeedPosition, unless tag: String?,
        _ receive: @Sendable ([UInt8]) async throws -> Void
    ) async throws -> String? {
        var query = "after=\(position.revision)"
        if position.revision > 0 { query += "&digest=\(position.digest)" }
        var request = try request("/api/v1/feed?\(query)")
        request.headers.add(name: "Accept", value: "application/x-ndjson")
        if let tag { request.headers.add(name: "If-None-Match", value: tag) }
        let deadline = ContinuousClock.now + limits.feedTime
        let response = try await send(request)
        if response.status == .notModified, tag != nil { return nil }
        try await check(response, isOf: "application/x-ndjson")
        try await read(response) { buffer in
            guard ContinuousClock.now < deadline else {
                throw unavailable(
                    "its feed took longer than \(limits.feedTime.components.seconds) seconds")
            }
            try await receive(Array(buffer.readableBytesView))
        }
        return response.headers.first(name: "ETag") ?? ""
    }

    /// Listens to the service's events of new revisions, and hints once when it does.
    package func listen(_ hint: () -> Void) async throws {
        var request = try request("/api/v1/events/revisions")
        request.headers.add(name: "Accept", value: "text/event-stream")
        let response = try await send(request)
        try await check(response, isOf: "text/event-stream")
        hint()
        try await read(response) { buffer in
            // Whatever an event says, the feed says what is true.
            if buffer.readableBytes > Self.heartbeatBytes { hint() }
        }
    }

    // MARK: Requests and answers

    private func request(_ path: String) throws(RouteDBError) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address.description + path)
        if let token = try token() {
            request.headers.add(name: "Authorization", value: "Bearer \(token)")
        }
        return request
    }

    private func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        do {
            return try await client.execute(
                request, timeout: TimeAmount(limits.connectTime + limits.silentTime))
        } catch let error as CancellationError {
            throw error
        } catch {
            throw unavailable(Self.reason(error))
        }
    }

    /// Passes on the body as it comes; the next piece is asked for when the closure returns.
    private func read(
        _ response: HTTPClientResponse, _ body: (ByteBuffer) async throws -> Void
    ) async throws {
        var iterator = response.body.makeAsyncIterator()
        while let buffer = try await next(&iterator) { try await body(buffer) }
    }

    private func next(
        _ iterator: inout HTTPClientResponse.Body.AsyncIterator
    ) async throws -> ByteBuffer? {
        do {
            return try await iterator.next()
        } catch let error as CancellationError {
            throw error
        } catch {
            throw unavailable(Self.reason(error))
        }
    }

    /// Checks the status and the media type.
    private func check(_ response: HTTPClientResponse, isOf type: String) async throws {
        guard response.status == .ok else { throw await problem(response) }
        let found = response.headers.first(name: "Content-Type")?.prefix { $0 != ";" }
        guard found.map(String.init) == type else {
            throw unavailable("it answered with something else than a registry's service does")
        }
    }

    /// The error for an answer that is a problem.
    private func problem(_ response: HTTPClientResponse) async -> RouteDBError {
        let bytes = (try? await response.body.collect(upTo: Self.mostProblemBytes))
            .map { Array($0.readableBytesView) }
        var said = "it answered with the status \(response.status.code)"
        var hint: String?
        if let bytes, case .object(let object)? = try? JSONValue(parsing: bytes),
            case .string(let detail)? = object["detail"]
        {
            said += ": \(detail.prefix(500))"
            if case .string(let text)? = object["hint"] { hint = String(text.prefix(500)) }
        }
        switch response.status {
        case .unauthorized, .forbidden:
            return RouteDBError(
                .permissionDenied, "The source '\(address)' refused: \(said)",
                hint: hint ?? "Give a token with the scope 'read' for all namespaces.")
        default: return unavailable(said, hint: hint)
        }
    }

    private func unavailable(_ what: String, hint: String? = nil) -> RouteDBError {
        RouteDBError(
            .sourceUnavailable, "The source '\(address)' cannot be followed now: \(what).",
            hint: hint ?? "Check the address, and that the service runs.")
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            "it closed the connection"
        case let error as HTTPClientError
        where [.connectTimeout, .readTimeout, .deadlineExceeded].contains(error):
            "it did not answer in time"
        case let error as NIOConnectionError: connection(error)
        default: "\(error)"
        }
    }

    private static func connection(_ error: NIOConnectionError) -> String {
        guard let first = error.connectionErrors.first?.error as? IOError else {
            return "there is no host of that name"
        }
        return SystemMessage.text(of: first.errnoCode)
    }
}
#endif
