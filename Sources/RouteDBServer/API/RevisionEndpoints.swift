#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The endpoints for revisions.
enum RevisionEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [
            list(state), get(state), diff(state), blame(state), RevertEndpoint.endpoint(state),
            rollback(state),
        ]
    }

    private static let revision = Endpoint.Parameter.path(
        "revision", "The revision: a number, a time or a tag.")

    // MARK: Reading

    private static func list(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "listRevisions", .get, "/api/v1/revisions", "Lists revisions, newest first.",
            access: .scope(.read), namespaces: .all,
            parameters: [
                .query("limit", .integer(1...1_000), "How many to answer with (default: 100)."),
                .query(
                    "below", .integer(1...Int.max),
                    "Only revisions with lower numbers, such as the last one of the page before."),
            ],
            answers: [
                .json(
                    .object(
                        [
                            .init("schema", .integer("The version of this JSON.")),
                            .init("revisions", .list(.named("Revision"), "The revisions.")),
                        ], "Revisions."), "The revisions.")
            ]
        ) { call in
            let revisions = try await state.registry.revisions(
                below: call.integer("below").map(Int64.init), limit: call.integer("limit") ?? 100)
            let facts = try await state.registry.outputs(of: revisions)
            return .json([
                "schema": 1, "revisions": .array(facts.map { .object($0.object) }),
            ])
        }
    }

    private static func get(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "getRevision", .get, "/api/v1/revisions/{revision}", "Answers with a revision.",
            access: .scope(.read), namespaces: .all, parameters: [revision],
            answers: [.json(.named("Revision"), "The revision.")]
        ) { call in
            let reference = try RevisionReference(call.required("revision"))
            let revision = try await state.registry.revision(reference)
            let facts = try await state.registry.outputs(of: [revision])
            let head: JSONObject = ["schema": 1]
            return .json(head.merging(facts.first?.object ?? [:]))
        }
    }

    private static func diff(_ state: ServiceState) -> Endpoint {
        let schema = JSONSchema.object(
            [
                .init("schema", .integer("The version of this JSON.")),
                .init("from", .integer("The earlier revision.")),
                .init("to", .integer("The later revision.")),
                .init("changes", .list(.named("Change"), "What changed.")),
            ], "The differences between two revisions.")
        return Endpoint(
            "diff", .get, "/api/v1/diff", "Compares two revisions.",
            access: .scope(.read), namespaces: .all,
            parameters: [
                .query(
                    "from", "The earlier revision: a number, a time or a tag.", isRequired: true),
                .query("to", "The later revision (default: the newest)."),
            ],
            answers: [.json(schema, "The differences.")]
        ) { call in
            let old = try RevisionReference(call.required("from"))
            let new = try call.text("to").map { text throws(RouteDBError) in
                try RevisionReference(text)
            }
            let diff = try await state.registry.diff(from: old, to: new)
            return .json([
                "schema": 1, "from": .int(diff.old), "to": .int(diff.new),
                "changes": .array(diff.changes.map { .object($0.object()) }),
            ])
        }
    }

    private static func blame(_ state: ServiceState) -> Endpoint {
        let schema = JSONSchema.object(
            [
                .init("schema", .integer("The version of this JSON.")),
                .init("revision", .integer("The revision that was looked at.")),
                .init("route", .integer("The id of the route.")),
                .init("fields", .list(.named("FieldOrigin"), "The fields.")),
            ], "Which revision last set each field of a route.")
        return Endpoint(
            "blame", .get, "/api/v1/routes/{route}/blame",
            "Finds the revision that last set each field of a route.",
            access: .scope(.read), namespaces: .limited,
            parameters: [.path("route", "The route."), ServiceState.revisionParameter],
            answers: [.json(schema, "The origins of the fields.")]
        ) { call in
            let found = try await state.registry.route(
                try call.caller.limited(RouteReference(call.required("route"))),
                at: try call.text("revision").map { text throws(RouteDBError) in
                    try RevisionReference(text)
                } ?? .number(state.registry.table.revision))
            try ServiceState.check(call.caller, mayUse: found.namespace)
            let origins = try await state.registry.blame(found.route.id, at: found.part.revision)
            let object: JSONObject = [
                "schema": 1, "revision": .int(found.part.revision),
                "route": .int(found.route.id.rawValue),
                "fields": .array(origins.map { .object($0.object) }),
            ]
            return try .json(object).tagged(found.part.revision, for: call)
        }
    }

    // MARK: Editing

    private static func rollback(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "rollBack", .post, "/api/v1/revisions/{revision}/rollback",
            "Restores the contents of a past revision as a new revision.",
            access: .scope(.write), namespaces: .all, condition: .required,
            parameters: [revision] + ServiceState.editParameters,
            answers: [
                .json(ServiceState.editSchema("changes", of: .named("Change")), "What was done.")
            ]
        ) { call in
            let reference = try RevisionReference(call.required("revision"))
            let dryRun = call.flag("dryRun")
            let (result, target, diff) = try await state.change(isTrial: dryRun) { registry in
                let target = try await registry.revision(reference).number
                let newest = try await registry.revision(.live).number
                let diff = try await registry.diff(from: .number(newest), to: .number(target))
                // Exactly what the answer says.
                let expected = try await call.expectedRevision(in: registry) ?? newest
                let result = try await registry.rollBack(
                    to: .number(target), message: call.text("message"), author: call.caller.name,
                    source: "serve", expecting: expected, dryRun: dryRun)
                return (result, target, diff)
            }
            let object: JSONObject = [
                "schema": 1, "revision": result.revision.map(JSONValue.int) ?? .null,
                "dryRun": .bool(dryRun),
                "outcome": .string(result.value ? "rolledBack" : "unchanged"),
                "to": .int(target),
                "changes": .array(diff.changes.map { .object($0.object()) }),
            ]
            return try .json(object).tagged(result.newest, for: call)
        }
    }
}
#endif
