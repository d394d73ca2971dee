#if Server
package import HTTPTypes
package import Hummingbird
import NIOCore
package import RouteDB

/// The connection on which a request came.
package struct ConnectionContext: InitializableFromSource, Sendable {
    /// The IP address of the other end; `nil` for a connection without one.
    package let address: IPAddress?
    /// The same address as text.
    package let addressText: String?

    package init(source: ApplicationRequestContextSource) {
        addressText = source.channel.remoteAddress?.ipAddress
        address = addressText.flatMap(IPAddress.init)
    }
}

extension Response {
    /// An answer with JSON.
    ///
    /// - Parameters:
    ///   - object: The JSON.
    ///   - status: The status.
    ///   - mediaType: The media type.
    /// - Returns: The answer.
    package static func json(
        _ object: JSONObject, status: HTTPResponse.Status = .ok,
        mediaType: String = "application/json"
    ) -> Response {
        var bytes: [UInt8] = []
        JSONWriter.append(object, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return Response(
            status: status, headers: [.contentType: mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// An answer with text.
    package static func text(
        _ text: String, status: HTTPResponse.Status = .ok,
        mediaType: String = "text/plain; charset=utf-8"
    ) -> Response {
        Response(
            status: status, headers: [.contentType: mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// An answer with a page.
    ///
    /// The page may use what the service itself serves, and post forms to it, and nothing else.
    ///
    /// - Parameters:
    ///   - bytes: The HTML.
    ///   - status: The status.
    /// - Returns: The answer.
    package static func page(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8",
                .contentSecurityPolicy: "default-src 'none'; script-src 'self'; style-src 'self'; "
                    + "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
                    + "frame-ancestors 'none'",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The answer for a problem.
    package static func problem(_ problem: Problem) -> Response {
        var response = json(
            problem.object, status: problem.status, mediaType: Problem.mediaType)
        for field in problem.fields { response.headers[field.name] = field.value }
        return response
    }
}

/// Reads the bodies of requests.
package enum RequestBytes {
    /// Returns a whole body.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: The most bytes that the body may have.
    ///   - time: How long the client may take to send it.
    /// - Returns: The bytes; none if there is no body.
    /// - Throws: ``Problem`` if it is larger, or comes too slowly.
    package static func all(
        of request: Request, upTo limit: Int, within time: Duration
    ) async throws -> [UInt8] {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }) {
            guard length <= limit else { throw tooLarge(limit) }
            if length == 0 { return [] }
        } else if request.headers[.transferEncoding] == nil {
            return []
        }
        let buffer = try await withThrowingTaskGroup(of: ByteBuffer?.self) { group in
            group.addTask { try await request.body.collect(upTo: limit) }
            group.addTask {
                try await Task.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            do {
                return try await group.next() ?? nil
            } catch is NIOTooManyBytesError {
                throw tooLarge(limit)
            }
        }
        guard let buffer else {
            throw Problem(
                .requestTimeout, "requestTimeout", "The request's body came too slowly.",
                hint: "Send it within \(time.components.seconds) seconds.",
                fields: [.connection: "close"])
        }
        return Array(buffer.readableBytesView)
    }

    /// Returns the JSON object of a body.
    package static func object(_ bytes: [UInt8]) throws -> JSONObject {
        do {
            if case .object(let object) = try JSONValue(parsing: bytes) { return object }
        } catch {
            throw Problem(
                .badRequest, "invalidInput", "The request's body is not JSON: \(error).",
                hint: "Send a JSON object.",
                details: ["line": .int(Int64(error.line)), "column": .int(Int64(error.column))])
        }
        throw Problem(
            .badRequest, "invalidInput", "The request's body is not a JSON object.",
            hint: "Send an object, such as {\"target\":\"user.profile\"}.")
    }

    private static func tooLarge(_ limit: Int) -> Problem {
        Problem(
            .contentTooLarge, "limitExceeded",
            "The request's body is larger than \(limit) bytes.",
            hint: "Send less at once.", fields: [.connection: "close"])
    }
}
#endif
