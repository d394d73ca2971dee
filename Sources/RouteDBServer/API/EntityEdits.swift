#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// What the endpoints have in common that change what a registry holds beside routes.
enum EntityEdits {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        DefaultEdits.endpoints(state) + ConverterEdits.endpoints(state)
            + RuleEdits.endpoints(state) + SuppressionEdits.endpoints(state)
    }

    /// The schema of what was done, and to what.
    static func change(_ members: [JSONSchema.Member]) -> JSONSchema {
        .object(
            [
                .init(
                    "outcome",
                    .word(["added", "replaced", "set", "unchanged", "removed"], "What was done."))
            ] + members, "A change.")
    }

    /// An endpoint that edits.
    static func edit(
        _ name: String, _ method: HTTPRequest.Method, _ path: String, _ summary: String,
        namespaces: Endpoint.NamespaceUse, parameters: [Endpoint.Parameter],
        body: Endpoint.Body? = nil, changes: (key: String, schema: JSONSchema),
        respond: @escaping @Sendable (Call) async throws -> Response
    ) -> Endpoint {
        Endpoint(
            name, method, path, summary, access: .scope(.write), namespaces: namespaces,
            condition: [.delete, .patch].contains(method) ? .required : .optional,
            parameters: parameters + ServiceState.editParameters, body: body,
            answers: [
                .json(ServiceState.editSchema(changes.key, of: changes.schema), "What was done.")
            ], respond: respond)
    }

    static func outcome(_ word: String, _ object: JSONObject) -> JSONObject {
        let head: JSONObject = ["outcome": .string(word)]
        return head.merging(object)
    }

    /// The namespace that a call is about.
    static func namespace(_ call: Call) throws(Problem) -> String {
        let name = call.text("namespace") ?? call.caller.namespace ?? RouteNamespace.defaultName
        try ServiceState.check(call.caller, mayUse: name)
        return name
    }

    /// Checks that a caller may edit the route of a place, which may name another namespace.
    static func check(
        _ caller: Caller, mayEdit place: DefaultPlace, in editor: RegistryEditor
    ) throws {
        switch place {
        case .route(let reference):
            try ServiceState.check(caller, mayUse: try editor.route(reference).namespace)
        case .group(let namespace, _), .namespace(let namespace):
            try ServiceState.check(caller, mayUse: namespace)
        }
    }

    /// The number of the path's `id`.
    static func number(_ call: Call) throws(Problem) -> Int64 {
        guard let number = Int64(call.required("id")) else {
            throw Problem(
                .notFound, "notFound", "\(call.required("id").excerpt) is not an id.",
                hint: "Give a number of the list.")
        }
        return number
    }
}
#endif
