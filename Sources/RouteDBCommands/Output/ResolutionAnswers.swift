import RouteDB

/// Writes resolutions and their plans in the requested format.
struct ResolutionAnswers {
    let form: ListingFormat.Kind
    let style: TextStyle
    /// The presentation that overrides those of routes.
    let presentation: Presentation?
    /// The current screens.
    let entries: [StackEntry]

    /// Writes what comes before the answers.
    func begin(in context: CommandContext) throws {
        guard form == .csv else { return }
        try writeRecord(["url", "outcome", "target", "detail"], in: context)
    }

    /// Writes one answer.
    func write(_ resolution: Resolution, in context: CommandContext) throws(StreamError) {
        if resolution.outcome != .matched { context.conclude(.no) }
        let facts = ResolutionFacts(resolution, covering: presentation, over: entries)
        switch form {
        case .json, .ndjson: try context.output.writeLine(facts.object.description)
        case .table: for line in facts.block(style) { try context.output.writeLine(line) }
        case .csv, .plain:
            if form == .csv {
                try writeRecord(facts.fields, in: context)
            } else {
                try context.output.writeLine(facts.line)
            }
            if let error = facts.planError {
                context.notify("note: no plan: \(PlainText.shown(error.message))")
            }
        }
    }

    private func writeRecord(
        _ fields: [String], in context: CommandContext
    ) throws(StreamError) {
        var line: [UInt8] = []
        DelimitedWriter(delimiter: UInt8(ascii: ",")).append(
            fields.map { SpreadsheetCell.harmless(Array($0.utf8)) }, to: &line)
        try context.output.write(utf8: line)
    }
}
