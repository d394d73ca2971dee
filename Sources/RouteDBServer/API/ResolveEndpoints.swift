#if Server
import HTTPTypes
import Hummingbird
import NIOCore
import RouteDB

/// The endpoints that resolve URLs.
///
/// Resolving only reads the table in memory, so it runs where the request is: nothing waits.
enum ResolveEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [get(state), post(state), stream(state)]
    }

    private static let resolution = JSONSchema.named("Resolution")

    private static func get(_ state: ServiceState) -> Endpoint {
        Endpoint(
            atOnce: "resolve", "/api/v1/resolve", "Resolves a URL.",
            access: .scope(.resolve), namespaces: .limited,
            parameters: parameters,
            answers: [.json(resolution, "What the URL leads to.")]
        ) { call in
            .json(try resolve(request(call, state), for: call.caller, state))
        }
    }

    /// The parameters that describe a request.
    static let parameters: [Endpoint.Parameter] = [
        .query("url", "The URL.", isRequired: true),
        .query("namespace", "The namespace to search first."),
        .query("kind", "The kind of the request."),
        .query("principal", "Who makes the request (default: anonymous)."),
        .query("role", "A role of the principal.", isRepeated: true),
        .query("time", .time, "The time of the request (default: now)."),
    ]

    /// The request that the parameters of a call describe.
    static func request(_ call: Call, _ state: ServiceState) -> ResolutionRequest {
        var request = ResolutionRequest(call.required("url"))
        request.namespace = call.text("namespace")
        request.kind = call.text("kind")
        if let id = call.text("principal") {
            request.principal = RequestPrincipal(id, roles: call.texts("role"))
        }
        request.time = call.time("time", now: state.clock())
        return request
    }

    private static func post(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "resolveRequest", .post, "/api/v1/resolve", "Resolves a request.",
            access: .scope(.resolve), namespaces: .limited,
            body: .object(RequestBodies.request, "The request."),
            answers: [.json(resolution, "What the request leads to.")]
        ) { call in
            .json(try resolve(try request(call.object), for: call.caller, state))
        }
    }

    private static func stream(_ state: ServiceState) -> Endpoint {
        let type = "application/x-ndjson"
        return Endpoint(
            "resolveStream", .post, "/api/v1/resolve/stream",
            "Resolves the URLs or requests of a stream, and answers each as it comes.",
            access: .scope(.resolve), namespaces: .limited,
            body: Endpoint.Body(
                form: .stream,
                contents: [
                    (type, "{\"url\":\"myapp://user/42\"}\n{\"url\":\"myapp://cart\"}\n"),
                    ("text/plain", "myapp://user/42\nmyapp://cart\n"),
                ], limit: nil,
                summary: "A request in JSON a line; or, as text/plain, a URL a line."),
            answers: [.text(type, "A resolution in JSON a line, in the order of the requests.")]
        ) { call in
            let isText = call.request.headers[.contentType]?.hasPrefix("text/plain") == true
            let (body, caller) = (call.request.body, call.caller)
            return Response(
                status: .ok, headers: [.contentType: type],
                body: ResponseBody { writer in
                    var lines = RequestLines()
                    for try await chunk in body {
                        guard state.admits(caller) else {
                            try await writer.write(ended)
                            return try await writer.finish(nil)
                        }
                        let requests = lines.take(Array(chunk.readableBytesView))
                        try await writer.write(
                            answers(requests, isText: isText, for: caller, state))
                    }
                    let rest = lines.finish()
                    try await writer.write(answers(rest, isText: isText, for: caller, state))
                    try await writer.finish(nil)
                })
        }
    }

    /// The lines of answers to lines of requests; what is wrong with a line is its answer.
    private static func answers(
        _ lines: [RequestLines.Line], isText: Bool, for caller: Caller, _ state: ServiceState
    ) -> ByteBuffer {
        var bytes: [UInt8] = []
        for line in lines where !line.bytes.isEmpty {
            do {
                guard !line.isTooLong else {
                    throw Problem(
                        .contentTooLarge, "limitExceeded",
                        "The line is longer than \(RequestLines.limit) bytes.",
                        hint: "Send a shorter one.")
                }
                let request =
                    isText
                    ? ResolutionRequest(utf8: line.bytes)
                    : try self.request(try RequestBytes.object(line.bytes))
                JSONWriter.append(try resolve(request, for: caller, state), to: &bytes)
            } catch {
                JSONWriter.append(object(of: Problem(error)), to: &bytes)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return ByteBuffer(bytes: bytes)
    }

    /// A problem as the answer to a line.
    private static func object(of problem: Problem) -> JSONObject {
        ["schema": 1, "error": .object(problem.object)]
    }

    /// The last line of a stream whose caller's token or session has ended.
    private static var ended: ByteBuffer {
        let problem = Authenticator.refusal("The token or the session of this stream has ended.")
        var bytes: [UInt8] = []
        JSONWriter.append(object(of: problem), to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return ByteBuffer(bytes: bytes)
    }

    /// The request that a body describes.
    static func request(_ object: JSONObject) throws(JSONMistake) -> ResolutionRequest {
        try RequestBodies.request.check(object)
        return try ResolutionRequest(json: object)
    }

    /// Resolves a request, in the caller's namespace if they are limited to one.
    private static func resolve(
        _ request: ResolutionRequest, for caller: Caller, _ state: ServiceState
    ) throws -> JSONObject {
        var request = request
        if let own = caller.namespace {
            try ServiceState.check(caller, mayUse: request.namespace ?? own)
            request.namespace = own
        }
        if let namespace = request.namespace {
            let known = state.registry.table.namespaces.map(\.name)
            guard known.contains(namespace) else {
                throw RouteDBError(noNamespace: namespace, among: known, kind: nil)
            }
        }
        let resolution = state.registry.resolve(request)
        state.metrics.count(resolution.outcome)
        return ResolutionOutput(resolution).object
    }
}

/// The lines of a stream of requests.
private struct RequestLines {
    /// The longest line: a URL of the greatest length, with what JSON adds to it.
    static let limit = 2 << 20

    struct Line {
        var bytes: [UInt8] = []
        var isTooLong = false
    }

    private var current = Line()

    /// Takes a chunk, and returns the lines that end in it.
    mutating func take(_ chunk: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var rest = chunk[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            add(rest[..<end])
            lines += finish()
            rest = rest[(end + 1)...]
        }
        add(rest)
        return lines
    }

    /// Returns the line that has not ended, if there is one.
    mutating func finish() -> [Line] {
        defer { current = Line() }
        if current.bytes.last == UInt8(ascii: "\r") { current.bytes.removeLast() }
        return current.bytes.isEmpty ? [] : [current]
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        let room = Self.limit - current.bytes.count
        current.bytes += bytes.prefix(room)
        if bytes.count > room { current.isTooLong = true }
    }
}
#endif
