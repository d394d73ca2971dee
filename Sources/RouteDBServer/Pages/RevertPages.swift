#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBPages

/// The form that takes back a revision, with what that would do to later edits.
struct RevertPages: Sendable {
    let context: ConsoleContext

    var endpoints: [Endpoint] { [ask, revert] }

    private static let number = Endpoint.Parameter.path("number", "The number of the revision.")

    private var ask: Endpoint {
        context.page(
            "revertPage", "/changes/{number}/revert",
            "What taking back a revision would do, and the conflicts with later edits.",
            scope: ConsoleContext.editing, [Self.number]
        ) { call, frame in
            let number = try await number(of: call)
            let (conflicts, hits) = try await conflicts(of: number, RegistryMerge.Choices())
            return RevertForm(
                of: number, at: frame.revision, conflicts: conflicts, hits: hits
            ).form.page(in: frame)
        }
    }

    private var revert: Endpoint {
        context.form(
            "revertForm", "/changes/{number}/revert",
            "Takes back a revision, or shows what that would do.", [Self.number]
        ) { call, frame in
            let number = try await number(of: call)
            let choices = RevertForm.choices(in: call.form)
            // A choice that cannot be made is what the form complains about.
            let known = try? await conflicts(of: number, choices)
            let (conflicts, hits) =
                if let known { known } else {
                    try await conflicts(of: number, RegistryMerge.Choices())
                }
            return await context.answer(
                call, frame, edit(of: number, choices), to: { _ in "/changes" }
            ) {
                RevertForm(
                    of: number, at: $0, conflicts: conflicts, hits: hits,
                    message: call.field("message"), answer: $1
                ).form
            }
        }
    }

    private func edit(of number: Int64, _ choices: RegistryMerge.Choices) -> ConsoleEdit {
        ConsoleEdit(context: context) { commit in
            let revert = try await context.state.change(isTrial: commit.isTrial) { registry in
                try await registry.revert(
                    .number(number), choices: choices, message: commit.message,
                    author: commit.author, source: ConsoleEdit.source,
                    expecting: commit.expected, dryRun: commit.isTrial)
            }.value
            guard commit.isTrial || revert.undecided.isEmpty else {
                let labels = revert.undecided.map(\.change.label).joined(separator: ", ")
                throw RouteDBError(
                    .mergeConflict, "Not decided yet: \(labels).",
                    hint: "Choose what becomes of each item that later edits changed too.")
            }
            return ConsoleEdit.Effect(before: revert.plan.before, after: revert.plan.after)
        }
    }

    /// The conflicts of a revert, with the hits that are known of each.
    private func conflicts(
        of number: Int64, _ choices: RegistryMerge.Choices
    ) async throws -> ([RegistryMerge.Conflict], [Int64?]) {
        let revert = try await context.state.change(isTrial: true) { registry in
            try await registry.revert(.number(number), choices: choices, dryRun: true)
        }.value
        guard !revert.conflicts.isEmpty else { return ([], []) }
        let since = try context.period(named: "30d").since
        let traffic = try await context.traffic(since: since)
        let hits =
            traffic?.hits(of: revert.conflicts, in: revert.plan.before).map { $0?.recent }
            ?? revert.conflicts.map { _ in nil }
        return (revert.conflicts, hits)
    }

    private func number(of call: Call) async throws(RouteDBError) -> Int64 {
        try await context.state.registry.revision(
            try RevisionReference(call.required("number"))
        ).number
    }
}
#endif
