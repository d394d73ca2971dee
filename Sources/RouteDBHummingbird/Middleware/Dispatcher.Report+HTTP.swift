#if Hummingbird
import HTTPTypes
import Hummingbird
import Logging
import RouteDB

// What came of a dispatch, as an HTTP response and as a hit.
extension Dispatcher.Report {
    /// True if nothing took the request, so that something else may answer it.
    var isPassedOn: Bool {
        switch outcome {
        case .unmatched, .declined: result == nil
        default: false
        }
    }

    /// The text that stands for the route in metrics and traces.
    var endpointPath: String {
        switch outcome {
        case .unmatched, .declined, .invalid: "unmatched"
        default: resolution.endpointPath
        }
    }

    /// The resolution with what came of it after the rules, for the history.
    var recordedResolution: Resolution {
        switch outcome {
        case .denied where resolution.outcome == .matched: resolution.withOutcome(.denied)
        case .challenged where resolution.outcome == .matched:
            resolution.withOutcome(.challenged)
        case .declined: resolution.routingTable.unmatched(resolution.request)
        default: resolution
        }
    }

    /// Makes the response; if nothing took the request, what a fallback made of it.
    func response(to request: Request, in context: some RequestContext) throws -> Response {
        switch outcome {
        case .handled:
            return try page(for: request, in: context) ?? Response(status: .noContent)
        case .redirected(let redirect):
            var response = Response(status: .init(code: redirect.status))
            response.headers[.location] = redirect.location
            return response
        case .unmatched, .declined:
            var response = try page(for: request, in: context) ?? Response(status: .notFound)
            response.status = .notFound
            return response
        case .invalid:
            throw HTTPError(.badRequest, message: "The URL is not valid.")
        case .denied(let error):
            if let error = error as? any HTTPResponseError { throw error }
            let message = (error as? AccessDenial)?.decision.message
            throw HTTPError(.forbidden, message: message ?? "Access is denied.")
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

    /// Returns the result of a handler, as a response; `nil` if it returned nothing.
    private func page(
        for request: Request, in context: some RequestContext
    ) throws -> Response? {
        guard let result else { return nil }
        guard let page = result as? any ResponseGenerator else {
            log("A handler's result is not a response: \(type(of: result))", in: context)
            throw HTTPError(.internalServerError)
        }
        return try page.response(from: request, context: context)
    }

    /// The client's fault if values are missing or not of their types; the server's otherwise.
    private func httpError(
        _ error: Dispatcher.Failure, in context: some RequestContext
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
            log("\(error)", in: context)
            return HTTPError(.internalServerError)
        }
    }

    private func log(_ message: Logger.Message, in context: some RequestContext) {
        context.logger.error(
            message,
            metadata: [
                "http.route": "\(endpointPath)", "target": "\(resolution.target ?? "")",
            ])
    }
}
#endif
