#if Server
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import RouteDB

/// Answers every request: checks it, finds its endpoint, and turns errors into problems.
struct ServiceResponder: HTTPResponder {
    let table: EndpointTable
    let state: ServiceState
    let hosts: HostRule
    let recognition: Recognition
    let rate: RateLimit
    let bodyTime: Duration
    let clock: @Sendable () -> Int64
    let logger: Logger

    /// What is known of a request when it is answered.
    private struct Outcome {
        var caller = Caller.unknown
        var endpoint = "none"
        var response: Response
    }

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let start = clock()
        state.metrics.begin()
        var outcome: Outcome
        do {
            outcome = try await answer(request, context)
        } catch let error as HTTPParserError {
            state.metrics.end(endpoint: "none", status: 400, microseconds: clock() - start)
            // Hummingbird answers it, and closes the connection.
            throw error
        }
        SecurityFields.add(to: &outcome.response.headers, isEncrypted: state.isEncrypted)
        if request.method == .head {
            outcome.response = outcome.response.createHeadResponse()
        }
        return finishing(outcome, request, context, since: start)
    }

    private func answer(
        _ request: Request, _ context: ConnectionContext
    ) async throws -> Outcome {
        var caller = Caller.unknown
        var endpoint: Endpoint?
        do {
            if !(try await AppLinkEndpoints.answers(request.head, state)) {
                try hosts.check(request.head)
            }
            let target = try RequestTarget(request.head.path ?? "/")
            let found = try table.find(request.method, target.segments)
            endpoint = found.endpoint
            caller = try recognition.caller(request.headers, from: context.address)
            try OriginRule(hosts: hosts).check(request.head, by: caller)
            try rate.take(caller)
            try check(caller, may: found.endpoint)
            let call = try await Call.reading(
                request, for: found.endpoint, path: found.path, query: target.query,
                caller: caller, bodyTime: bodyTime)
            let response = try await found.endpoint.respond(call)
            return Outcome(caller: caller, endpoint: found.endpoint.name, response: response)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            let problem = Problem(error)
            let name = endpoint?.name ?? "none"
            if problem.status == .internalServerError { logger.error("\(name): \(error)") }
            let response = endpoint?.show(problem, caller) ?? .problem(problem)
            return Outcome(caller: caller, endpoint: name, response: response)
        }
    }

    /// Checks that a caller may ask an endpoint.
    private func check(_ caller: Caller, may endpoint: Endpoint) throws(Problem) {
        guard case .scope(let scope) = endpoint.access else { return }
        guard caller.proof != .none else {
            throw Recognition.refusal("This needs a token or a session.")
        }
        guard caller.scopes.allows(scope) else {
            throw Problem(
                .forbidden, "scopeMissing",
                "This needs the scope '\(scope.names.joined(separator: ", "))'.",
                hint: "Use a token with this scope: routedb token add --scope ….")
        }
        guard caller.namespace == nil || endpoint.namespaceUse == .limited else {
            throw Problem(
                .forbidden, "namespaceLimited",
                "The token is for the namespace '\(caller.namespace ?? "")' only, and this is"
                    + " about all namespaces.", hint: "Use a token for all namespaces.")
        }
        guard !endpoint.isChanging || state.isWriting else {
            throw Problem(
                .forbidden, "readOnly", "The service does not change the registry.",
                hint: "Start it with '--write'.")
        }
    }

    /// Counts and logs an answer when its body is written.
    private func finishing(
        _ outcome: Outcome, _ request: Request, _ context: ConnectionContext, since start: Int64
    ) -> Response {
        var response = outcome.response
        let status = Int(response.status.code)
        let end: @Sendable (Int) -> Void = { [self] bytes in
            let now = clock()
            state.metrics.end(
                endpoint: outcome.endpoint, status: status, microseconds: max(0, now - start))
            state.accessLog?.append(
                AccessEntry(
                    address: recognition.proxies.client(request.headers, on: context),
                    caller: outcome.caller.name, timeMicroseconds: start,
                    method: request.method.rawValue,
                    path: String(RequestTarget.path(of: request.head.path ?? "/")),
                    status: status, bytes: bytes,
                    referrer: request.headers[.referer]
                        .map { String(RequestTarget.path(of: $0)) },
                    userAgent: request.headers[.userAgent]))
        }
        if let length = response.body.contentLength {
            end(length)
            return response
        }
        let body = response.body
        response.body = ResponseBody { writer in
            let counter = ByteCounter()
            defer { end(counter.bytes) }
            try await body.write(CountingWriter(writer, counter))
        }
        return response
    }
}

/// The number of bytes of an answer that is still being written.
private final class ByteCounter: Sendable {
    private let count = Guarded(0)

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
