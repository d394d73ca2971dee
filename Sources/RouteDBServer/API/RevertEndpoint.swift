#if Server
import HTTPTypes
import Hummingbird
import RouteDB

/// The endpoint that takes back what a revision changed.
enum RevertEndpoint {
    private static let parameters: [Endpoint.Parameter] = [
        .path("revision", "The revision: a number, a time or a tag."),
        .query("through", "The last of several revisions (default: only one)."),
        .query("keep", "An item in conflict that stays as it is now.", isRepeated: true),
        .query("take", "An item in conflict that is taken back anyway.", isRepeated: true),
        .query(
            "conflicts", .word(["keep", "take"]),
            "What happens to all other items in conflict (default: nothing is changed)."),
    ]

    private static let conflict = JSONSchema.object(
        [
            .init("kind", .string("The kind of thing.")),
            .init("id", .optional(.integer("Its id, if it has one."))),
            .init("label", .string("What it is, in words: how to name it to keep or take it.")),
            .init(
                "cause",
                .word(
                    [
                        "changed", "removed", "used", "needed", "missing", "taken", "cycle",
                        "invalid",
                    ], "Why it does not just go back.")),
            .init("reason", .string("Why it does not just go back, in words.")),
            .init("canBeTaken", .boolean("Whether it can be taken back anyway.")),
            .init("side", .optional(.string("What was chosen: keep or take."))),
            .init("hits", .optional(.integer("The hits of its routes in the last 30 days."))),
            .init("hitsEver", .optional(.integer("All hits of its routes."))),
            .init(
                "fields",
                .list(
                    .any("A name, and the values before the revision, after it, and now."),
                    "The fields that later edits changed too.")),
        ], "An item that later edits keep from going back.")

    static func endpoint(_ state: ServiceState) -> Endpoint {
        let schema = JSONSchema.object(
            DocumentEndpoints.changes + [
                .init(
                    "revision", .optional(.integer("The revision that was made, if any."))),
                .init("dryRun", .boolean("Whether nothing was changed, on demand.")),
                .init(
                    "outcome", .word(["reverted", "unchanged", "conflicts"], "What was done.")),
                .init("first", .integer("The first revision that was taken back.")),
                .init("last", .integer("The last revision that was taken back.")),
                .init("conflicts", .list(conflict, "The items that later edits changed too.")),
            ], "What taking back a revision did.")
        return Endpoint(
            "revert", .post, "/api/v1/revisions/{revision}/revert",
            "Takes back what a revision changed and keeps later edits, as a new revision.",
            access: .scope(.write), namespaces: .all, condition: .required,
            parameters: parameters + ConfirmationNeeded.parameters + ServiceState.editParameters,
            answers: [.json(schema, "What was done.")]
        ) { call in
            let first = try RevisionReference(call.required("revision"))
            let last = try call.text("through").map { text throws(RouteDBError) in
                try RevisionReference(text)
            }
            let choices = RegistryMerge.Choices(
                keep: call.texts("keep"), take: call.texts("take"),
                others: call.text("conflicts").flatMap(RegistryMerge.Side.init))
            let dryRun = call.flag("dryRun")
            let traffic = await state.traffic()
            do {
                let result = try await state.change(isTrial: dryRun) { registry in
                    let expected = try await call.expectedRevision(in: registry)
                    return try await registry.revert(
                        first, through: last, choices: choices, message: call.text("message"),
                        author: call.caller.name, source: "serve",
                        expecting: expected, dryRun: dryRun
                    ) { revert in
                        if !dryRun {
                            try ConfirmationNeeded.check(revert.plan, traffic, for: call)
                        }
                    }
                }
                let shown = call.caller.scopes.allows(.hits) ? traffic : nil
                let object = try await object(result, isDryRun: dryRun, shown, state)
                return try .json(object).tagged(result.newest, for: call)
            } catch let needed as ConfirmationNeeded {
                throw needed.problem
            }
        }
    }

    private static func object(
        _ result: RouteRegistry.EditResult<RegistryMerge>, isDryRun: Bool,
        _ traffic: RouteTraffic?, _ state: ServiceState
    ) async throws -> JSONObject {
        let (revert, plan) = (result.value, result.value.plan)
        let revisions = revert.words.revisions
        let undecided = revert.undecided.count
        let hits = traffic?.hits(of: revert.conflicts, in: plan.before)
        let conflicts = JSONValue.array(
            revert.conflicts.enumerated().map { index, conflict in
                .object(revert.words.object(of: conflict, hits: .some(hits?[index])))
            })
        guard undecided == 0 || isDryRun else {
            throw Problem(
                .conflict, RouteDBError.Code.mergeConflict.description,
                "Later edits are in the way of \(NumberText.counted(undecided, "item")).",
                hint: "Send it with '?conflicts=keep', '?conflicts=take', or '?keep=…' and"
                    + " '?take=…' for each.", details: ["conflicts": conflicts])
        }
        return [
            "schema": 1,
            "revision": undecided == 0 ? result.revision.map(JSONValue.int) ?? .null : .null,
            "dryRun": .bool(isDryRun),
            "outcome": undecided > 0 ? "conflicts" : plan.isEmpty ? "unchanged" : "reverted",
            "first": revisions.map { .int($0.lowerBound) } ?? .null,
            "last": revisions.map { .int($0.upperBound) } ?? .null,
            "conflicts": conflicts, "changes": plan.changes(traffic),
            "reachability": .object(try await state.reachability(plan)),
            "widenings": .array(plan.wideningObjects),
        ]
    }
}
#endif
