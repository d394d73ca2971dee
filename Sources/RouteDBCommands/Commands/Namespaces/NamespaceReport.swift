import RouteDB

/// The output of commands that change a namespace.
enum NamespaceReport {
    static func write(
        _ result: RouteRegistry.EditResult<ReachabilityEdit<NamespaceOutcome>>, _ name: String,
        _ write: WriteOptions, _ global: GlobalOptions, in context: CommandContext
    ) throws {
        let word =
            switch result.value.value {
            case .added: "added"
            case .replaced: "changed"
            case .unchanged: "unchanged"
            }
        try WriteReport.write(
            word, "namespace", name, result.revision, write, global,
            extras: ["reachability": .object(result.value.facts.object)], in: context)
    }
}
