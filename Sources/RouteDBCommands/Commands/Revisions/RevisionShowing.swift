import RouteDB

/// The part of `show` for revisions.
struct RevisionShowing {
    let reference: RevisionReference
    let form: AnswerForm
    let global: GlobalOptions

    func run(_ registry: RouteRegistry, in context: CommandContext) async throws {
        let revision = try await registry.revision(reference)
        let tags = try await registry.tags
        let diff = try await registry.diff(
            from: .number(revision.number - 1), to: .number(revision.number))
        let changes = DiffFacts(diff: diff)
        guard let facts = RevisionFacts.all([revision], tags: tags).first else { return }
        guard form.isText else {
            var object: JSONObject = ["schema": 1]
            for member in facts.object.members { object[member.key] = member.value }
            object["changes"] = changes.objects
            return try form.write(object, to: context.output)
        }
        for (title, text) in facts.lines {
            let padding = String(repeating: " ", count: 10 - title.utf8.count)
            try context.output.writeLine(title + padding + PlainText.shown(text))
        }
        let style = TextStyle(
            isTerminal: context.output.isTerminal, noColor: global.noColor, in: context)
        for line in changes.block(style) { try context.output.writeLine(line) }
    }
}
