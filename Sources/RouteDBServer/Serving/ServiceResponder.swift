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
    let recognition: Authenticator
    let rate: RateLimit
    let limits: ServerLimits
    let clock: @Sendable () -> Int64
    let logger: Logger

    /// A request that is being answered, with what is known of it.
    private struct Visit {
        let head: HTTPRequest
        let context: ConnectionContext
        let start: Int64
        var caller = Caller.unknown
        var endpoint: Endpoint?

        /// The name of the endpoint, for metrics and the log.
        var name: String { endpoint?.name ?? "none" }
    }

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        if table.isProbe(request.head), let answer = answerAtOnce(request.head, context) {
            let response = answer.response
            return request.method == .head ? response.createHeadResponse() : response
        }
        var visit = begin(request.head, context)
        var response: Response
        do {
            _ = try HostRule.authority(of: request.head)
            if !(try await AppLinkEndpoints.answers(request.head, state)) {
                try hosts.check(request.head)
            }
            let target = try RequestTarget(request.head.path ?? "/")
            let found = try table.find(request.method, target.segments)
            try admit(&visit, to: found.endpoint)
            let call = try await Call.reading(
                request, for: found.endpoint, path: found.path, query: target.query,
                caller: visit.caller, bodyTime: limits.bodyTime)
            response = try await found.endpoint.respond(call)
        } catch let error as HTTPParserError {
            state.metrics.end(endpoint: "none", status: 400, microseconds: clock() - visit.start)
            // It is answered when Hummingbird closes the connection.
            throw error
        } catch {
            let problem = problem(error, visit)
            response = visit.endpoint?.show(problem, visit.caller) ?? .problem(problem)
        }
        response = await compressed(
            response, to: request.head, by: visit.caller, of: visit.endpoint)
        SecurityFields.add(to: &response.headers, isEncrypted: state.isEncrypted)
        if request.method == .head { response = response.createHeadResponse() }
        return finishing(response, visit)
    }

    /// Answers a `GET` without a body, if its endpoint answers at once; `nil` for others.
    func answerAtOnce(_ head: HTTPRequest, _ context: ConnectionContext) -> WholeAnswer? {
        guard let target = head.path, let endpoint = table.endpointAtOnce(for: target),
            let respond = endpoint.answerAtOnce
        else { return nil }
        var visit = begin(head, context)
        var answer: WholeAnswer
        do {
            answer = try respond(
                endpoint.access == .probe
                    ? probe(&visit, of: endpoint) : try quickCall(&visit, to: endpoint, target))
        } catch {
            answer = .problem(problem(error, visit))
        }
        SecurityFields.add(to: &answer.fields, isEncrypted: state.isEncrypted)
        end(visit, status: answer.status, bytes: answer.body.readableBytes)
        return answer
    }

    /// Returns the answer to a request that cannot be parsed.
    func refusal(
        of error: HTTPParserError, lineBytes: Int, isCounted: Bool
    ) -> WholeAnswer {
        var answer = WholeAnswer.problem(limits.problem(of: error, lineBytes: lineBytes))
        SecurityFields.add(to: &answer.fields, isEncrypted: state.isEncrypted)
        if isCounted {
            state.metrics.begin()
            state.metrics.end(
                endpoint: "none", status: Int(answer.status.code), microseconds: 0)
        }
        return answer
    }

    // MARK: Before the answer

    /// Makes the call of a request that is answered at once.
    private func quickCall(
        _ visit: inout Visit, to endpoint: Endpoint, _ target: String
    ) throws(Problem) -> Call {
        try hosts.check(visit.head)
        let query = try RequestTarget.query(of: target)
        try admit(&visit, to: endpoint)
        let values = try Call.values([:], query, for: endpoint, by: visit.caller)
        return Call(caller: visit.caller, request: Self.plain(visit.head), values: values)
    }

    /// Makes the call of a probe, of which nothing is looked at.
    private func probe(_ visit: inout Visit, of endpoint: Endpoint) -> Call {
        visit.endpoint = endpoint
        return Call(caller: .unknown, request: Self.plain(visit.head))
    }

    private static func plain(_ head: HTTPRequest) -> Request {
        Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    private func begin(_ head: HTTPRequest, _ context: ConnectionContext) -> Visit {
        state.metrics.begin()
        return Visit(head: head, context: context, start: clock())
    }

    /// Finds out who sends a request, and checks that they may.
    private func admit(_ visit: inout Visit, to endpoint: Endpoint) throws(Problem) {
        visit.endpoint = endpoint
        visit.caller = try recognition.caller(
            visit.head.headerFields, from: visit.context.address)
        try OriginRule(hosts: hosts).check(visit.head, by: visit.caller)
        try rate.take(visit.caller)
        try check(visit.caller, may: endpoint)
    }

    /// Checks that a caller may ask an endpoint.
    private func check(_ caller: Caller, may endpoint: Endpoint) throws(Problem) {
        guard case .scope(let scope) = endpoint.access else { return }
        guard caller.proof != .none else {
            throw Authenticator.refusal("This needs a token or a session.")
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

    // MARK: After the answer

    /// The problem to answer for an error; those that are not the caller's are logged.
    private func problem(_ error: any Error, _ visit: Visit) -> Problem {
        let problem = Problem(error)
        if problem.status == .internalServerError { logger.error("\(visit.name): \(error)") }
        return state.hiddenPaths.hidden(in: problem, from: visit.caller)
    }

    /// Counts and logs an answer when its body is written.
    private func finishing(_ response: Response, _ visit: Visit) -> Response {
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

    private func end(_ visit: Visit, status: HTTPResponse.Status, bytes: Int) {
        let status = Int(status.code)
        state.metrics.end(
            endpoint: visit.name, status: status, microseconds: max(0, clock() - visit.start))
        guard let log = state.accessLog else { return }
        let fields = visit.head.headerFields
        log.append(
            AccessEntry(
                address: recognition.proxies.client(fields, on: visit.context),
                caller: visit.caller.name, timeMicroseconds: visit.start,
                method: visit.head.method.rawValue,
                path: String(RequestTarget.path(of: visit.head.path ?? "/")),
                status: status, bytes: bytes,
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
