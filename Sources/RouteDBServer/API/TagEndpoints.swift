#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The endpoints for the names of revisions.
enum TagEndpoints {
    static func endpoints(_ state: ServiceState) -> [Endpoint] {
        [list(state), get(state), set(state), remove(state)]
    }

    private static let tag = Endpoint.Parameter.path("tag", "The tag.")

    private static let change = JSONSchema.object(
        [
            .init("schema", .integer("The version of this JSON.")),
            .init(
                "outcome",
                .word(["added", "moved", "unchanged", "removed"], "What was done.")),
            .init("name", .string("The tag.")),
            .init("revision", .integer("The revision that it names, or named.")),
        ], "What was done to a tag.")

    // MARK: Reading

    private static func list(_ state: ServiceState) -> Endpoint {
        let schema = JSONSchema.object(
            [
                .init("schema", .integer("The version of this JSON.")),
                .init("tags", .list(.named("Tag"), "The tags.")),
            ], "Tags.")
        return Endpoint(
            "listTags", .get, "/api/v1/tags", "Lists tags, by revision and name.",
            access: .scope(.read), namespaces: .all, answers: [.json(schema, "The tags.")]
        ) { _ in
            let tags = try await state.registry.tags
            return .json(["schema": 1, "tags": .array(tags.map { .object($0.object) })])
        }
    }

    private static func get(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "getTag", .get, "/api/v1/tags/{tag}", "Answers with a tag.",
            access: .scope(.read), namespaces: .all, parameters: [tag],
            answers: [.json(.named("Tag"), "The tag.")]
        ) { call in
            let (name, tags) = (call.required("tag"), try await state.registry.tags)
            guard let found = tags.first(where: { $0.name == name }) else {
                throw Problem(
                    .notFound, RouteDBError.Code.tagNotFound.description,
                    "There is no tag \(name.excerpt).",
                    hint: NameSuggestion.didYouMean(name, among: tags.map(\.name))
                        ?? "See /api/v1/tags for those there are.")
            }
            let head: JSONObject = ["schema": 1]
            return .json(head.merging(found.object))
        }
    }

    // MARK: Editing

    private static func set(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "setTag", .put, "/api/v1/tags/{tag}", "Tags a revision.",
            access: .scope(.write), namespaces: .all, condition: .optional,
            parameters: [
                tag,
                .query("revision", "The revision to tag (default: the newest)."),
                .query("move", .flag, "Whether to move the tag if it names another revision."),
                .query("message", "Why the revision is tagged."),
            ],
            answers: [
                .json(change, "What was done."),
                .json(change, "It was added; 'Location' is its address.", status: .created),
            ]
        ) { call in
            let name = call.required("tag")
            let reference =
                try call.text("revision").map { text throws(RouteDBError) in
                    try RevisionReference(text)
                }
            let set = try await state.change { registry in
                let isKnown = try await registry.tags.contains { $0.name == name }
                try call.preconditions.check(exists: isKnown, "tag", name)
                let expected = try await call.expectedRevision(in: registry, mayCreate: true)
                return try await registry.setTag(
                    name, to: reference ?? .number(registry.table.revision),
                    message: call.text("message") ?? "", author: call.caller.name,
                    expecting: expected, isMoving: call.flag("move"))
            }
            let isNew = set == .added(set.revision)
            return .json([
                "schema": 1, "outcome": .string(set.word), "name": .string(name),
                "revision": .int(set.revision),
            ]).created(at: isNew ? "/api/v1/tags/\(name.percentEncoded)" : nil)
        }
    }

    private static func remove(_ state: ServiceState) -> Endpoint {
        Endpoint(
            "removeTag", .delete, "/api/v1/tags/{tag}",
            "Removes a tag; the revision that it names stays.",
            access: .scope(.write), namespaces: .all, condition: .required,
            parameters: [tag], answers: [.json(change, "What was done.")]
        ) { call in
            let name = call.required("tag")
            let revision = try await state.change { registry in
                let expected = try await call.expectedRevision(in: registry)
                return try await registry.removeTag(name, expecting: expected)
            }
            return .json([
                "schema": 1, "outcome": "removed", "name": .string(name),
                "revision": .int(revision),
            ])
        }
    }
}
#endif
