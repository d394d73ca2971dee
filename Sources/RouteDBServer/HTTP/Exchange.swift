#if Server
package import HTTPTypes
package import Hummingbird
package import NIOCore
package import RouteDB

/// The connection on which a request came.
package struct ConnectionContext: InitializableFromSource, Sendable {
    private let channel: any Channel

    package init(source: ApplicationRequestContextSource) { self.init(source.channel) }

    init(_ channel: any Channel) { self.channel = channel }

    /// The IP address of the other end; `nil` for a connection without one.
    package var address: IPAddress? { addressText.flatMap(IPAddress.init) }

    /// The same address as text.
    package var addressText: String? { channel.remoteAddress?.ipAddress }

    /// The version of HTTP, as access logs write it.
    ///
    /// A stream of HTTP/2 has a connection between itself and the listener.
    var version: String { channel.parent?.parent == nil ? "HTTP/1.1" : "HTTP/2.0" }
}

extension HTTPFields {
    /// The value of a field, as the subscript reads it; quicker where there is one field of the name.
    func value(of name: HTTPField.Name) -> String? {
        guard let index = firstIndex(where: { $0.name == name }) else { return nil }
        let isOnly = !self[(index + 1)...].contains { $0.name == name }
        return isOnly ? self[index].value : self[name]
    }
}

/// An answer whose body is known as a whole.
package struct WholeAnswer: Sendable {
    package var status: HTTPResponse.Status
    package var fields: HTTPFields
    package var body: ByteBuffer

    package init(
        status: HTTPResponse.Status = .ok, mediaType: String, body: ByteBuffer = ByteBuffer()
    ) {
        self.status = status
        fields = [.contentType: mediaType]
        self.body = body
    }

    /// An answer with JSON.
    package static func json(
        _ object: JSONObject, status: HTTPResponse.Status = .ok,
        mediaType: String = "application/json"
    ) -> WholeAnswer {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1_024)
        JSONWriter.append(object, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return WholeAnswer(status: status, mediaType: mediaType, body: ByteBuffer(bytes: bytes))
    }

    /// An answer with text.
    package static func text(
        _ text: String, mediaType: String = "text/plain; charset=utf-8"
    ) -> WholeAnswer {
        WholeAnswer(mediaType: mediaType, body: ByteBuffer(string: text))
    }

    /// The answer for a problem.
    package static func problem(_ problem: Problem) -> WholeAnswer {
        var answer = json(problem.object, status: problem.status, mediaType: Problem.mediaType)
        for field in problem.fields { answer.fields[field.name] = field.value }
        return answer
    }

    /// The answer as Hummingbird sends it.
    package var response: Response {
        Response(status: status, headers: fields, body: ResponseBody(byteBuffer: body))
    }
}

extension Response {
    /// An answer with JSON.
    package static func json(
        _ object: JSONObject, status: HTTPResponse.Status = .ok,
        mediaType: String = "application/json"
    ) -> Response {
        WholeAnswer.json(object, status: status, mediaType: mediaType).response
    }

    /// An answer with JSON that is written already.
    package static func json(
        bytes: [UInt8], status: HTTPResponse.Status = .ok, mediaType: String = "application/json"
    ) -> Response {
        WholeAnswer(status: status, mediaType: mediaType, body: ByteBuffer(bytes: bytes)).response
    }

    /// An answer with text.
    package static func text(
        _ text: String, mediaType: String = "text/plain; charset=utf-8"
    ) -> Response {
        WholeAnswer.text(text, mediaType: mediaType).response
    }

    /// An answer with a page.
    ///
    /// The page may use what the service itself serves, and post forms to it, and nothing else.
    package static func page(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        var answer = WholeAnswer(
            status: status, mediaType: "text/html; charset=utf-8", body: ByteBuffer(bytes: bytes))
        answer.fields[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        return answer.response
    }

    /// The answer for a problem.
    package static func problem(_ problem: Problem) -> Response {
        WholeAnswer.problem(problem).response
    }
}

/// Reads the bodies of requests.
package enum RequestBytes {
    /// Returns a whole body.
    package static func all(
        of request: Request, upTo limit: Int, within time: Duration
    ) async throws -> [UInt8] {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }) {
            guard length <= limit else { throw tooLarge(limit) }
            if length == 0 { return [] }
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
