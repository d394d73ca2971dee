import Hummingbird
import RouteDB

// An HTTP request as one to the registry, and back.
extension DispatchRequest {
    /// Asks for a URL, and for a route whose kind is the HTTP method.
    ///
    /// The request itself goes along as an attachment: handlers see it, and nothing records it.
    init(_ request: Request) {
        self.init(
            ResolutionRequest(request.url, kind: request.method.rawValue),
            attachments: ["http": request])
    }
}

extension DispatchInvocation {
    /// The HTTP request that is to be answered.
    var http: Request? { attachment("http") }
}

extension Request {
    /// The whole URL, so that namespaces may be bound to hosts.
    fileprivate var url: String {
        guard let authority = head.authority, uri.string.hasPrefix("/") else { return uri.string }
        return "\(head.scheme ?? "http")://\(authority)\(uri.string)"
    }
}
