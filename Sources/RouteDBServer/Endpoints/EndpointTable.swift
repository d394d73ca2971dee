#if Server
package import HTTPTypes
import RouteDB

/// The endpoints of the service, and which of them a request is for.
package struct EndpointTable: Sendable {
    /// The endpoints, in the order in which the OpenAPI document lists them.
    package let endpoints: [Endpoint]
    /// The endpoints by the number of their path's segments.
    private let shapes: [Int: [Shape]]

    private struct Shape: Sendable {
        let endpoint: Endpoint
        /// The segments, `nil` for a parameter, with its name beside it.
        let segments: [(literal: String?, name: String)]
    }

    /// What a request is for.
    package struct Found: Sendable {
        package let endpoint: Endpoint
        package let path: [String: String]
    }

    package init(_ endpoints: [Endpoint]) {
        self.endpoints = endpoints
        let shapes = endpoints.map { endpoint in
            Shape(
                endpoint: endpoint,
                segments: endpoint.path.dropFirst().split(
                    separator: "/", omittingEmptySubsequences: false
                ).map { part in
                    part.hasPrefix("{")
                        ? (nil, String(part.dropFirst().dropLast())) : (String(part), "")
                })
        }
        self.shapes = Dictionary(grouping: shapes) { $0.segments.count }
    }

    /// Finds the endpoint for a request.
    ///
    /// A literal segment is preferred to a parameter. `HEAD` is answered as `GET`, without the body.
    ///
    /// - Throws: ``Problem`` if there is none, with the methods that the path has, if any.
    package func find(
        _ method: HTTPRequest.Method, _ segments: [String]
    ) throws(Problem) -> Found {
        let fitting = (shapes[segments.count] ?? []).filter { shape in
            zip(shape.segments, segments).allSatisfy { $0.literal == nil || $0.literal == $1 }
        }
        let mostLiterals = fitting.map { $0.segments.count { $0.literal != nil } }.max() ?? 0
        let best = fitting.filter { $0.segments.count { $0.literal != nil } == mostLiterals }
        guard !best.isEmpty else {
            throw Problem(
                .notFound, "notFound", "There is nothing at this path.",
                hint: "See /api/v1/openapi.json for what there is.")
        }
        let wanted = method == .head ? .get : method
        guard let shape = best.first(where: { $0.endpoint.method == wanted }) else {
            let methods = best.flatMap { shape in
                shape.endpoint.method == .get ? ["GET", "HEAD"] : [shape.endpoint.method.rawValue]
            }
            throw Problem(
                .methodNotAllowed, "methodNotAllowed",
                "This path cannot be asked with '\(method.rawValue)'.",
                hint: "Use \(methods.joined(separator: " or ")).",
                fields: [.allow: methods.joined(separator: ", ")])
        }
        var path: [String: String] = [:]
        for (part, segment) in zip(shape.segments, segments) where part.literal == nil {
            path[part.name] = segment
        }
        return Found(endpoint: shape.endpoint, path: path)
    }
}
#endif
