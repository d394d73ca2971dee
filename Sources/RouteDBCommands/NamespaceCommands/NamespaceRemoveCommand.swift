import ArgumentParser
import RouteDB

/// Removes a namespace.
struct NamespaceRemoveCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a namespace, together with its default values and access rules.",
        discussion: """
            EXAMPLES:
              routedb namespace remove web
              routedb namespace remove web --with-routes --yes

            A namespace that contains routes is removed only with '--with-routes'. The
            namespace 'default', and one that others fall back to, cannot be removed. Asks
            for confirmation on a terminal; elsewhere '--yes' is required.
            """)

    @Argument(help: "The namespace.", completion: NameCompletion.namespaces)
    var name: String

    @Flag(name: .customLong("with-routes"), help: "Also remove its routes.")
    var withRoutes = false

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (name, withRoutes) = (name, withRoutes)
        let registry = try await global.openForWriting(in: context)
        let remove: @Sendable (RegistryEditor) throws -> ReachabilityEdit<Void> = { editor in
            try ReachabilityEdit(ofNamespacesIn: editor) {
                _ = try editor.removeNamespace(name, removingRoutes: withRoutes)
            }
        }
        let snapshot = try await registry.snapshot()
        let id = snapshot.namespaces.first { $0.name == name }?.id
        let places = RulePlaces(snapshot)
        let rules = snapshot.accessRules.count { places.namespace(of: $0) == id }
        let ruleText = "\(rules) access \(rules == 1 ? "rule" : "rules")"
        if !write.dryRun && !confirmation.yes {
            // Detect errors before asking for confirmation.
            let lost = try await registry.edit(dryRun: true, remove).value.facts
            let routes = snapshot.routes.count { $0.namespace == id }
            let also = routes == 0 ? "" : ", and \(routes) \(routes == 1 ? "route" : "routes")"
            try confirmation.require(
                ["remove the namespace '\(name)'\(also)\(rules == 0 ? "" : ", and \(ruleText)")"]
                    + lost.notes(),
                details: ["reachability": .object(lost.object)], in: context)
        }
        let result = try await registry.edit(
            write, source: "namespace remove", in: context, remove)
        await registry.close()
        if rules > 0 { context.notify("note: \(ruleText) removed with it") }
        if confirmation.yes || write.dryRun {
            for note in result.value.facts.notes() { context.notify(note) }
        }
        try WriteReport.write(
            "removed", "namespace", name, result.revision, write, global,
            extras: ["reachability": .object(result.value.facts.object)], in: context)
    }
}
