import Hummingbird
import RouteDB

/// Has requests answered by the code behind the registry's routes, and passes on what nobody took.
struct RoutingMiddleware<Context: RequestContext>: RouterMiddleware {
    let dispatcher: Dispatcher

    func handle(
        _ request: Request, context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let report = await dispatcher.dispatch(DispatchRequest(request))
        guard let response = try report.response(to: request, in: context) else {
            return try await next(request, context)
        }
        return response
    }
}
