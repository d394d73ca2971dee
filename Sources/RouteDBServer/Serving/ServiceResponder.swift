#if Server
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import RouteDB

/// Answers every request: checks it, finds its endpoint, and turns errors into problems.
struct ServiceResponder: ListenerResponder {
    let table: EndpointTable
    let state: ServiceState
    let hosts: HostRule
    let recognition: Authenticator
    let visits: VisitLog
    let rate: RateLimit
    let limits: ServerLimits
    let clock: @Sendable () -> Timestamp
    let logger: Logger

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        if table.isProbe(request.head), let answer = answerAtOnce(request.head, context) {
            let response = answer.response
            return request.method == .head ? response.createHeadResponse() : response
        }
        var visit = visits.begin(request.head, context)
        var endpoint: Endpoint?
        var response: Response
        do {
            _ = try HostRule.authority(of: request.head)
            if !(try await AppLinkEndpoints.answers(request.head, state)) {
                try hosts.check(request.head)
            }
            let target = try RequestTarget(request.head.path ?? "/")
            let found = try table.find(request.method, target.segments)
            endpoint = found.endpoint
            try admit(&visit, to: found.endpoint)
            let call = try await Call.reading(
                request, for: found.endpoint, path: found.path, query: target.query,
                caller: visit.caller, bodyTime: limits.bodyTime)
            response = try await found.endpoint.respond(call)
        } catch let error as HTTPParserError {
            state.metrics.end(endpoint: "none", status: 400, duration: clock() - visit.start)
            // It is answered when Hummingbird closes the connection.
            throw error
        } catch {
            let problem = problem(error, visit)
            response =
                await kept(request, endpoint, problem) ?? endpoint?.show(problem, visit.caller)
                ?? .problem(problem)
            if let field = returnAddress(request, problem, response) {
                response.headers.append(field)
            }
        }
        response = await compressed(
            response, to: request.head, by: visit.caller, of: endpoint)
        SecurityFields.add(to: &response.headers, isEncrypted: state.isEncrypted)
        if request.method == .head { response = response.createHeadResponse() }
        return visits.finishing(response, visit)
    }

    /// Answers a `GET` without a body, if its endpoint answers at once; `nil` for others.
    func answerAtOnce(_ head: HTTPRequest, _ context: ConnectionContext) -> WholeAnswer? {
        guard let target = head.path, let endpoint = table.endpointAtOnce(for: target),
            let respond = endpoint.answerAtOnce
        else { return nil }
        var visit = visits.begin(head, context)
        var answer: WholeAnswer
        do {
            answer = try respond(
                endpoint.access == .probe
                    ? probe(&visit, of: endpoint) : try quickCall(&visit, to: endpoint, target))
        } catch {
            answer = .problem(problem(error, visit))
        }
        SecurityFields.add(to: &answer.fields, isEncrypted: state.isEncrypted)
        visits.end(visit, status: answer.status, bytes: answer.body.readableBytes)
        return answer
    }

    /// Returns the answer to a request that cannot be parsed.
    func refusal(for problem: Problem, isCounted: Bool) -> WholeAnswer {
        var answer = WholeAnswer.problem(problem)
        SecurityFields.add(to: &answer.fields, isEncrypted: state.isEncrypted)
        if isCounted { visits.count(refusedWith: answer.status) }
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
        visit.endpoint = endpoint.name
        return Call(caller: .unknown, request: Self.plain(visit.head))
    }

    private static func plain(_ head: HTTPRequest) -> Request {
        Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    /// Finds out who sends a request, and checks that they may.
    private func admit(_ visit: inout Visit, to endpoint: Endpoint) throws(Problem) {
        visit.endpoint = endpoint.name
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

    /// Keeps the page that a browser asks for without a session.
    private func returnAddress(
        _ request: Request, _ problem: Problem, _ answer: Response
    ) -> HTTPField? {
        guard problem.status == .unauthorized, request.method == .get,
            answer.headers[.contentType]?.hasPrefix("text/html") == true
        else { return nil }
        return request.head.path.flatMap(ReturnAddress.kept)
    }

    /// The form that one of our own pages sent for a session that has ended, with what was typed.
    ///
    /// A form of another site is not kept: whoever sends it once more, once logged in, would do what that site
    /// wants.
    private func kept(
        _ request: Request, _ endpoint: Endpoint?, _ problem: Problem
    ) async -> Response? {
        guard problem.status == .unauthorized, let keep = endpoint?.keep,
            request.headers[.fetchSite] == "same-origin" || request.headers[.origin] != nil,
            let bytes = try? await RequestBytes.all(
                of: request, upTo: 1 << 20, within: limits.bodyTime),
            let fields = try? RequestTarget.fields(String(decoding: bytes, as: UTF8.self)[...]),
            !fields.contains(where: { $0.key == "fragment" })
        else { return nil }
        return keep(fields, request.head.path ?? "/")
    }

    /// The problem to answer for an error; those that are not the caller's are logged.
    private func problem(_ error: any Error, _ visit: Visit) -> Problem {
        let problem = Problem(error)
        if problem.status == .internalServerError { logger.error("\(visit.endpoint): \(error)") }
        return state.hiddenPaths.hidden(in: problem, from: visit.caller)
    }
}
#endif
