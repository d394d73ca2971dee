import Hummingbird
import Logging
import RouteDB

// What a dispatch came to, in HTTP's terms.
extension DispatchReport {
    /// Makes the response.
    ///
    /// - Returns: The response; `nil` if nobody took the request.
    /// - Throws: `HTTPError`, or what a handler or guard threw to the same end.
    func response(to request: Request, in context: some RequestContext) throws -> Response? {
        switch outcome {
        case .handled:
            return try page(for: request, in: context) ?? Response(status: .noContent)
        case .unmatched, .declined:
            // There is a page if the namespace's fallback target made one.
            var response = try page(for: request, in: context)
            response?.status = .notFound
            return response
        case .invalid:
            throw HTTPError(.badRequest, message: "The URL cannot be read.")
        case .denied(let error):
            throw error as? any HTTPResponseError
                ?? HTTPError(.forbidden, message: "You may not do that.")
        case .challenged:
            throw HTTPError(.unauthorized)
        case .failed(let error):
            throw httpError(error, in: context)
        case .timedOut:
            throw HTTPError(.gatewayTimeout)
        case .cancelled:
            throw HTTPError(.serviceUnavailable)
        }
    }

    /// What the handler returned, as a response; `nil` if it returned nothing.
    private func page(
        for request: Request, in context: some RequestContext
    ) throws -> Response? {
        guard let result else { return nil }
        guard let page = result as? any ResponseGenerator else {
            context.logger.error("A handler's result is no response: \(type(of: result))")
            throw HTTPError(.internalServerError)
        }
        return try page.response(from: request, context: context)
    }

    /// The client's fault if values are missing or not of their types; the server's otherwise.
    private func httpError(
        _ error: DispatchError, in context: some RequestContext
    ) -> any HTTPResponseError {
        if error.code == .missingValues {
            return HTTPError(.badRequest, message: error.message)
        }
        switch error.underlying {
        case let cause as any HTTPResponseError:
            return cause
        case let cause as ValueError:
            return HTTPError(.badRequest, message: cause.description)
        default:
            context.logger.error("\(error)", metadata: ["target": "\(resolution.target ?? "")"])
            return HTTPError(.internalServerError)
        }
    }
}
