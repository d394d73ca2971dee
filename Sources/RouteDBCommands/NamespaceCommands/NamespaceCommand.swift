import ArgumentParser
import RouteDB
import RouteDBTerminal

/// The commands for namespaces.
struct NamespaceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "namespace",
        abstract: "Add, change, list, show and remove namespaces.",
        discussion: """
            EXAMPLES:
              routedb namespace list
              routedb namespace show web
              routedb namespace add web --host example.com --host '*.example.com'
              routedb namespace set web case=insensitive trailing-slash=strict
              routedb namespace remove web
            """,
        subcommands: [
            NamespaceAddCommand.self, NamespaceSetCommand.self, NamespaceListCommand.self,
            NamespaceShowCommand.self, NamespaceRemoveCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}

/// Lists namespaces.
struct NamespaceListCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List namespaces, with their policies.",
        discussion: """
            EXAMPLES:
              routedb namespace list
              routedb namespace list --json

            A '*' marks policies that override those of the profile. TSV fields: name,
            profile, schemes, hosts, fallback, fallback target, number of routes, access,
            policies.
            """)

    @OptionGroup var list: RevisionListOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let list = try await list.open(global, in: context) {
            try await $0.items(countingRoutes: true, at: $1)
        }
        let facts = NamespaceOutput.all(list.snapshot)
        guard list.format.isText else {
            return try list.write(NamespaceOutput.listing.rows(facts))
        }
        for fact in facts {
            for line in fact.block { try context.output.writeLine(PlainText.shown(line)) }
        }
    }
}

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

    @OptionGroup var answer: RevisionAnswerOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let (form, snapshot) = try await answer.open(global, in: context) {
            try await $0.items(countingRoutes: true, at: $1)
        }
        let facts = NamespaceOutput(try snapshot.namespace(named: name), in: snapshot)
        try form.write(
            [
                "schema": 1, "revision": .int(snapshot.revision),
                "namespace": .object(facts.object),
            ], orLines: facts.block.map(PlainText.shown), to: context.output)
    }
}

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
        try await context.edit(
            write, global, source: "namespace remove", confirming: confirmation
        ) { editor in
            let lost = try Self.lost(with: name, in: editor)
            var edit = try CommandEdit(ofNamespacesIn: editor) {
                _ = try editor.removeNamespace(name, removingRoutes: withRoutes)
                return CommandEdit("removed", the: "namespace", named: name)
            }
            edit.question = CommandEdit.Question(
                lines: ["remove the namespace '\(name)'\(lost.text)"] + edit.notes,
                details: edit.extras, notes: lost.notes)
            edit.notes = lost.notes + edit.notes
            return edit
        }
    }

    /// The routes and rules of a namespace, as the end of a sentence, and the note about the rules.
    private static func lost(
        with name: String, in editor: RegistryEditor
    ) throws -> (text: String, notes: [String]) {
        let (routes, rules) = try editor.counts(in: editor.storedNamespace(named: name).id)
        let ruleText = NumberText.counted(rules, "access rule")
        let also = routes == 0 ? "" : ", and \(NumberText.counted(routes, "route"))"
        return rules == 0
            ? (also, []) : (also + ", and \(ruleText)", ["note: \(ruleText) removed with it"])
    }
}
