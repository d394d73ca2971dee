package import RouteDB
import RouteDBInsight

// How the tool shows the change of a route.
extension RouteChange {
    /// The change as a line of text, without the outcome.
    package var text: String {
        guard !endedRules.isEmpty else { return route.text }
        let numbers = endedRules.map { String($0.rawValue) }.joined(separator: ", ")
        return route.text + "  and access rule\(endedRules.count == 1 ? "" : "s") \(numbers)"
    }
}

extension RouteRegistry.EditResult where Value == ReachabilityEdit<[RouteChange]> {
    /// Tells the user what was done to routes, and programs also which URLs do not reach them.
    func write(
        _ write: WriteOptions, _ global: GlobalOptions, in context: CommandContext
    ) throws {
        try RouteChange.write(
            value.value, revision: revision, write, global,
            extras: ["reachability": .object(value.facts.object)], in: context)
    }
}

extension RouteRegistry.EditResult where Value == [RouteChange] {
    /// Reports the changes of routes to the user.
    func write(
        _ write: WriteOptions, _ global: GlobalOptions, in context: CommandContext
    ) throws {
        try RouteChange.write(value, revision: revision, write, global, in: context)
    }
}

extension RouteChange {
    fileprivate static func write(
        _ changes: [RouteChange], revision: Int64?, _ write: WriteOptions,
        _ global: GlobalOptions, extras: JSONObject = [:], in context: CommandContext
    ) throws {
        guard !global.json else {
            var object = WriteReport.head(revision: revision, write)
            object["routes"] = .array(changes.map { .object($0.object) })
            return try context.output.writeLine(object.merging(extras).description)
        }
        for change in changes {
            try WriteReport.writeLine(
                "\(change.outcome) \(change.text)",
                isChanged: change.outcome != "unchanged" && change.outcome != "skipped",
                revision: revision, write, in: context)
        }
    }
}
