#if Hummingbird
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import RouteDB
import RouteDBHummingbird
import RouteDBTestSupport
import Testing

/// A registry that records, with a route for a user, and a server with a route of its own.
final class MiddlewareFixture {
    let registry: RouteRegistry
    let dispatcher: Dispatcher
    var middleware: RegistryMiddleware<BasicRequestContext>
    private let directory: TemporaryDirectory

    init() async throws {
        directory = try TemporaryDirectory()
        var options = RegistryOptions.testing(.creating)
        options.recording = HitRecorder.Options()
        registry = try await RouteRegistry.open(directory.path("routes.db"), options: options)
        try await registry.edit { editor in
            try editor.add(
                RouteDraft(
                    pattern: "/user/{id:int}", target: "user.profile", kind: "GET",
                    defaults: ["tab": "about"]))
        }
        dispatcher = Dispatcher(registry)
        middleware = RegistryMiddleware(dispatcher)
    }

    /// Runs a test against a server with the middleware as it is now.
    func run(_ test: @escaping @Sendable (any TestClientProtocol) async throws -> Void) async throws
    {
        let router = Router()
        router.add(middleware: RouteHeader())
        router.add(middleware: middleware)
        router.get("own") { _, _ in "own" }
        router.get("own/missing") { _, _ -> String in throw HTTPError(.notFound) }
        try await Application(router: router).test(.router) { try await test($0) }
    }

    /// The hits so far, oldest first.
    func hits() async throws -> [RecordedHit] {
        try await registry.recorder?.flush()
        let history = try await HitHistory.open(directory.path("routes.hits.db"))
        let hits = try await history.hits().reduce(into: []) { $0.append($1) }
        // Requests of several threads are written in any order.
        return hits.sorted { $0.time.microseconds < $1.time.microseconds }
    }
}

/// Puts Hummingbird's endpoint path, which its metrics and traces report, into a header.
private struct RouteHeader: RouterMiddleware {
    typealias Context = BasicRequestContext

    static let name = HTTPField.Name("Endpoint-Path")

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        }
        if let name = Self.name { response.headers[name] = context.endpointPath }
        return response
    }
}

/// An answer of the server.
struct Answer: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: String
    /// The endpoint path.
    var route: String? { HTTPField.Name("Endpoint-Path").flatMap { headers[$0] } }
}

extension TestClientProtocol {
    /// Sends a request, and checks the status of the answer.
    func expect(
        _ status: HTTPResponse.Status, _ path: String, _ method: HTTPRequest.Method = .get,
        headers: HTTPFields = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await ask(path, method, headers: headers)
        #expect(answer.status == status, sourceLocation: sourceLocation)
    }

    /// Sends a request.
    func ask(
        _ path: String, _ method: HTTPRequest.Method = .get, headers: HTTPFields = [:]
    ) async throws -> Answer {
        try await execute(uri: path, method: method, headers: headers) { response in
            Answer(
                status: response.status, headers: response.headers,
                body: String(buffer: response.body))
        }
    }
}

extension RecordedHit {
    /// The principal, as text.
    var principalText: String? { principal.map { String(decoding: $0, as: UTF8.self) } }
}
#endif
