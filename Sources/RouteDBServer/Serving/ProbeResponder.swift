#if Server
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
package import RouteDB

/// Answers those who watch a program, at an address that is for them: `/livez`, `/readyz` and `/metrics`,
/// and nothing else.
///
/// Whoever reaches the address is answered, under whatever name.
struct ProbeResponder: ListenerResponder {
    let probes: Probes
    let clock: @Sendable () -> Timestamp

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let response = await answer(to: request.head)
        return request.method == .head ? response.createHeadResponse() : response
    }

    func answerAtOnce(_ head: HTTPRequest, _ context: ConnectionContext) -> WholeAnswer? { nil }

    func refusal(for problem: Problem, isCounted: Bool) -> WholeAnswer { .problem(problem) }

    private func answer(to head: HTTPRequest) async -> Response {
        guard [.get, .head].contains(head.method) else {
            return .problem(
                Problem(
                    .methodNotAllowed, "methodNotAllowed", "Probes are asked with GET.",
                    fields: [.allow: "GET, HEAD"]))
        }
        switch RequestTarget.path(of: head.path ?? "/") {
        case "/livez": return WholeAnswer.text("ok\n").response
        case "/readyz": return await probes.readiness().response(at: clock())
        case "/metrics":
            return .text(await probes.metrics(), mediaType: MetricsPage.mediaType)
        default:
            return .problem(
                Problem(
                    .notFound, "notFound", "Only /livez, /readyz and /metrics are answered here."))
        }
    }
}

/// Answers those who watch a program that is no service.
package struct ProbeServer: Sendable {
    private let listener: Listener

    /// Describes a server, and what is called with its port once it listens.
    package init(
        _ address: ListenAddress, _ probes: Probes, clock: @escaping @Sendable () -> Timestamp,
        started: @escaping @Sendable (_ url: String) async -> Void
    ) {
        var logger = Logger(label: "routedb") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        listener = Listener(
            address: address, responder: ProbeResponder(probes: probes, clock: clock),
            limits: ServerLimits(), certificate: nil, logger: logger,
            started: { await started("http://\(ListenAddress(host: address.host, port: $0))") })
    }

    /// Answers until the task is cancelled.
    package func run() async throws { try await listener.run() }
}
#endif
