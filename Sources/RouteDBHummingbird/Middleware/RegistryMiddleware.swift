#if Hummingbird
public import Hummingbird
import Logging
import NIOCore
public import RouteDB

/// Has requests answered by the code that is bound to a registry's routes, and passes on what that
/// does not take.
///
/// A request asks for its whole URL, so that namespaces may be bound to hosts, and for a route
/// whose kind is the HTTP method. A handler answers with `.handled(page)`, where the page is any
/// `ResponseGenerator`, or with `.handled` for a response without content.
///
/// ```swift
/// let dispatcher = Dispatcher(registry)
/// dispatcher.handle("user.profile") { .handled(try $0.decode(Profile.self)) }
/// let router = Router()
/// router.add(middleware: RegistryMiddleware(dispatcher))
/// let app = Application(router: router, services: [registry])
/// ```
///
/// If the registry records, each request that it answers is one hit, with the client, the
/// referrer, the status and the duration, and with what came of it: a request that a guard denied
/// is `denied`, and one that no handler took is `unmatched`. A request that is passed on is
/// recorded only if nothing else answers it either (404).
///
/// The pattern of the route is Hummingbird's endpoint path, which its middleware for metrics and
/// traces reports as `http.route`. Every request that is answered without a route has
/// `unmatched`.
///
/// Make your changes to the middleware before you add it to the router.
public struct RegistryMiddleware<Context: RequestContext>: RouterMiddleware {
    /// What answers a request that the registry denied or challenged.
    public typealias Answer =
        @Sendable (_ report: DispatchReport, _ request: Request, _ context: Context)
        async throws -> Response

    /// The dispatcher whose code answers.
    public let dispatcher: Dispatcher

    /// Finds who makes a request, for access rules and for the hit; nobody until you set it.
    public var principal:
        (@Sendable (_ request: Request, _ context: Context) async throws -> RequestPrincipal?)?

    /// Finds the client to record for a request without a principal.
    ///
    /// Until you set it, that is the address of a context that is a
    /// `RemoteAddressRequestContext`. Behind a proxy, read the header that it sets.
    public var client: @Sendable (_ request: Request, _ context: Context) -> String?

    /// Answers a request that access rules or a guard denied; `nil` for the error that the guard
    /// gave, or for status 403 with the message of the rules.
    public var denied: Answer?

    /// Answers a request that must meet a challenge first, such as to log in, and whose
    /// challenge no handler took; `nil` for status 401.
    public var challenged: Answer?

    private let paths = EndpointPaths()

    /// Creates middleware.
    ///
    /// - Parameter dispatcher: The dispatcher whose code answers.
    public init(_ dispatcher: Dispatcher) {
        self.dispatcher = dispatcher
        // Asked of the type once, not of the context of each request.
        if Context.self is any RemoteAddressRequestContext.Type {
            client = { _, context in
                (context as? any RemoteAddressRequestContext)?.remoteAddress?.ipAddress
            }
        } else {
            client = { _, _ in nil }
        }
    }

    /// Answers a request, or passes it on.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: Its context.
    ///   - next: What comes after the middleware.
    /// - Returns: The response.
    /// - Throws: `HTTPResponseError`, and what `next` throws.
    public func handle(
        _ request: Request, context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = dispatcher.recorder == nil ? nil : ContinuousClock.now
        var asked = DispatchRequest(request, context)
        if let principal { asked.request.principal = try await principal(request, context) }
        let report = await dispatcher.dispatchWithoutRecording(asked)
        let result: Result<Response, any Error>
        do {
            if report.isPassedOn {
                result = .success(try await next(request, context))
            } else {
                context.coreContext.endpointPath.value = paths.path(of: report)
                if let answer = ownAnswer(to: report) {
                    result = .success(try await answer(report, request, context))
                } else {
                    result = .success(try report.response(to: request, in: context))
                }
            }
        } catch {
            result = .failure(error)
        }
        if let start { record(report, request, context, result, since: start) }
        return try result.get()
    }

    /// How the app answers what the registry refused, if it does.
    private func ownAnswer(to report: DispatchReport) -> Answer? {
        switch report.outcome {
        case .denied: denied
        case .challenged: challenged
        default: nil
        }
    }

    /// Records the request with the status of its response.
    private func record(
        _ report: DispatchReport, _ request: Request, _ context: Context,
        _ result: Result<Response, any Error>, since start: ContinuousClock.Instant
    ) {
        let status =
            switch result {
            case .success(let response): response.status.code
            case .failure(let error): (error as? any HTTPResponseError)?.status.code ?? 500
            }
        guard !report.isPassedOn || status == 404 else { return }
        let caller = report.resolution.request.principal?.id
        dispatcher.recorder?.record(
            report.recordedResolution, duration: start.duration(to: .now), status: status,
            principal: caller ?? client(request, context), referrer: request.headers[.referer])
    }
}
#endif
