#if Server
import HTTPTypes
import Hummingbird
import RouteDB

extension ServiceState {
    /// The parameters of endpoints that change the registry.
    static let editParameters: [Endpoint.Parameter] = [
        .query("message", "Why the edit is made, for the log."),
        .query("dryRun", .flag, "Whether to answer what would be done, and change nothing."),
    ]

    /// The schema of the answers to edits.
    static func editSchema(_ key: String, of element: JSONSchema) -> JSONSchema {
        .object(
            [
                .init("schema", .integer("The version of this JSON.")),
                .init(
                    "revision",
                    .optional(.integer("The revision that was made, if anything changed."))),
                .init("dryRun", .boolean("Whether nothing was changed, on demand.")),
                .init(key, .list(element, "What was changed.")),
            ], "What an edit did.")
    }

    /// Edits the registry for a call: one revision, by the caller.
    func edit(
        for call: Call, _ key: String,
        _ body: @escaping @Sendable (RegistryEditor) throws -> [JSONObject]
    ) async throws -> Response {
        let dryRun = call.flag("dryRun")
        let result = try await change(isTrial: dryRun) { registry in
            try await registry.edit(
                call.text("message") ?? "", author: call.caller.name, source: "serve",
                expecting: call.expectedRevision, dryRun: dryRun, body)
        }
        let object: JSONObject = [
            "schema": 1, "revision": result.revision.map(JSONValue.int) ?? .null,
            "dryRun": .bool(dryRun), key: .array(result.value.map(JSONValue.object)),
        ]
        return .json(object).tagged(result.newest, for: call)
    }

    /// Checks that a caller may read or change something in a namespace.
    static func check(_ caller: Caller, mayUse namespace: String) throws(Problem) {
        try caller.check(mayUse: namespace)
    }
}
#endif
