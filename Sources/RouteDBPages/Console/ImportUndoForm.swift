#if Server
package import RouteDB

/// The imported logs in a table.
enum ImportList {
    /// Shows imports, the newest first.
    static func markup(_ records: [LogImportRecord], undoing: Bool) -> Markup {
        let columns: [DataTable.Column] = [
            .init("import", .number), .init("file", .code), .init("imported at", .time),
            .init("hits", .number), .init("rejected lines", .number),
        ]
        var table = DataTable(
            "Imported logs", columns + (undoing ? [.init("change")] : []),
            empty: "No log was imported. 'routedb hits import FILE' does.")
        for record in records.reversed() {
            let word = record.isBeingForgotten ? "Finish undoing" : "Undo"
            let undo: Markup = """
                <a href="/imports/\(record.id)/undo" \
                aria-label="\(word) the import \(record.id)">\(word)</a>
                """
            table.add(
                [
                    .init("\(record.id)"), .init(record.name),
                    .init(TimeAxis.long("\(record.importedAt)")), .init(record.imported),
                    .init(record.rejected),
                ] + (undoing ? [.init(undo)] : []))
        }
        return table.markup
    }
}

/// The form that undoes an import.
///
/// What it deletes cannot be rolled back, so it wants a typed word.
package struct ImportUndoForm: Sendable {
    /// The word that somebody must type.
    package static let word = "undo"

    private let record: LogImportRecord
    private let problem: FormProblem?

    /// Creates the form.
    package init(_ record: LogImportRecord, problem: FormProblem? = nil) {
        (self.record, self.problem) = (record, problem)
    }

    /// The page.
    package func page(in frame: ConsoleFrame) -> ConsolePage {
        let pruned: Markup? =
            record.pruned > 0
            ? " and the totals of \(NumberText.hits(record.pruned)) that were pruned since" : nil
        return ConsolePage(
            "Undo the import \(record.id)", place: "/history",
            """
            \(problem?.markup)<p class="summary"><code>\(record.name)</code>: \
            <strong>\(NumberText.hits(record.imported))</strong>\(pruned) and \
            \(NumberText.grouped(record.rejected)) rejected lines are deleted, as if the log had never \
            been imported. This cannot be rolled back; the log can be imported again.</p>
            <form class="ask" action="/imports/\(record.id)/undo" method="post">\
            <label>Type \(Self.word) to delete them<input name="word" type="text" required \
            autocomplete="off" spellcheck="false"></label>\
            <button type="submit" class="primary">Undo the import</button></form>
            \(ConsoleLink.command(frame.commands.line(["hits", "forget", "\(record.id)"])))
            """)
    }
}
#endif
