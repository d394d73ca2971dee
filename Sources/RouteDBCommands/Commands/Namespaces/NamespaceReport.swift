import RouteDB

/// What commands that change a namespace say.
enum NamespaceReport {
    static func write(
        _ outcome: NamespaceOutcome, _ name: String, _ revision: Int64?, _ write: WriteOptions,
        _ global: GlobalOptions, in context: CommandContext
    ) throws {
        let word =
            switch outcome {
            case .added: "added"
            case .replaced: "changed"
            case .unchanged: "unchanged"
            }
        try self.write(word, name, revision, write, global, in: context)
    }

    static func write(
        _ word: String, _ name: String, _ revision: Int64?, _ write: WriteOptions,
        _ global: GlobalOptions, in context: CommandContext
    ) throws {
        guard global.json else {
            try WriteReport.writeLine(
                "\(word) namespace '\(PlainText.shown(name))'", revision: revision, write,
                in: context)
            return
        }
        var object = WriteReport.head(revision: revision, write)
        object["namespace"] = ["outcome": .string(word), "name": .string(name)]
        try context.output.writeLine(object.description)
    }
}
