#if Server
public import Hummingbird
import HTTPTypes
public import RouteDB
import RouteDBPages

/// Middleware that answers everybody who opens a link, as `routedb serve --links` does.
///
/// A request whose URL matches a route is answered with the redirect of the route, with 410 for what is gone or
/// over, or with the page that leads into the app; a URL that no route matches is passed on. If nothing else
/// answers that either (404), the answer is the fallback target of the namespace or the page for links that
/// lead nowhere. It also serves the files by which devices open the app.
///
/// ```swift
/// let registry = try await RouteRegistry.open("routes.db")
/// let router = Router()
/// router.add(middleware: try LinkMiddleware(registry))
/// router.get("health") { _, _ in HTTPResponse.Status.ok }
/// ```
///
/// Every answer of its own is a hit, if the registry records; `Docs/links.md` has what visitors' requests tell. A
/// context that is a `RemoteAddressRequestContext` lets it know trusted proxies, and visitors apart.
///
/// It is safe to use from any thread. A request costs its resolution; pages and files are made off the event
/// loop.
public struct LinkMiddleware<Context: RequestContext>: RouterMiddleware {
    private let links: LinkAnswerer

    /// Creates middleware.
    ///
    /// - Parameters:
    ///   - registry: The registry whose routes answer.
    ///   - pages: The folder with pages of your own, such as `404.html`, or `go/404.html` for links of the
    ///     namespace `go`; `nil` for the usual ones.
    ///   - proxies: The addresses of trusted proxies, or ranges of addresses such as `10.0.0.0/8`.
    ///   - countryField: The header field in which a trusted proxy names the country of a visitor.
    ///   - isEncrypted: Whether URLs begin with `https`, unless a trusted proxy sends `X-Forwarded-Proto`.
    /// - Throws: `RouteDBError` with the code `invalidValue` for a range, a field or a folder that is none.
    public init(
        _ registry: RouteRegistry, pages: String? = nil, proxies: [String] = [],
        countryField: String? = nil, isEncrypted: Bool = true
    ) throws(RouteDBError) {
        links = LinkAnswerer(
            registry, snapshots: SnapshotCache(), work: WorkPool(threads: 1),
            pages: try VisitorPages(inFolder: pages, for: registry),
            proxies: TrustedProxies(ranges: try TrustedProxies.ranges(proxies)),
            countryField: try HTTPField.Name.read(countryField), isEncrypted: isEncrypted,
            clock: registry.options.now)
    }

    /// Answers a request, or passes it on.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: Its context.
    ///   - next: What comes after the middleware.
    /// - Returns: The response.
    /// - Throws: What `next` throws.
    public func handle(
        _ request: Request, context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let file = await links.file(request.head) { return Self.response(file, to: request) }
        let address = (context as? any RemoteAddressRequestContext)?.remoteAddress?.ipAddress
        let (found, hit) = links.answer(to: request.head, from: address, at: links.clock())
        if hit?.resolution.outcome == .unmatched, found.status != 410 {
            do {
                let other = try await next(request, context)
                if other.status != .notFound { return other }
            } catch let error as any HTTPResponseError where error.status == .notFound {}
        }
        let answer = await links.completed(found, hit)
        if let hit { links.record(hit, answer.status) }
        return Self.response(links.whole(answer), to: request)
    }

    private static func response(_ answer: WholeAnswer, to request: Request) -> Response {
        request.method == .head ? answer.response.createHeadResponse() : answer.response
    }
}
#endif
