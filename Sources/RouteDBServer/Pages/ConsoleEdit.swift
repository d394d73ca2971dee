#if Server
import Hummingbird
import RouteDB
import RouteDBInsight
import RouteDBPages
import RouteDBTraffic

/// An edit that a form asks for: shown first, then saved.
struct ConsoleEdit: Sendable {
    /// The result.
    enum Outcome: Sendable {
        /// The edit was saved; the number of the item that it is about.
        case saved(Int64)
        /// The edit was not saved; the answer that the form shows instead.
        case shown(EditForm.Answer)
    }

    /// How an edit is made.
    struct Commit: Sendable {
        var message = ""
        var author: String?
        /// The revision that must be the newest; `nil` for any.
        var expected: Int64?
        var isTrial = false
    }

    /// The effect that an edit had, or would have.
    struct Effect: Sendable {
        /// The number of the item that it is about.
        var item: Int64 = 0
        /// The content before and after the edit; empty if nobody looks, since it was saved.
        var before = RegistrySnapshot(revision: 0, namespaces: [], routes: [])
        var after = RegistrySnapshot(revision: 0, namespaces: [], routes: [])
    }

    /// The name of the console in the log of revisions.
    static let source = "console"

    private let context: ConsoleContext
    private let make: @Sendable (Commit) async throws -> Effect

    /// Creates an edit.
    init(context: ConsoleContext, making make: @escaping @Sendable (Commit) async throws -> Effect)
    {
        (self.context, self.make) = (context, make)
    }

    /// Creates an edit; the closure returns the number of the item that it is about.
    ///
    /// An edit of all must follow the revision at which its form was read. Any other one looks at its item
    /// itself, so that those who edit something else are not refused.
    init(
        context: ConsoleContext, isOfAll: Bool = false,
        _ body: @escaping @Sendable (RegistryEditor) throws -> Int64
    ) {
        self.init(context: context) { commit in
            try await context.state.change(isTrial: commit.isTrial) { registry in
                try await registry.edit(
                    commit.message, author: commit.author, source: Self.source,
                    expecting: isOfAll ? commit.expected : nil, dryRun: commit.isTrial
                ) { editor in
                    guard commit.isTrial else { return Effect(item: try body(editor)) }
                    let before = try editor.snapshot()
                    let item = try body(editor)
                    return Effect(item: item, before: before, after: try editor.snapshot())
                }.value
            }
        }
    }

    /// Saves the edit if the form says so, or computes what it would do.
    func answer(_ call: Call) async -> Outcome {
        do {
            let action = call.field("action")
            guard action == "save" else {
                return .shown(
                    .foresight(try await foresight(ofAll: action == "all", for: call.caller)))
            }
            let message = call.field("message") ?? ""
            guard !message.isEmpty else {
                let hint = "Say why it is made, for the log."
                return .shown(.problem(FormProblem("The edit has no message.", hint: hint)))
            }
            let commit = Commit(
                message: message, author: call.caller.name,
                expected: call.field("revision").flatMap { Int64($0) })
            return .saved(try await make(commit).item)
        } catch {
            return .shown(.problem(context.problem(error, for: call.caller)))
        }
    }

    /// Computes what the edit would do.
    private func foresight(
        ofAll isOfAll: Bool, for caller: Caller
    ) async throws -> EditPreview {
        let tried = try await make(Commit(isTrial: true))
        let last = try await context.withHistory { history in
            try await history?.info().lastTime
        }
        let (before, after) = (tried.before, tried.after)
        let diff = RegistryDiff(from: before, to: after)
        var effect = EditEffect(diff, from: nil, to: nil)
        if !diff.isEmpty {
            let old = try await context.lint(before)
            let new = try await context.aside { after.lint(at: old.time) }
            effect = EditEffect(diff, from: old.report, to: new)
        }
        guard isOfAll else {
            return try await EditPreview(
                effect, from: before, to: after, history: context.state.history, last: last)
        }
        guard last != nil, !diff.isEmpty else { return EditPreview(effect, all: nil) }
        return EditPreview(effect, all: try await replay(from: before, to: after, for: caller))
    }

    /// Replays all hits, after the request.
    private func replay(
        from before: RegistrySnapshot, to after: RegistrySnapshot, for caller: Caller
    ) async throws -> ReplayJobState {
        var options = ReplayOptions()
        options.isOneRegistry = true
        options.jobs = 2
        let request = ReplayJobs.Request(
            base: before, head: after, names: ("@live", "edit"),
            source: .history(context.state.history), options: options,
            gate: ReplayGate(minimumHits: 0), accepted: nil, caller: caller)
        return try await context.state.jobs.begin(
            request, edit: "\(before.revision) \(after.contentDigest)")
    }
}
#endif
