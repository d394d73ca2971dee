import RouteDB

/// Writes resolutions and their plans in the requested format.
struct ResolutionAnswers {
    let isJSON: Bool
    let isTable: Bool
    let style: TextStyle
    /// The presentation that overrides those of routes.
    let presentation: Presentation?
    /// The current screens.
    let entries: [StackEntry]

    /// Writes one answer.
    func write(_ resolution: Resolution, in context: CommandContext) throws(StreamError) {
        if resolution.outcome != .matched { context.conclude(.no) }
        let facts = ResolutionFacts(resolution, covering: presentation, over: entries)
        if isJSON {
            try context.output.writeLine(facts.object.description)
        } else if isTable || context.output.isTerminal {
            for line in facts.block(style) { try context.output.writeLine(line) }
        } else {
            try context.output.writeLine(facts.line)
            if let error = facts.planError {
                context.notify("note: no plan: \(PlainText.shown(error.message))")
            }
        }
    }
}
