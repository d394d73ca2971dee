#if Server
import Hummingbird
import RouteDB
import RouteDBPages
import RouteDBTraffic

/// An edit that a form asks for: shown first, then saved.
struct ConsoleEdit: Sendable {
    /// What came of it.
    enum Outcome: Sendable {
        /// It was saved; the number of the item that it is about.
        case saved(Int64)
        /// It was not; what the form shows instead.
        case shown(RouteForm.Answer)
    }

    /// The name of the console in the log of revisions.
    static let source = "console"

    private let desk: ConsoleDesk
    private let body: @Sendable (RegistryEditor) throws -> Int64

    /// Creates an edit; the closure returns the number of the item that it is about.
    init(desk: ConsoleDesk, _ body: @escaping @Sendable (RegistryEditor) throws -> Int64) {
        (self.desk, self.body) = (desk, body)
    }

    /// Saves the edit if the form says so, or computes what it would do.
    func answer(_ call: Call) async -> Outcome {
        do {
            guard call.field("action") == "save" else {
                return .shown(.foresight(try await foresight()))
            }
            let message = call.field("message") ?? ""
            guard !message.isEmpty else {
                let hint = "Say why it is made, for the log."
                return .shown(.problem(FormProblem("The edit has no message.", hint: hint)))
            }
            let saved = try await desk.state.registry.edit(
                message, author: call.caller.name, source: Self.source,
                expecting: call.field("revision").flatMap { Int64($0) }, body)
            return .saved(saved.value)
        } catch {
            return .shown(.problem(FormProblem(error)))
        }
    }

    /// Computes what the edit would do.
    ///
    /// - Throws: What the edit throws; ``RouteDBError`` if the registry or the history cannot be read.
    func foresight() async throws -> Foresight {
        let body = body
        let tried = try await desk.state.registry.edit(dryRun: true) { editor in
            let before = try editor.snapshot()
            _ = try body(editor)
            return (before: before, after: try editor.snapshot())
        }.value
        var last: Int64?
        if let history = try await desk.history() {
            last = try await history.info().lastTimeMicroseconds
            await history.close()
        }
        return try await Foresight(
            from: tried.before, to: tried.after, history: desk.state.history, last: last,
            at: SystemClock.microseconds())
    }
}
#endif
