#if Hummingbird
import HTTPTypes
public import Hummingbird
public import Logging
public import RouteDB

// An HTTP request as one to the registry.
extension DispatchRequest {
    /// Asks for a URL, and for a route whose kind is the HTTP method.
    ///
    /// The request and its context go along: handlers see them, and nothing records them.
    init(_ request: Request, _ context: some RequestContext) {
        self.init(ResolutionRequest(request.wholeURL, kind: request.method.rawValue))
        carrier = HTTPCarrier(request, context)
    }
}

/// The HTTP request of a dispatch, and its context.
private final class HTTPCarrier: Sendable {
    let request: Request
    let context: any RequestContext

    init(_ request: Request, _ context: any RequestContext) {
        self.request = request
        self.context = context
    }
}

extension DispatchInvocation {
    /// The HTTP request that is to be answered, or `nil` if the dispatch is not that of a
    /// ``RegistryMiddleware``.
    public var httpRequest: Request? { carrier?.request }

    /// Returns the context of the HTTP request, if it has the given type.
    ///
    /// - Parameter type: The type of the context.
    /// - Returns: The context.
    public func httpContext<Context: RequestContext>(
        as type: Context.Type = Context.self
    ) -> Context? {
        carrier?.context as? Context
    }

    /// The logger of the HTTP request, with the pattern of the route as `http.route`.
    public var logger: Logger? {
        guard var logger = carrier?.context.logger else { return nil }
        logger[metadataKey: "http.route"] = "\(resolution.endpointPath)"
        return logger
    }

    private var carrier: HTTPCarrier? { request.carrier as? HTTPCarrier }
}

extension Resolution {
    /// The text that stands for the route in logs, metrics and traces: its pattern, of which there are as
    /// many as routes, or `unmatched`.
    var endpointPath: String {
        guard let route = foundRoute else { return "unmatched" }
        return route.pattern.map { "\($0)" } ?? route.target
    }
}

extension Request {
    /// The whole URL, so that namespaces may be bound to hosts.
    fileprivate var wholeURL: String {
        guard uri.string.hasPrefix("/") else { return uri.string }
        guard let authority = head.authority else {
            // The target of a request is a path, and names no host.
            return uri.string.hasPrefix("//") ? "/.\(uri.string)" : uri.string
        }
        return "\(head.scheme ?? "http")://\(authority)\(uri.string)"
    }
}
#endif
