import RouteDB

/// The output of commands that change a namespace.
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
        try WriteReport.write(word, "namespace", name, revision, write, global, in: context)
    }
}
