#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBTraffic

/// The endpoint that takes hits from elsewhere.
enum RecordEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] { [record(state)] }

    private static let mostHits = 10_000
    private static let example: JSONValue =
        "{\"url\":\"myapp://user/42\",\"time\":\"2026-01-31T09:30:00Z\",\"principal\":\"ada\"}\n"

    private static func record(_ state: ServiceState) -> Endpoint {
        let schema = JSONSchema.object(
            [
                .init("schema", .integer("The version of this JSON.")),
                .init("written", .integer("The number of hits that were written.")),
                .init("duplicate", .integer("The number of hits that were written before.")),
                .init("next", .integer("The number of the hit to be sent next.")),
            ], "What was done.")
        return Endpoint(
            "recordHits", .post, "/api/v1/hits",
            "Writes a batch of hits from elsewhere, once however often it is sent.",
            access: .scope(.write), namespaces: .all,
            parameters: [
                .query(
                    "stream", "The id of the process, which no other one has, such as a UUID.",
                    isRequired: true),
                .query(
                    "first", .integer(1...Int.max),
                    "The number of the first hit; the process counts its hits from 1.",
                    isRequired: true),
            ],
            body: Endpoint.Body(
                form: .bytes, contents: [("application/x-ndjson", example)], limit: 16 << 20,
                summary: "A hit in JSON a line: 'url', and 'time', 'principal', 'referrer',"
                    + " 'userAgent', 'status', 'durationUs' and 'weight' if they are known."),
            answers: [.json(schema, "What was done.")]
        ) { call in
            guard state.shared == nil else {
                throw Problem(
                    .forbidden, "readOnly", "The hits of a hub come from its nodes.",
                    hint: "Send them to a service on a node.")
            }
            let name = Array(call.required("stream").utf8)
            guard 8...100 ~= name.count else {
                throw Problem(
                    .badRequest, "invalidRequest",
                    "\(call.required("stream").excerpt) is not the id of a stream.",
                    hint: "Give 8 to 100 characters that no other process gives, such as a UUID.")
            }
            // The history identifies a stream by 16 bytes.
            let stream = Array(SHA256.digest(of: name).prefix(16))
            let (bytes, first) = (call.bytes, Int64(call.integer("first") ?? 1))
            let (table, now) = (state.registry.table, state.clock())
            let answer = try await state.work.run { _ in
                var hits = NumberedHits(resolvingWith: table, privacy: state.privacy, now: now)
                for (index, object) in try objects(bytes).enumerated() {
                    do throws(JSONMistake) {
                        try hits.append(object)
                    } catch {
                        throw Problem(
                            .unprocessableContent, "invalidValue",
                            "Line \(index + 1): \(error.message)", hint: error.hint,
                            details: ["line": .int(Int64(index + 1))])
                    }
                }
                return try hits.write(
                    to: state.history, registry: state.registry.path, stream: stream,
                    first: first)
            }
            return .json([
                "schema": 1, "written": .int(Int64(answer.written)),
                "duplicate": .int(Int64(answer.duplicate)), "next": .int(answer.next),
            ])
        }
    }

    /// The JSON objects of the lines; empty lines are no hits, and have no numbers.
    private static func objects(_ bytes: [UInt8]) throws -> [JSONObject] {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard lines.count <= mostHits else {
            throw Problem(
                .contentTooLarge, "limitExceeded", "The batch has more than \(mostHits) hits.",
                hint: "Send fewer at once.")
        }
        return try lines.map { try RequestBytes.object(Array($0)) }
    }
}
#endif
