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
    public var client: @Sendable (_ request: Request, _ context: Context) -> String? = {
        (_, context) in
        (context as? any RemoteAddressRequestContext)?.remoteAddress?.ipAddress
    }

    /// Answers a request that access rules or a guard denied; `nil` for the error that the guard
    /// gave, or for status 403 with the message of the rules.
    public var denied: Answer?

    /// Answers a request that must meet a challenge first, such as to log in, and whose
    /// challenge no handler took; `nil` for status 401.
    public var challenged: Answer?

    /// Creates middleware.
    ///
    /// - Parameter dispatcher: The dispatcher whose code answers.
    public init(_ dispatcher: Dispatcher) { self.dispatcher = dispatcher }

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
        asked.request.principal = try await principal?(request, context)
        let report = await dispatcher.dispatchWithoutRecording(asked)
        return try await recorded(report, request, context, since: start) {
            if report.isPassedOn { return try await next(request, context) }
            context.coreContext.endpointPath.value = report.endpointPath
            return try await answer(report, to: request, context)
        }
    }

    private func answer(
        _ report: DispatchReport, to request: Request, _ context: Context
    ) async throws -> Response {
        switch report.outcome {
        case .denied:
            if let denied { return try await denied(report, request, context) }
        case .challenged:
            if let challenged { return try await challenged(report, request, context) }
        default:
            break
        }
        return try report.response(to: request, in: context)
    }

    /// Makes the response, and records the request with its status.
    private func recorded(
        _ report: DispatchReport, _ request: Request, _ context: Context,
        since start: ContinuousClock.Instant?, _ answer: () async throws -> Response
    ) async throws -> Response {
        guard let start else { return try await answer() }
        let status: Int
        let result: Result<Response, any Error>
        do {
            let response = try await answer()
            (status, result) = (response.status.code, .success(response))
        } catch {
            (status, result) = (
                (error as? any HTTPResponseError)?.status.code ?? 500, .failure(error)
            )
        }
        if !report.isPassedOn || status == 404 {
            let caller = report.resolution.request.principal?.id
            dispatcher.recorder?.record(
                report.recordedResolution, duration: start.duration(to: .now), status: status,
                principal: caller ?? client(request, context),
                referrer: request.headers[.referer])
        }
        return try result.get()
    }
}
#endif
