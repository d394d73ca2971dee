#if Hummingbird
import HTTPTypes
import Hummingbird
import RouteDB

/// The HTTP methods that the routes of a URL take, where no route takes the request's.
struct AllowedMethods {
    /// The names, as in `Allow`.
    private let list: String

    /// Finds the methods; `nil` if routes match the URL, or none does with any method.
    init?(insteadOf report: Dispatcher.Report) {
        guard case .unmatched = report.outcome else { return nil }
        let resolution = report.resolution
        let kinds = resolution.routingTable.kinds(answering: resolution.request)
        var names = kinds.compactMap(\.self).filter(RouteKind.isMethod)
        guard !names.isEmpty, !kinds.contains(nil) else { return nil }
        // GET answers HEAD, and the middleware answers OPTIONS.
        if names.contains("GET"), !names.contains("HEAD") { names.append("HEAD") }
        if !names.contains("OPTIONS") { names.append("OPTIONS") }
        list = names.joined(separator: ", ")
    }

    /// The answer to `OPTIONS`.
    var options: Response { Response(status: .noContent, headers: [.allow: list]) }

    /// The error for any other method.
    var refusal: HTTPError { HTTPError(.methodNotAllowed, headers: [.allow: list]) }

    /// The page of a fallback, as one for any other method.
    func refusal(_ page: Response) -> Response {
        var page = page
        page.status = .methodNotAllowed
        page.headers[.allow] = list
        return page
    }
}
#endif
