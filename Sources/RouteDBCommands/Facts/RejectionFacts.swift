import RouteDB
import RouteDBTraffic

/// The output for rejected lines.
enum RejectionFacts {
    static let listing = Listing<LogRejection>(
        "rejects",
        columns: [
            .init("log") { $0.log.map(String.init) ?? "" }, .init("file", \.name),
            .init("line") { String($0.line) }, .init("offset") { String($0.offset) },
            .init("reason", \.reason), .init("place") { String($0.place) },
            .init("text") { String(decoding: $0.text, as: UTF8.self) },
        ], object: json)

    static func json(_ rejection: LogRejection) -> JSONObject {
        [
            "log": rejection.log.map(JSONValue.int) ?? .null, "file": .string(rejection.name),
            "line": .int(rejection.line), "offset": .int(rejection.offset),
            "reason": .string(rejection.reason), "place": .int(Int64(rejection.place)),
            "text": .string(String(decoding: rejection.text, as: UTF8.self)),
        ]
    }
}
