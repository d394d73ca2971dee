import ArgumentParser
import RouteDB

/// The commands for finding mistakes in a registry.
struct LintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find routes and rules that probably do not do what you intended.",
        discussion: """
            EXAMPLES:
              routedb lint
              routedb lint --fail-on warning --sarif > lint.sarif
              routedb lint --code unreachable --code ambiguous --json
              routedb lint suppress ambiguous '#3' '#7' --reason 'The older one is right'
              routedb lint suppressions

            Finds routes that no URL reaches, pairs of routes whose order depends on
            registration only, names that differ only in case, rules that never apply, and
            more: Docs/lint.md describes each code. Every URL that lint shows was resolved
            to make sure.

            'routedb lint' is short for 'routedb lint run', whose help has the options.
            """,
        subcommands: [
            LintRunCommand.self, LintSuppressCommand.self, LintUnsuppressCommand.self,
            LintSuppressionsCommand.self,
        ], defaultSubcommand: LintRunCommand.self)

    @OptionGroup var global: GlobalOptions
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

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var listing: ListingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let format = try listing.format(global, in: context)
        let registry = try await global.openForReading(in: context)
        let snapshot = try await asOf.snapshot(of: registry)
        let names = LintNames(snapshot)
        context.explain(
            snapshot.suppressions,
            EmptyListNote(
                noun: ("suppression", "suppressions"), total: 0,
                revision: asOf.pastRevision(of: snapshot), command: "routedb lint suppress"))
        try SuppressionFacts.listing.write(
            snapshot.suppressions.map { SuppressionFacts(suppression: $0, names: names) },
            as: format, head: ["revision": .int(snapshot.revision)], to: context.output)
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
        let registry = try await global.openForWriting(in: context)
        let snapshot = try await registry.snapshot()
        let result = try await registry.edit(write, source: "lint unsuppress", in: context) {
            editor -> [SuppressionChange] in
            try numbers.map {
                SuppressionChange(
                    outcome: "removed", suppression: try editor.removeSuppression($0))
            }
        }
        await registry.close()
        try SuppressionChange.write(result, LintNames(snapshot), write, global, context)
    }
}
