#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBPages
import RouteDBTraffic

/// The form that undoes the import of a log.
struct ImportPages: Sendable {
    let context: ConsoleContext

    var endpoints: [Endpoint] { [ask, undo] }

    private static let number = Endpoint.Parameter.path("import", "The number of the import.")

    private var ask: Endpoint {
        context.page(
            "importUndoPage", "/imports/{import}/undo", "What undoing an import deletes.",
            scope: ConsoleContext.editing, [Self.number]
        ) { call, frame in
            ImportUndoForm(try await record(call)).page(in: frame)
        }
    }

    private var undo: Endpoint {
        context.form(
            "importUndoForm", "/imports/{import}/undo", "Undoes an import.", [Self.number]
        ) { call, frame in
            let record = try await record(call)
            let word = call.field("word") ?? ""
            var problem: FormProblem?
            if word.asciiLowercased != ImportUndoForm.word {
                problem = FormProblem(
                    "\(word.excerpt) is not the word.",
                    hint: "Type '\(ImportUndoForm.word)' to delete the hits of the import.")
            } else {
                do {
                    _ = try await context.state.withHistory { history in
                        try await history.forget(imports: [record.id], time: context.state.clock())
                    }
                    return ConsoleContext.see("/history")
                } catch let error as RouteDBError {
                    problem = context.problem(error, for: call.caller)
                }
            }
            return ConsoleContext.answer(
                ImportUndoForm(record, problem: problem).page(in: frame), in: frame)
        }
    }

    /// The import that a call is about.
    private func record(_ call: Call) async throws -> LogImportRecord {
        let records = try await context.withHistory { try await $0?.imports() ?? [] }
        return try records.numbered(call.required("import"))
    }
}
#endif
