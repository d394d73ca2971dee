#if Server
import HTTPTypes
import Hummingbird
import RouteDB
import RouteDBPages
import RouteDBTraffic

/// The form that undoes the import of a log.
struct ImportPages: Sendable {
    let desk: ConsoleDesk

    var endpoints: [Endpoint] { [ask, undo] }

    private static let number = Endpoint.Parameter.path("import", "The number of the import.")

    private var ask: Endpoint {
        desk.page(
            "importUndoPage", "/imports/{import}/undo", "What undoing an import deletes.",
            scope: ConsoleDesk.editing, [Self.number]
        ) { call, frame in
            ImportUndoForm(try await record(call)).page(in: frame)
        }
    }

    private var undo: Endpoint {
        desk.form(
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
                    _ = try await desk.state.withHistory { history in
                        try await history.forget(
                            imports: [record.id], timeMicroseconds: desk.state.clock())
                    }
                    return ConsoleDesk.see("/history")
                } catch let error as RouteDBError {
                    problem = desk.problem(error, for: call.caller)
                }
            }
            return ConsoleDesk.answer(
                ImportUndoForm(record, problem: problem).page(in: frame), in: frame)
        }
    }

    /// The import that a call is about.
    private func record(_ call: Call) async throws -> LogImportRecord {
        let records = try await desk.withHistory { try await $0?.imports() ?? [] }
        return try records.numbered(call.required("import"))
    }
}
#endif
