#if Server
package import HTTPTypes
import RouteDB

/// The endpoints of the service, and which of them a request is for.
package struct EndpointTable: Sendable {
    /// The endpoints, in the order in which the OpenAPI document lists them.
    package let endpoints: [Endpoint]
    /// The endpoints by the number of their path's segments.
    private let shapes: [Int: [Shape]]

    private final class Shape: Sendable {
        let endpoint: Endpoint
        /// The segments, `nil` for a parameter, with its name beside it.
        let segments: [(literal: String?, name: String)]
        /// The number of segments that are no parameters.
        let literals: Int

        init(_ endpoint: Endpoint) {
            self.endpoint = endpoint
            segments = endpoint.path.dropFirst().split(
                separator: "/", omittingEmptySubsequences: false
            ).map { part in
                part.hasPrefix("{")
                    ? (nil, String(part.dropFirst().dropLast())) : (String(part), "")
            }
            literals = segments.count { $0.literal != nil }
        }

        /// Returns whether a path with as many segments fits.
        func fits(_ path: [String]) -> Bool {
            segments.indices.allSatisfy { index in
                segments[index].literal.map { $0 == path[index] } ?? true
            }
        }
    }

    /// The endpoints that answer at once.
    private let quick: [Endpoint]

    /// The endpoint that a request is for, with the values of its path.
    package struct Found: Sendable {
        package let endpoint: Endpoint
        package let path: [String: String]
    }

    package init(_ endpoints: [Endpoint]) {
        self.endpoints = endpoints
        shapes = Dictionary(grouping: endpoints.map(Shape.init)) { $0.segments.count }
        quick = endpoints.filter { $0.answerAtOnce != nil }
    }

    /// Finds the endpoint that answers a target at once; `nil` if there is none.
    func endpointAtOnce(for target: String) -> Endpoint? {
        let path = String(RequestTarget.path(of: target))
        return quick.first { $0.path == path }
    }

    /// Returns whether a request is a probe, which is answered whatever else it says.
    func isProbe(_ head: HTTPRequest) -> Bool {
        guard [.get, .head].contains(head.method), let target = head.path else { return false }
        return endpointAtOnce(for: target)?.access == .probe
    }

    /// Finds the endpoint for a request.
    ///
    /// A literal segment is preferred to a parameter. `HEAD` is answered as `GET`, without the body.
    package func find(
        _ method: HTTPRequest.Method, _ segments: [String]
    ) throws(Problem) -> Found {
        let wanted = method == .head ? .get : method
        var (most, found) = (-1, Shape?.none)
        for shape in shapes[segments.count] ?? [] where shape.literals >= most {
            guard shape.fits(segments) else { continue }
            if shape.literals > most { (most, found) = (shape.literals, nil) }
            if shape.endpoint.method == wanted { found = shape }
        }
        guard let shape = found else { throw problem(method, segments, literals: most) }
        var path: [String: String] = [:]
        for (part, segment) in zip(shape.segments, segments) where part.literal == nil {
            path[part.name] = segment
        }
        return Found(endpoint: shape.endpoint, path: path)
    }

    /// The problem of a request that no endpoint is for; `literals` is the number of literal segments
    /// in the best paths that fit, negative without one.
    private func problem(
        _ method: HTTPRequest.Method, _ segments: [String], literals: Int
    ) -> Problem {
        guard literals >= 0 else {
            return Problem(
                .notFound, "notFound", "There is nothing at this path.",
                hint: "See /api/v1/openapi.json for what there is.")
        }
        let fitting = (shapes[segments.count] ?? []).filter {
            $0.literals == literals && $0.fits(segments)
        }
        let methods = fitting.flatMap { shape in
            shape.endpoint.method == .get ? ["GET", "HEAD"] : [shape.endpoint.method.rawValue]
        }
        return Problem(
            .methodNotAllowed, "methodNotAllowed",
            "This path cannot be asked with '\(method.rawValue)'.",
            hint: "Use \(methods.joined(separator: " or ")).",
            fields: [.allow: methods.joined(separator: ", ")])
    }
}
#endif
