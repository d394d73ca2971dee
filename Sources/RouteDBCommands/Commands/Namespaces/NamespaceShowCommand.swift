import ArgumentParser
import RouteDB

/// Shows a namespace.
struct NamespaceShowCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a namespace: its bindings, and the policies in force.",
        discussion: """
            EXAMPLES:
              routedb namespace show web
              routedb namespace show web --as-of @3 --json

            '*' marks a policy that differs from the profile's.
            """)

    @Argument(help: "The name.", completion: NameCompletion.namespaces)
    var name: String

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let form = try answer.form(global)
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        let id = try snapshot.namespace(named: name).id
        guard let facts = NamespaceFacts.all(snapshot).first(where: { $0.namespace.id == id })
        else { return }
        guard !form.isText else {
            for line in facts.block { try context.output.writeLine(PlainText.shown(line)) }
            return
        }
        let whole: JSONObject = [
            "schema": 1, "revision": .int(snapshot.revision),
            "namespace": .object(facts.object),
        ]
        try form.write(whole, to: context.output)
    }
}
