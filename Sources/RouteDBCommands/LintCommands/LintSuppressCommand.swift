import ArgumentParser
import RouteDB
import RouteDBTerminal

/// Adds a suppression.
struct LintSuppressCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "suppress",
        abstract: "Suppress findings, with a reason.",
        discussion: """
            EXAMPLES:
              routedb lint suppress ambiguous '#3' '#7' --reason 'The older one is right'
              routedb lint suppress dialect --namespace legacy --reason 'Goes in May'
              routedb lint suppress rule-expired --about 12 --reason 'Kept as a record'

            Suppresses the findings with this code about all of what you name: one or two
            routes, the namespace, and '--about' a parameter, default value or converter,
            or the number of an access rule. Repeat the command to change the reason.
            """)

    @Argument(
        help: "The code of the findings to suppress.", completion: LintCode.completion,
        transform: LintCode.read)
    var code: LintCode

    @Argument(help: "A route that the findings are about.", completion: NameCompletion.routes)
    var route: String?

    @Argument(help: "A second route that they are about.", completion: NameCompletion.routes)
    var other: String?

    @Option(help: "The namespace that they are about.", completion: NameCompletion.namespaces)
    var namespace: String?

    @Option(
        help: ArgumentHelp(
            "The name, or the number of the rule, that they are about.", valueName: "name"))
    var about: String?

    @Option(help: ArgumentHelp("Why the findings are acceptable.", valueName: "text"))
    var reason: String

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let draft = SuppressionDraft(
            code, route: route.map { RouteReference($0) }, other: other.map { RouteReference($0) },
            namespace: namespace, name: about, reason: reason)
        try await context.edit(write, global, source: "lint suppress") { editor in
            let outcome = try editor.addSuppression(draft)
            let change = try ItemChange(outcome.word, outcome.item, in: editor)
            return CommandEdit("suppressions", [change])
        }
    }
}

/// Lists suppressions.
struct LintSuppressionsCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "suppressions",
        abstract: "List suppressions, with their reasons.",
        discussion: """
            EXAMPLES:
              routedb lint suppressions
              routedb lint suppressions --as-of release-1 --json

            TSV fields: number, code, subject, and reason.
            """)

    @OptionGroup var list: RevisionListOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let list = try await list.openItems(global, in: context)
        let names = SnapshotNames(list.snapshot)
        try list.write(
            SuppressionOutput.listing.rows(
                list.snapshot.suppressions.map { SuppressionOutput(suppression: $0, names: names) }),
            whenEmpty: EmptyListNote(
                noun: ("suppression", "suppressions"), command: "routedb lint suppress"))
    }
}

/// Removes suppressions.
struct LintUnsuppressCommand: RegistryCommand {
    static let configuration = CommandConfiguration(
        commandName: "unsuppress",
        abstract: "Remove suppressions, so that their findings are reported again.",
        discussion: """
            EXAMPLES:
              routedb lint unsuppress 3
              routedb lint unsuppress 3 4 --message 'The old app is gone'

            'routedb lint suppressions' shows the numbers. Removes all of them in one
            revision, or none.
            """)

    @Argument(
        help: ArgumentHelp("The numbers of the suppressions.", valueName: "number"),
        transform: NumberArgument.read)
    var numbers: [Int64]

    @OptionGroup var write: WriteOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let numbers = numbers
        try await context.edit(write, global, source: "lint unsuppress") { editor in
            let changes = try numbers.map {
                try ItemChange("removed", editor.removeSuppression($0), in: editor)
            }
            return CommandEdit("suppressions", changes)
        }
    }
}
