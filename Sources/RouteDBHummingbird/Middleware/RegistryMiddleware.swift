#if Hummingbird
public import Hummingbird
import Logging
import NIOCore
public import RouteDB

/// Has requests answered by the code that is bound to a registry's routes, and passes on what that
/// does not take.
///
/// A request asks for its whole URL, so that namespaces may be bound to hosts, and its HTTP method is
/// the kind of the request: it is taken by a route of that kind, or else by one without a kind. A handler
/// answers with `.handled(page)`, where the page is any `ResponseGenerator`, or with `.handled` for a
/// response without content. `HEAD` is answered by the route for `GET`, without the content, unless there
/// is one for `HEAD`.
///
/// If the URL has routes for other methods only, and nothing else answers, the answer is 405 with `Allow`,
/// and to `OPTIONS` 204 with `Allow`.
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
/// referrer, the user agent, the status and the duration, and with what came of it: a request that a guard denied
/// is `denied`, and one that no handler took is `unmatched`. A request that is passed on is
/// recorded only if nothing else answers it either (404 or 405). An answer with the methods of a URL, to
/// `OPTIONS`, is no hit.
///
/// The pattern of the route is Hummingbird's endpoint path, which its middleware for metrics and
/// traces reports as `http.route`. Every request that is answered without a route has
/// `unmatched`.
///
/// Make your changes to the middleware before you add it to the router.
public struct RegistryMiddleware<Context: RequestContext>: RouterMiddleware {
    /// The function that answers a request that the registry denied or challenged.
    public typealias Answer =
        @Sendable (_ report: Dispatcher.Report, _ request: Request, _ context: Context)
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
        var result: Result<Response, any Error>
        do {
            if report.isPassedOn {
                result = .success(try await next(request, context))
            } else {
                context.coreContext.endpointPath.value = paths.path(of: report)
                let response = try await answer(to: report, request, context)
                result = .success(
                    request.method == .head ? response.createHeadResponse() : response)
            }
        } catch {
            result = .failure(error)
        }
        let isFound = Self.status(of: result) != 404
        if !isFound, !report.isPassedOn || !hasOwnRoute(context),
            let methods = AllowedMethods(insteadOf: report)
        {
            context.coreContext.endpointPath.value = report.endpointPath
            if request.method == .options { return methods.options }
            if case .success(let page) = result, !report.isPassedOn {
                result = .success(methods.refusal(page))
            } else {
                result = .failure(methods.refusal)
            }
        }
        if let start, !report.isPassedOn || !isFound {
            record(report, request, context, result, since: start)
        }
        return try result.get()
    }

    /// Answers what the registry took, or refused.
    private func answer(
        to report: Dispatcher.Report, _ request: Request, _ context: Context
    ) async throws -> Response {
        if let answer = ownAnswer(to: report) { return try await answer(report, request, context) }
        return try report.response(to: request, in: context)
    }

    /// Returns whether the server has a route of its own for a request that was passed on.
    private func hasOwnRoute(_ context: Context) -> Bool {
        // Without one, Hummingbird's router sets this name, or none.
        context.endpointPath.map { $0 != "NotFound" } ?? false
    }

    private static func status(of result: Result<Response, any Error>) -> Int {
        switch result {
        case .success(let response): response.status.code
        case .failure(let error): (error as? any HTTPResponseError)?.status.code ?? 500
        }
    }

    /// How the app answers what the registry refused, if it does.
    private func ownAnswer(to report: Dispatcher.Report) -> Answer? {
        switch report.outcome {
        case .denied: denied
        case .challenged: challenged
        default: nil
        }
    }

    /// Records the request with the status of its response.
    private func record(
        _ report: Dispatcher.Report, _ request: Request, _ context: Context,
        _ result: Result<Response, any Error>, since start: ContinuousClock.Instant
    ) {
        let caller = report.resolution.request.principal?.id
        dispatcher.recorder?.record(
            report.recordedResolution, duration: start.duration(to: .now),
            status: Self.status(of: result),
            principal: caller ?? client(request, context), referrer: request.headers[.referer],
            userAgent: request.headers[.userAgent])
    }
}
#endif
